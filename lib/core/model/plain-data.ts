/** Reading of data that nothing has checked yet. */

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
