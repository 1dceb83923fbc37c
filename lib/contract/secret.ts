import * as z from 'zod';
import type { SecretValue } from '../core/token/rotation.ts';

/** Content of the secret: the token and the facts that rotation needs. Other tools may add members. */
export const secretValue = z.object({
  /** Printable ASCII, because it becomes a header value. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  /** As the platform lists the token; present for tokens that Headroom created. */
  prefix: z.string().min(1).optional(),
  /** Id of the application user that owns the token; absent for a personal token. */
  applicationUser: z.string().min(1).optional(),
}) satisfies z.ZodType<SecretValue>;

/** Parses the text of the secret; undefined for any other text, which no message may repeat. */
export const parseSecret = (text: string | undefined): SecretValue | undefined => {
  try {
    return secretValue.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
};

/** Text form of the secret. */
export const secretText = (value: SecretValue): string => JSON.stringify(secretValue.parse(value));

/** Name of the stack output with the ARN of the token's secret. */
export const secretOutput = 'SecretArn';
