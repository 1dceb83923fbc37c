import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { storeAreas } from '../store-keys.ts';
import { audit, callOrder, calls, contract, count, damaged, project, runId } from './parts.ts';

const approvals = [storeAreas.proposal, storeAreas.approval, storeAreas.approvalUse, storeAreas.rollout] as const;

/** Takes the lease and plans the changes of the whole organization. */
export const planTask = contract({
  name: 'plan',
  workflow: 'reconcile',
  environment: [...platformEnvironment, 'auditLockDays', 'approvalRule'],
  // The snapshots of the whole organization must fit in memory.
  memoryMb: 1769,
  timeoutSeconds: 900,
  stateSeconds: { work: 840, note: 840 },
  order: 'survey',
  copies: 1,
  store: {
    read: [
      ...calls.read,
      storeAreas.policy,
      storeAreas.grants,
      storeAreas.run,
      storeAreas.lease,
      storeAreas.readers,
      storeAreas.unsealedRun,
      storeAreas.inventory,
      storeAreas.inventoryIndex,
      ...audit,
      storeAreas.enforcement,
      ...approvals,
      storeAreas.refusal,
      storeAreas.loweredOptions,
      storeAreas.planDisk,
      storeAreas.price,
      storeAreas.history,
      storeAreas.lastApplied,
      storeAreas.damagedSign,
    ],
    write: [
      ...calls.write,
      storeAreas.run,
      storeAreas.lease,
      storeAreas.readers,
      ...audit,
      storeAreas.unsealedRun,
      storeAreas.inventory,
      storeAreas.inventoryIndex,
      storeAreas.enforcement,
      ...approvals,
      storeAreas.planDisk,
      storeAreas.price,
      storeAreas.history,
      ...damaged,
    ],
    delete: [
      storeAreas.unsealedRun,
      storeAreas.refusal,
      storeAreas.loweredOptions,
      storeAreas.enforcement,
      storeAreas.rollout,
      storeAreas.history,
      storeAreas.lastApplied,
      storeAreas.damagedSign,
    ],
  },
  input: z.object({ runId, order: callOrder.optional() }),
  output: z.object({
    runId,
    /** `again`: there is no plan yet; the run reads `projects` once more, because another run has changed them. */
    verdict: z.enum(['nothing', 'apply', 'observe', 'needs-approval', 'again']),
    digest: z.string(),
    changes: count,
    /** Projects with changes, per phase. */
    release: z.array(project),
    grant: z.array(project),
    /** Batches of indexes of the projects to read again; absent otherwise. */
    projects: z.array(z.array(project)).optional(),
    /** Order of service of the run's reads; only with `projects`. */
    order: callOrder.optional(),
    /** The oldest reading is past twice the promised bound; absent otherwise. */
    readingsOverdue: z.literal(true).optional(),
  }),
});
