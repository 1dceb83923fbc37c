import * as z from 'zod';
import { tokenEnvironment } from '../environment.ts';
import { calls, contract, count } from './parts.ts';

/** Revokes a replaced token. */
export const retireTokenTask = contract({
  name: 'retire-token',
  workflow: 'retire-token',
  environment: [...tokenEnvironment],
  memoryMb: 256,
  timeoutSeconds: 330,
  stateSeconds: { work: 300, note: 300 },
  order: 'token',
  copies: 1,
  store: calls,
  input: z.object({
    /** The version of the secret whose token was replaced. */
    versionId: z.string().min(1),
    /** ARN of the secret; absent: the secret of the first token. */
    secret: z.string().min(1).optional(),
  }),
  output: z.object({ status: z.enum(['revoked', 'gone', 'kept']), swept: count }),
});
