import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { outcomes } from '../events.ts';
import { eventBatch, runRequest } from '../run-request.ts';
import { storeAreas as area, runFolder } from '../store-keys.ts';
import { again, longestWaitSeconds } from './again.ts';
import { audit, callOrder, calls, contract, count, failure, mapCopies, project, runId } from './parts.ts';

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

/** Reads the services and endpoints of a batch of projects, and publishes services that are new. */
export const surveyTask = contract({
  name: 'survey',
  workflow: 'reconcile',
  environment: [...platformEnvironment, 'bus'],
  memoryMb: 256,
  timeoutSeconds: 270,
  stateSeconds: { work: 240, note: 60 },
  order: 'survey',
  longestWaitSeconds,
  copies: mapCopies,
  store: {
    read: [...calls.read, runFolder, area.projectRecord, area.inventoryIndex, area.lease],
    write: [...calls.write, area.readings, area.projectRecord, area.damaged],
    delete: [],
  },
  /** With `failure` it only records that the projects could not be read. `projects` are their indexes in the run's list. */
  input: z.object({
    runId,
    projects: z.array(project).min(1),
    order: callOrder.optional(),
    failure: failure.optional(),
  }),
  output: z.object({ services: count, endpoints: count, unread: count, again }),
});

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
