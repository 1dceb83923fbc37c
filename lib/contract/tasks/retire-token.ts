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
  /** The version of the secret whose token was replaced. */
  input: z.object({ versionId: z.string().min(1) }),
  output: z.object({ status: z.enum(['revoked', 'gone', 'kept']), swept: count }),
});
