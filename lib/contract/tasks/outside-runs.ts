import * as z from 'zod';
import { platformEnvironment, tokenEnvironment } from '../environment.ts';
import { storeAreas as area } from '../store-keys.ts';
import { calls, contract, count } from './parts.ts';

/** Searches the projects' event logs for new services; once an hour it sends the heartbeat and checks when the token ends. */
export const watchServicesTask = contract({
  name: 'watch-services',
  workflow: null,
  environment: [...platformEnvironment, 'bus'],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: null,
  order: 'survey',
  copies: 1,
  store: {
    read: [...calls.read, area.watch, area.intake, area.projectRecord, area.inventoryIndex],
    write: [...calls.write, area.watch, area.projectRecord, area.damaged],
    delete: [],
  },
  /** `most`: number of projects to check in this call, those first that nothing has seen for longest; absent: all. */
  input: z.object({ most: z.number().int().positive().optional() }),
  /** `heartbeatOverdue`: no heartbeat has arrived for two hours, so other events may be lost too. */
  output: z.object({
    projects: count,
    unreadable: count,
    published: count,
    heartbeatOverdue: z.boolean(),
  }),
});

const { delivery } = area;

/** Sends the messages that runs left to the channels of the policy, and repeats failed attempts. */
export const deliverTask = contract({
  name: 'deliver',
  workflow: null,
  environment: ['bucket', 'bus', 'channels', 'workflow', 'approvalRule'],
  memoryMb: 256,
  timeoutSeconds: 300,
  stateSeconds: null,
  order: null,
  copies: 1,
  store: {
    read: [delivery],
    write: [delivery, area.damaged],
    delete: [delivery],
  },
  input: z.object({}),
  output: z.object({ delivered: count, waiting: count, dead: count }),
});

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
