import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { eventBatch, runRequest } from '../run-request.ts';
import { storeAreas } from '../store-keys.ts';
import { audit, callOrder, calls, contract, count, damaged, project, runId } from './parts.ts';

/** Begins a run: reads the request, takes the lease, pins the policy for the run and lists the projects. */
export const discoverTask = contract({
  name: 'discover',
  workflow: 'reconcile',
  environment: [...platformEnvironment, 'auditLockDays'],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: { work: 840, note: 840 },
  order: 'survey',
  copies: 1,
  store: {
    read: [
      ...calls.read,
      storeAreas.policy,
      storeAreas.calendar,
      storeAreas.mode,
      storeAreas.lease,
      storeAreas.run,
      storeAreas.inventoryIndex,
      ...audit,
      storeAreas.unsealedRun,
      storeAreas.heartbeatArrived,
      storeAreas.proposal,
      storeAreas.approvalUse,
    ],
    write: [
      ...calls.write,
      storeAreas.lease,
      storeAreas.run,
      storeAreas.runSummary,
      storeAreas.approvalUse,
      ...audit,
      storeAreas.heartbeatArrived,
      ...damaged,
    ],
    delete: [storeAreas.unsealedRun, storeAreas.heartbeatArrived],
  },
  input: z.object({ runId, request: z.union([runRequest, eventBatch]) }),
  /**
   * `onlyHeartbeat`: nothing requested a run, so none began. `unreadableEvents`: number of events of the batch that were
   * stored and skipped.
   */
  output: z.object({
    runId,
    /** Batches of indexes in the run's list. */
    projects: z.array(z.array(project)),
    /** Order of service of the run's reads; absent if no run began. */
    order: callOrder.optional(),
    onlyHeartbeat: z.literal(true).optional(),
    unreadableEvents: count.optional(),
  }),
});
