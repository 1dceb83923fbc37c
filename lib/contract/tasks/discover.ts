import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { eventBatch, runRequest } from '../run-request.ts';
import { storeAreas } from '../store-keys.ts';
import { audit, contract, count, damaged, project, runId } from './parts.ts';

/** Begins a run: reads what is asked for, takes the lease, freezes the policy for the run and lists the projects. */
export const discoverTask = contract({
  name: 'discover',
  workflow: 'reconcile',
  environment: [...platformEnvironment, 'bucket', 'auditLockDays'],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: { work: 840, note: 840 },
  callShare: 8,
  copies: 1,
  store: {
    read: [
      storeAreas.policy,
      storeAreas.calendar,
      storeAreas.mode,
      storeAreas.lease,
      storeAreas.run,
      ...audit,
      storeAreas.unsealedRun,
      storeAreas.heartbeatArrived,
    ],
    write: [storeAreas.lease, storeAreas.run, storeAreas.runSummary, ...audit, storeAreas.heartbeatArrived, ...damaged],
    delete: [storeAreas.unsealedRun, storeAreas.heartbeatArrived],
  },
  input: z.object({ runId, request: z.union([runRequest, eventBatch]) }),
  /**
   * `onlyHello` where nothing asked for a run: then there is no run to speak of. `unreadableEvents` of the batch were
   * noted and ask for nothing.
   */
  output: z.object({
    runId,
    projects: z.array(project),
    onlyHello: z.literal(true).optional(),
    unreadableEvents: count.optional(),
  }),
});
