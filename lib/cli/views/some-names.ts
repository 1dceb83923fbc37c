/** Names in one row; the JSON has all. */
const maxNamed = 2;

/** The first services, and the number of the others. */
export const someNames = (services: readonly { readonly project: string; readonly service: string }[]): string => {
  const named = services.slice(0, maxNamed).map(({ project, service }) => [project, service].filter(Boolean).join('/'));
  const shown = named.filter((name) => name !== '').join(', ');
  const rest = services.length - maxNamed;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
};
