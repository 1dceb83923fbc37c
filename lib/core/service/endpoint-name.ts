const prefix = 'headroom-';
/** Longest `endpoint_name` that the platform accepts (pf 2). */
const maxLength = 40;

/** FNV-1a, 32 bit, as 8 hexadecimal digits. */
const shortHash = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
};

/**
 * Name of Headroom's endpoint for a service. The name is the idempotency key: it depends only on the service name. A name
 * over 40 characters is cut and gets a short hash of the whole.
 */
export const endpointName = (service: string): string => {
  const name = prefix + service;
  if (name.length <= maxLength) return name;
  const hash = shortHash(service);
  return `${name.slice(0, maxLength - hash.length - 1)}-${hash}`;
};

/** Whether an endpoint of this name is Headroom's; Headroom never changes any other. */
export const isOurs = (name: string): boolean => name.startsWith(prefix);

/** The service whose endpoint has this name; undefined where the name was cut, so that it does not say. */
export const serviceNamedBy = (name: string): string | undefined => {
  const service = name.slice(prefix.length);
  const isWhole = isOurs(name) && service !== '' && endpointName(service) === name && name.length < maxLength;
  return isWhole ? service : undefined;
};
