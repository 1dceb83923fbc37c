import { byText } from './grouping.ts';

/** Data as JSON has it, also before anything has checked it. */

export type Members = Readonly<Record<string, unknown>>;

/** Whether a value has members: it is neither a list nor null. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of member names and list indexes; undefined if the path does not exist. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((holder, step) => {
    const exists = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step);
    return exists ? (holder as Record<PropertyKey, unknown>)[step] : undefined;
  }, value);

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
