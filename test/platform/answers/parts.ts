import * as z from 'zod';

/**
 * Schemas of the embedded platform's answers. They are strict, so that a member that comes or goes is seen;
 * lib/wire/records.ts has the tolerant schemas that the client reads with.
 */

/** ISO 8601 in UTC, in whole seconds (pf 2.14). */
export const time = z.iso.datetime({ precision: 0 });

/** US dollars: an exact decimal in a string. */
export const money = z.string().regex(/^\d+(\.\d+)?$/);

export const tags = z.record(z.string(), z.string());

/** Configuration that the platform stores unchanged. */
export const config = z.record(z.string(), z.unknown());

/** Always an empty object: this platform never has such data. */
export const nothing = z.strictObject({});

/** Always an empty list: this platform never has such data. */
export const none = z.array(z.never()).max(0);

export const techEmails = z.array(z.strictObject({ email: z.string() }));

/** Members of one kind. */
const of =
  <T extends z.ZodType>(kind: T) =>
  <N extends string>(...names: readonly N[]): Record<N, T> =>
    Object.fromEntries(names.map((name) => [name, kind])) as Record<N, T>;

export const texts = of(z.string());
export const textsOrNull = of(z.string().nullable());
export const times = of(time);
export const timesOrNull = of(time.nullable());
export const amounts = of(money);
export const switches = of(z.boolean());
export const empty = of(nothing);
export const emptyLists = of(none);

/** An answer that is a list of records under one name. */
export const listed = <N extends string, T extends z.ZodType>(name: N, item: T) =>
  z.strictObject({ [name]: z.array(item) } as Record<N, z.ZodArray<T>>);

/** The message of a success, for people. */
export const message = z.strictObject({ message: z.string() });

/** Body of every refusal (pf 2.13). */
export const error = z.strictObject({
  message: z.string(),
  errors: z.array(z.strictObject({ message: z.string(), status: z.int(), error_code: z.string() })).min(1),
});
