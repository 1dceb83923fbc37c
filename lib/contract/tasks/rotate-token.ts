import * as z from 'zod';
import { tokenEnvironment } from '../environment.ts';
import { contract } from './parts.ts';

/** Replaces the API token, step by step as Secrets Manager asks. */
export const rotateTokenTask = contract({
  name: 'rotate-token',
  workflow: null,
  environment: [...tokenEnvironment, 'retirement'],
  memoryMb: 256,
  timeoutSeconds: 300,
  stateSeconds: null,
  callShare: 3,
  copies: 1,
  store: null,
  /** As Secrets Manager calls it, for each step in turn. */
  input: z.object({
    Step: z.enum(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
    /** ARN of the secret. */
    SecretId: z.string().min(1),
    /** Names the rotation, and the version that it makes; no secret. */
    ClientRequestToken: z.string().min(1).max(64),
  }),
  output: z.object({ status: z.enum(['done', 'superseded']) }),
});
