import * as z from 'zod';

/**
 * Schemas of what the embedded platform answers, for its OpenAPI document. They are strict, so that no member goes
 * undescribed; what the client reads is described in lib/wire/records.ts, tolerantly.
 */

/** ISO 8601 in UTC, in whole seconds (platform-facts §2.14). */
export const time = z.iso.datetime({ precision: 0 });

/** US dollars: an exact decimal in a string. */
export const money = z.string().regex(/^\d+(\.\d+)?$/);

export const tags = z.record(z.string(), z.string());

/** Configuration that the platform keeps as it was given. */
export const config = z.record(z.string(), z.unknown());

/** Of what this platform never has any: always an empty object. */
export const nothing = z.strictObject({});

/** Of what this platform never has any: always an empty list. */
export const none = z.array(z.never()).max(0);

export const techEmails = z.array(z.strictObject({ email: z.string() }));

/** What went well, in a word, for people. */
export const message = z.strictObject({ message: z.string() });

/** Body of every refusal (platform-facts §2.13). */
export const error = z.strictObject({
  message: z.string(),
  errors: z.array(z.strictObject({ message: z.string(), status: z.int(), error_code: z.string() })).min(1),
});
