import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { storeAreas as area, runFolder } from '../store-keys.ts';
import { again, longestWaitSeconds } from './again.ts';
import { calls, contract, count, failure, mapCopies, project, runId } from './parts.ts';

/** Writes the changes of one project in one phase, and reads back to confirm them. */
export const applyTask = contract({
  name: 'apply',
  workflow: 'reconcile',
  environment: [...platformEnvironment],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: { work: 840, note: 60 },
  order: 'write',
  longestWaitSeconds,
  copies: mapCopies,
  store: {
    read: [...calls.read, runFolder, area.lease, area.mode, area.lookup, area.projectRecord],
    write: [...calls.write, area.lookup, area.applied, area.lease, area.projectRecord, area.damaged],
    delete: [],
  },
  /** With `failure` it only records that the changes of this project and phase could not be applied. */
  input: z.object({ runId, project, phase: z.enum(['release', 'grant']), failure: failure.optional() }),
  output: z.object({ confirmed: count, unconfirmed: count, failed: count, skipped: count, again }),
});
