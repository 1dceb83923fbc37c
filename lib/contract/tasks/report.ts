import * as z from 'zod';
import { outcomes } from '../events.ts';
import { storeAreas } from '../store-keys.ts';
import { audit, contract, damaged, failure, runId } from './parts.ts';

/** What people were notified of, and which projects were ever read. */
const notified = [storeAreas.episodes, storeAreas.projectsRead] as const;

/** Ends a run: seals the audit, publishes what happened and releases the lease. */
export const reportTask = contract({
  name: 'report',
  workflow: 'reconcile',
  environment: ['bucket', 'auditLockDays', 'bus'],
  memoryMb: 1024,
  timeoutSeconds: 330,
  stateSeconds: { work: 300, note: 300 },
  callShare: 0,
  copies: 1,
  store: {
    read: [storeAreas.run, storeAreas.lease, storeAreas.unsealedRun, ...notified, ...audit],
    write: [
      storeAreas.run,
      storeAreas.runSummary,
      storeAreas.lease,
      storeAreas.latestReport,
      ...notified,
      ...audit,
      ...damaged,
    ],
    delete: [storeAreas.unsealedRun, ...notified],
  },
  /** With `failure` the run failed as a whole, by that error; `unlessReported` keeps a report that is there already. */
  input: z.object({ runId, failure: failure.optional(), unlessReported: z.boolean().optional() }),
  output: z.object({ runId, outcome: z.enum(outcomes), Error: z.string(), Cause: z.string() }),
});
