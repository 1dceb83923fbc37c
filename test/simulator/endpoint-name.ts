/** FNV-1a of 32 bits, as 8 hexadecimal digits. */
const hash = (text: string): string => {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
};

const longest = 40;

/** Name of the endpoint of a service (design §7), worked out here once more: cut to 40 characters, with a hash of the whole. */
export const endpointNameOf = (service: string): string => {
  const name = `headroom-${service}`;
  return name.length <= longest ? name : `${name.slice(0, longest - 9)}-${hash(service)}`;
};
