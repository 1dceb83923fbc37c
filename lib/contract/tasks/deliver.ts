import * as z from 'zod';
import { storeAreas as area } from '../store-keys.ts';
import { contract, count } from './parts.ts';

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
