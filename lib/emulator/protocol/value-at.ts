const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;

/** The value at a path in plain data; undefined if the path does not exist. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown => path.reduce(memberOf, value);
