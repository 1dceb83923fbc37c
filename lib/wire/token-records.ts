import * as z from 'zod';

/** Answers about tokens, as far as Headroom reads them (platform-facts §2.10). */

/** Answer to creating a token, the only one that holds it whole; those of application users say no more than this. */
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
  last_used_time: z.string().nullish(),
  currently_active: z.boolean().nullish(),
});
export type TokenRecord = z.infer<typeof tokenRecord>;

export const tokens = z.object({ tokens: z.array(tokenRecord) });
