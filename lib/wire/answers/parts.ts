import * as z from 'zod';

/**
 * Schemas of the embedded platform's answers, for its OpenAPI document. They are strict, so that every member is
 * described; lib/wire/records.ts has the tolerant schemas that the client reads with.
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

/** The message of a success, for people. */
export const message = z.strictObject({ message: z.string() });

/** Body of every refusal (pf 2.13). */
export const error = z.strictObject({
  message: z.string(),
  errors: z.array(z.strictObject({ message: z.string(), status: z.int(), error_code: z.string() })).min(1),
});
