const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, ordered(member)]));
};

/**
 * JSON with the members of every object in the order of their names and no white space: the same content is always the
 * same text, so that its hash names the content.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value));
