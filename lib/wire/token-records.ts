import * as z from 'zod';

/** The members of token answers that Headroom reads (pf 2.10). */

/**
 * Answer to the creation of a token, the only one with the whole token; for application users it has the first two
 * members only.
 */
export const createdToken = z.object({
  full_token: z.string().min(1),
  token_prefix: z.string().min(1),
  expiry_time: z.string().nullish(),
});

const tokenRecord = z.object({
  token_prefix: z.string().min(1),
  description: z.string().nullish(),
  create_time: z.string().nullish(),
  expiry_time: z.string().nullish(),
  max_age_seconds: z.number().nullish(),
  last_used_time: z.string().nullish(),
  currently_active: z.boolean().nullish(),
});
export type TokenRecord = z.infer<typeof tokenRecord>;

export const tokens = z.object({ tokens: z.array(tokenRecord) });
