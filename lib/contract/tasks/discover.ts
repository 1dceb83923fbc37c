import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { eventBatch, runRequest } from '../run-request.ts';
import { storeAreas as area, runFolder } from '../store-keys.ts';
import { callOrder, calls, contract, count, project, runId } from './parts.ts';

/** Begins a run: reads the request, pins the policy for the run and lists the projects. */
export const discoverTask = contract({
  name: 'discover',
  workflow: 'reconcile',
  environment: [...platformEnvironment, 'approvalRule', 'stack'],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: { work: 840, note: 840 },
  order: 'survey',
  copies: 1,
  store: {
    read: [
      ...calls.read,
      area.policy,
      area.calendar,
      area.mode,
      area.lease,
      runFolder,
      area.inventoryIndex,
      area.auditFile,
      area.sealing,
      area.approval,
      area.intake,
      area.watch,
      area.reported,
    ],
    write: [...calls.write, area.run, area.runSummary, area.intake, area.damaged],
    delete: [],
  },
  input: z.object({ runId, request: z.union([runRequest, eventBatch]) }),
  /**
   * `onlyHeartbeat`: nothing requested a run, so none began. `unreadableEvents`: number of events of the batch that were stored and skipped.
   */
  output: z.object({
    runId,
    /** Batches of indexes in the run's list. */
    projects: z.array(z.array(project)),
    /** Order of service of the run's reads; absent if no run began. */
    order: callOrder.optional(),
    onlyHeartbeat: z.literal(true).optional(),
    unreadableEvents: count.optional(),
    /** The policy in the store is invalid, and the run goes by the last valid one; absent otherwise. */
    policyInvalid: z.literal(true).optional(),
  }),
});
