import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { storeAreas as area, runFolder } from '../store-keys.ts';
import { again, longestWaitSeconds } from './again.ts';
import { callOrder, calls, contract, count, runId } from './parts.ts';

/** Asks the platform what the plan of a run depends on and the store does not know. */
export const askTask = contract({
  name: 'ask',
  workflow: 'reconcile',
  environment: [...platformEnvironment],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: { work: 840, note: 840 },
  order: 'survey',
  longestWaitSeconds,
  copies: 1,
  store: {
    read: [...calls.read, runFolder, area.lookup, area.projectRecord],
    write: [...calls.write, area.questions, area.lookup, area.projectRecord],
    delete: [],
  },
  input: z.object({ runId, order: callOrder.optional() }),
  /** Lookups made in this call, and the ones without an answer. */
  output: z.object({ asked: count, unanswered: count, again }),
});
