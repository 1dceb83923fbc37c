import * as z from 'zod';

/** Values from which a parser compiled for their schema pays: compiling takes longer than parsing a few. */
const compiledFrom = 20;

/** Parses with a schema, first without a compiled parser. */
const parserOf = <T>(schema: z.ZodType<T>) => {
  let parsed = 0;
  return (value: unknown) => {
    parsed += 1;
    return schema.safeParse(value, { jitless: parsed < compiledFrom });
  };
};

/** The problems of a part, reported as problems of the object that has it. */
const issuesOf = <I>({ issues }: z.ZodError, input: I) => issues.map((issue) => ({ ...issue, input }));

/**
 * Checks each object once. A part that an object of the store shares with its former text (`withSameParts`) was checked with
 * that one, and nothing changes what was read.
 */
export const checkedOnce = <T extends object>(schema: z.ZodType<T>): z.ZodType<T> => {
  const checked = new WeakSet<T>();
  const parse = parserOf(schema);
  return z.any().superRefine((value, { issues }) => {
    if (checked.has(value)) return;
    const { success, error } = parse(value);
    if (success) checked.add(value);
    else issues.push(...issuesOf(error, value));
  });
};

/** Transforms each object once: one that is read again, because its text stayed the same, has the result of the first time. */
export const transformedOnce = <T>(schema: z.ZodType<T>): z.ZodType<T> => {
  const results = new WeakMap<object, T>();
  const parse = parserOf(schema);
  return z.any().transform((value, { issues }) => {
    const known = results.get(value);
    if (known !== undefined) return known;
    const { success, data, error } = parse(value);
    if (success) {
      results.set(value, data);
      return data;
    }
    issues.push(...issuesOf(error, value));
    return z.NEVER;
  });
};
