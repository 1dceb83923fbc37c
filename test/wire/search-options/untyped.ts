/** Reads JSON Schema as strictly as a public client: it reads the type of every schema at every depth. */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths of the schemas without `type`, including the root. */
export const untypedIn = (schema: unknown, path = '$'): string[] => {
  if (!isObject(schema)) return [path];
  const { type, properties = {}, items } = schema;
  const own = typeof type === 'string' || Array.isArray(type) ? [] : [path];
  const members = Object.entries(properties as object).flatMap(([name, member]) =>
    untypedIn(member, `${path}.${name}`),
  );
  return [...own, ...members, ...(items === undefined ? [] : untypedIn(items, `${path}[]`))];
};
