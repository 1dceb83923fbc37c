const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;

/** What stands at a path in plain data; undefined when nothing does. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown => path.reduce(memberOf, value);
