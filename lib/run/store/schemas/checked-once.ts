import * as z from 'zod';

/** Values from which a parser compiled for their schema pays: compiling takes longer than parsing a few. */
const compiledFrom = 20;

/**
 * Checks each object once. A part that an object of the store shares with its former text (`withSameParts`) was checked with
 * that one, and nothing changes what was read.
 */
export const checkedOnce = <T extends object>(schema: z.ZodType<T>): z.ZodType<T> => {
  const checked = new WeakSet<T>();
  let parsed = 0;
  return z.any().superRefine((value, { issues }) => {
    if (checked.has(value)) return;
    parsed += 1;
    const { success, error } = schema.safeParse(value, { jitless: parsed < compiledFrom });
    if (success) checked.add(value);
    else issues.push(...error.issues.map((issue) => ({ ...issue, input: value })));
  });
};

/** Transforms each object once: one that is read again, because its text stayed the same, has the result of the first time. */
export const transformedOnce = <T>(schema: z.ZodType<T>): z.ZodType<T> => {
  const results = new WeakMap<object, T>();
  let parsed = 0;
  return z.any().transform((value, { issues }) => {
    const known = results.get(value);
    if (known !== undefined) return known;
    parsed += 1;
    const { success, data, error } = schema.safeParse(value, { jitless: parsed < compiledFrom });
    if (success) {
      results.set(value, data);
      return data;
    }
    issues.push(...error.issues.map((issue) => ({ ...issue, input: value })));
    return z.NEVER;
  });
};
