import * as z from 'zod';
import type { Outcome } from '../core/plan/run-summary.ts';

/** `source` of every event that Headroom publishes. */
export const eventSource = 'headroom';

/** Outcome of a run (lib/core/plan/run-summary.ts), from best to worst. */
export const outcomes = [
  'nothing',
  'applied',
  'coalesced',
  'observed',
  'stopped',
  'needs-approval',
  'refused',
  'partial',
  'failed',
] as const satisfies readonly Outcome[];

const serviceRef = { project: z.string().min(1), service: z.string().min(1) };
const gb = z.number().int().nonnegative();
/** Exact decimal, in the currency of the policy's prices. */
const amount = z.string();
/** A budget, by name. */
const budgetRef = { budget: z.string().min(1) };

/** Events of a finding that opens. Each is published once, and `Recovered` once when it ends. */
export const warnings = [
  'MaximumReached',
  'DiskFillsUp',
  'BudgetExceeded',
  'BudgetNearlyUsed',
  'AutoscalerLost',
] as const;

/** Detail of every bus event by detail type: first events that start a run, then events that report on one. */
export const eventDetails = {
  ServiceCreated: z.object(serviceRef),
  TagsChanged: z.object(serviceRef),
  PolicyChanged: z.object({}),
  BudgetChanged: z.object({}),
  /** Starts no run: it proves that events arrive. `sentAt` is ISO 8601, UTC. */
  Heartbeat: z.object({ sentAt: z.iso.datetime() }),
  AutoscalerEnabled: z.object({ ...serviceRef, runId: z.string(), maxAdditionalGb: gb }),
  AutoscalerDisabled: z.object({ ...serviceRef, runId: z.string() }),
  MaximumChanged: z.object({ ...serviceRef, runId: z.string(), fromGb: gb, toGb: gb }),
  MaximumReached: z.object({ ...serviceRef, runId: z.string(), maxAdditionalGb: gb }),
  /**
   * A disk fills up and its budget has no money left for it, at each level: `soon`, `90 %` and `100 %`. `percent` is whole
   * percent used, `days` the forecast until full, `raiseMonthly` the monthly amount that the budget lacks.
   */
  /**
   * A disk is full, or fills up, and cannot grow. `limitedBy` is what keeps it from growing; `budget` is present if its budget
   * has no room for it, `percent` if its use was measured.
   */
  DiskFillsUp: z.object({
    ...serviceRef,
    budget: budgetRef.budget.optional(),
    limitedBy: z.string().optional(),
    runId: z.string(),
    level: z.string(),
    percent: z.number().nonnegative().optional(),
    days: z.number().nonnegative().optional(),
    daysSoonest: z.number().nonnegative().optional(),
    daysAtMost: z.number().nonnegative().optional(),
    raiseMonthly: amount.optional(),
  }),
  BudgetExceeded: z.object({ ...budgetRef, runId: z.string(), monthly: amount, floorMonthly: amount }),
  BudgetNearlyUsed: z.object({ ...budgetRef, runId: z.string(), monthly: amount, allocatedMonthly: amount }),
  /**
   * A person or a program other than Headroom took the autoscaler from a service that Headroom had given it. `drift` lists
   * `endpoint-removed`, `integration-removed` and what else was changed; `text` names the actor if the platform does.
   */
  AutoscalerLost: z.object({ ...serviceRef, runId: z.string(), drift: z.string(), text: z.string() }),
  /** A finding of a service or budget, of which one of the warnings was published, has ended. */
  Recovered: z.object({
    from: z.enum(warnings),
    project: z.string().optional(),
    service: z.string().optional(),
    budget: z.string().optional(),
    runId: z.string(),
    /** ISO 8601, UTC: when it opened. */
    since: z.string(),
  }),
  /** A message for people, addressed to one owner. */
  Notice: z.object({ owner: z.string(), urgent: z.boolean(), subject: z.string(), text: z.string() }),
  PlanNeedsApproval: z.object({ runId: z.string(), digest: z.string(), reasons: z.array(z.string()) }),
  /**
   * `audit` is the end of the audit after the run, absent if it cannot be read: a copy outside of the store, which
   * `headroom audit --verify --head` compares with the store.
   */
  RunCompleted: z.object({
    runId: z.string(),
    outcome: z.enum(outcomes),
    confirmed: gb,
    failed: gb,
    findings: gb,
    audit: z.object({ sequence: gb, hash: z.string() }).optional(),
  }),
  RunFailed: z.object({ runId: z.string(), error: z.string(), cause: z.string() }),
} as const;

export type EventType = keyof typeof eventDetails;

/** Event types that start a run over the project of one service. */
const aboutOneService = ['ServiceCreated', 'TagsChanged'] as const satisfies readonly EventType[];
/** Event types that start a run over all projects. */
const aboutAll = ['PolicyChanged', 'BudgetChanged'] as const satisfies readonly EventType[];
/** Event types that start a run. */
export const wakingEvents = [...aboutOneService, ...aboutAll] as const;
/** Event types that reach the workflow, including the heartbeat, which proves that they do. */
export const intakeEvents = [...wakingEvents, 'Heartbeat'] as const;
/**
 * Kinds of events that reach the workflow, with the one required member of their detail. Only events that have it pass,
 * and all other members are dropped.
 */
export const intakeKinds: readonly {
  readonly name: string;
  readonly types: readonly (typeof intakeEvents)[number][];
  readonly member?: string;
}[] = [
  { name: 'Waking', types: aboutOneService, member: 'project' },
  { name: 'WakingAll', types: aboutAll },
  { name: 'Heartbeat', types: ['Heartbeat'], member: 'sentAt' },
];

export type EventOf<T extends EventType> = { readonly type: T; readonly detail: z.infer<(typeof eventDetails)[T]> };
export type HeadroomEvent = { [T in EventType]: EventOf<T> }[EventType];

/** An event from the event pipe, reduced to the members that decide which projects to check. */
const batchedEvent = z.discriminatedUnion(
  'detail-type',
  [
    z.object({ 'detail-type': z.enum(aboutOneService), detail: z.object({ project: z.string().min(1) }) }),
    z.object({ 'detail-type': z.enum(aboutAll), detail: z.object({ project: z.undefined().optional() }) }),
    z.object({ 'detail-type': z.literal('Heartbeat'), detail: eventDetails.Heartbeat }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${intakeEvents.join(', ')}` : undefined) },
);

export type BatchedEvent = z.infer<typeof batchedEvent>;

/** An event that cannot be read; it triggers no run. */
export interface UnreadableEvent {
  /** Index in the batch, from 0. */
  readonly index: number;
  /** The invalid member and its problem. */
  readonly problem: string;
  /** The raw event. */
  readonly event: unknown;
}

/**
 * Reads each event of a batch separately, so that an unreadable event does not affect the others.
 * @returns the readable events in their order, and the unreadable ones with their problems
 */
export const readBatch = (
  batch: readonly unknown[],
): { readonly events: readonly BatchedEvent[]; readonly unreadable: readonly UnreadableEvent[] } => {
  const events: BatchedEvent[] = [];
  const unreadable: UnreadableEvent[] = [];
  for (const [index, event] of batch.entries()) {
    const read = batchedEvent.safeParse(event);
    if (read.success) events.push(read.data);
    else {
      const [issue] = read.error.issues;
      const member = issue?.path.join('.') || 'the event';
      unreadable.push({ index, problem: `${member}: ${issue?.message ?? 'cannot be read'}`, event });
    }
  }
  return { events, unreadable };
};
