import * as z from 'zod';
import type { SecretValue } from '../core/token/rotation.ts';

/** What the secret holds: the token, and what replacing it takes. Tolerant of more, so that other tools may add to it. */
export const secretValue = z.object({
  /** Printable, because it goes into a header. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  /** As the platform lists the token; known of tokens that Headroom made itself. */
  prefix: z.string().min(1).optional(),
  /** Id of the application user that the token belongs to; absent for a personal token. */
  applicationUser: z.string().min(1).optional(),
}) satisfies z.ZodType<SecretValue>;

/** The value in the text of the secret; undefined for any other text, of which nothing is ever said. */
export const parseSecret = (text: string | undefined): SecretValue | undefined => {
  try {
    return secretValue.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
};

/** The text that the secret holds. */
export const secretText = (value: SecretValue): string => JSON.stringify(secretValue.parse(value));
