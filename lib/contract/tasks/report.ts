import * as z from 'zod';
import { outcomes } from '../events.ts';
import { storeAreas as area, runFolder } from '../store-keys.ts';
import { audit, contract, count, failure, runId } from './parts.ts';

/** What outlives the run, and messages for channels: the report adds missing ones. */
const notified = [area.reported, area.delivery] as const;

/** Ends a run: seals the audit, publishes the outcome and releases the lease. */
export const reportTask = contract({
  name: 'report',
  workflow: 'reconcile',
  environment: ['organization', 'profile', 'bucket', 'auditLockDays', 'bus', 'stack'],
  memoryMb: 1024,
  timeoutSeconds: 330,
  stateSeconds: { work: 300, note: 300 },
  order: null,
  copies: 1,
  store: {
    read: [
      runFolder,
      area.projectRecord,
      area.lease,
      area.proposedPlan,
      area.moneyOfDay,
      area.runSummary,
      area.used,
      ...notified,
      ...audit,
    ],
    write: [
      area.report,
      area.sealed,
      area.runSummary,
      area.moneyOfDay,
      area.lease,
      area.used,
      ...notified,
      ...audit,
      area.damaged,
    ],
    delete: [area.sealing],
  },
  /** `failure`: the error that ended the whole run. `unlessReported`: leave an existing report unchanged. */
  input: z.object({ runId, failure: failure.optional(), unlessReported: z.boolean().optional() }),
  output: z.object({
    runId,
    outcome: z.enum(outcomes),
    Error: z.string(),
    Cause: z.string(),
    /** Events of the run that the bus did not take; absent: none. */
    unpublished: count.optional(),
  }),
});
