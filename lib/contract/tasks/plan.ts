import * as z from 'zod';
import { storeAreas as area, runFolder } from '../store-keys.ts';
import { audit, callOrder, contract, count, project, runId } from './parts.ts';

const approvals = [area.proposedPlan, area.approval, area.used] as const;

/** What a run that may write reads, and writes again. */
const both = [area.lease, area.projectRecord, area.inventoryIndex, ...audit, ...approvals] as const;

/** Takes the lease and plans the changes of the whole organization. */
export const planTask = contract({
  name: 'plan',
  workflow: 'reconcile',
  environment: ['organization', 'profile', 'bucket', 'auditLockDays', 'approvalRule', 'stack'],
  // The snapshots of the whole organization must fit in memory.
  memoryMb: 1769,
  timeoutSeconds: 900,
  stateSeconds: { work: 840, note: 840 },
  order: null,
  copies: 1,
  store: {
    read: [area.policy, area.grants, runFolder, area.lookup, ...both],
    write: [area.readings, area.questions, area.plan, area.sealed, area.damaged, ...both],
    delete: [area.sealing],
  },
  input: z.object({ runId, order: callOrder.optional() }),
  output: z.object({
    runId,
    /**
     * Without a plan yet: `again`, the run reads `projects` once more, because another run has changed them; `ask`, the run
     * asks the platform what the plan depends on.
     */
    verdict: z.enum(['nothing', 'apply', 'observe', 'needs-approval', 'again', 'ask']),
    digest: z.string(),
    changes: count,
    /** Projects with changes, per phase. */
    release: z.array(project),
    grant: z.array(project),
    /** Batches of indexes of the projects to read again; absent otherwise. */
    projects: z.array(z.array(project)).optional(),
    /** Order of service of the run's reads; only with the verdicts `again` and `ask`. */
    order: callOrder.optional(),
    /** The oldest reading is past twice the age that the schedules promise; absent otherwise, and for a run that only looks. */
    readingsOverdue: z.literal(true).optional(),
  }),
});
