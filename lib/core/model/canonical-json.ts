import { byText } from './grouping.ts';

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => byText(a, b));
  return Object.fromEntries(entries.map(([name, member]) => [name, ordered(member)]));
};

/**
 * JSON with object members sorted by name and no white space: equal content gives equal text, so its hash identifies the
 * content.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value));
