import * as z from 'zod';
import { tokenEnvironment } from '../environment.ts';
import { calls, contract } from './parts.ts';

/** Replaces the API token in the four steps of Secrets Manager. */
export const rotateTokenTask = contract({
  name: 'rotate-token',
  workflow: null,
  environment: [...tokenEnvironment, 'retirement'],
  memoryMb: 256,
  timeoutSeconds: 300,
  stateSeconds: null,
  order: 'token',
  copies: 1,
  store: calls,
  /** Secrets Manager calls the task once per step. */
  input: z.object({
    Step: z.enum(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
    /** ARN of the secret. */
    SecretId: z.string().min(1),
    /** Id of the rotation and of the version that it creates; not a secret. */
    ClientRequestToken: z.string().min(1).max(64),
  }),
  output: z.object({ status: z.enum(['done', 'superseded']) }),
});
