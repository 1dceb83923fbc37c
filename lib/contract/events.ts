import * as z from 'zod';
import type { Outcome } from '../core/plan/outcome.ts';

/** `source` of every event that Headroom publishes. */
export const eventSource = 'headroom';

/** Outcome of a run (lib/core/plan/outcome.ts), from best to worst. */
export const outcomes = [
  'nothing',
  'applied',
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
/** A budget by its name. */
const budgetRef = { budget: z.string().min(1) };

/** Events that open an episode: published once, and once more, as `Recovered`, when it is over. */
export const warnings = ['MaximumReached', 'MaximumSoon', 'DiskFillsUp', 'BudgetExceeded', 'BudgetNearlyUsed'] as const;

/** Detail of every event on the bus, by detail type: those that wake a run first, then those that report on one. */
export const eventDetails = {
  ServiceCreated: z.object(serviceRef),
  TagsChanged: z.object(serviceRef),
  PolicyChanged: z.object({}),
  BudgetChanged: z.object({}),
  /** Asks for nothing: sent to see that events come through. `sentAt` is ISO 8601, UTC. */
  Heartbeat: z.object({ sentAt: z.iso.datetime() }),
  AutoscalerEnabled: z.object({ ...serviceRef, runId: z.string(), maxAdditionalGb: gb }),
  AutoscalerDisabled: z.object({ ...serviceRef, runId: z.string() }),
  MaximumChanged: z.object({ ...serviceRef, runId: z.string(), fromGb: gb, toGb: gb }),
  MaximumReached: z.object({ ...serviceRef, runId: z.string(), maxAdditionalGb: gb }),
  /** Days until the maximum is reached: as expected, and at the soonest and at the most where the forecast gives a band. */
  MaximumSoon: z.object({
    ...serviceRef,
    runId: z.string(),
    days: z.number().nonnegative(),
    daysSoonest: z.number().nonnegative().optional(),
    daysAtMost: z.number().nonnegative().optional(),
  }),
  /**
   * A disk that fills up while its budget leaves it no room, at each of the levels `soon`, `90 %` and `100 %`: whole percent
   * used, days until it is full where the forecast gives them, and by how much money a month the budget is too small.
   */
  DiskFillsUp: z.object({
    ...serviceRef,
    ...budgetRef,
    runId: z.string(),
    level: z.string(),
    percent: z.number().nonnegative(),
    days: z.number().nonnegative().optional(),
    daysSoonest: z.number().nonnegative().optional(),
    daysAtMost: z.number().nonnegative().optional(),
    raiseMonthly: amount.optional(),
  }),
  BudgetExceeded: z.object({ ...budgetRef, runId: z.string(), monthly: amount, floorMonthly: amount }),
  BudgetNearlyUsed: z.object({ ...budgetRef, runId: z.string(), monthly: amount, allocatedMonthly: amount }),
  /** An episode that one of the warnings opened is over: of a service, or of a budget. */
  Recovered: z.object({
    from: z.enum(warnings),
    project: z.string().optional(),
    service: z.string().optional(),
    budget: z.string().optional(),
    runId: z.string(),
    /** ISO 8601, UTC: when it began. */
    since: z.string(),
  }),
  /** A text for people, for the one owner that it names. */
  Notice: z.object({ owner: z.string(), urgent: z.boolean(), subject: z.string(), text: z.string() }),
  PlanNeedsApproval: z.object({ runId: z.string(), digest: z.string(), reasons: z.array(z.string()) }),
  RunCompleted: z.object({ runId: z.string(), outcome: z.enum(outcomes), confirmed: gb, failed: gb, findings: gb }),
  RunFailed: z.object({ runId: z.string(), error: z.string(), cause: z.string() }),
} as const;

export type EventType = keyof typeof eventDetails;

/** Event types that ask for a run over the project of one service. */
export const aboutOneService = ['ServiceCreated', 'TagsChanged'] as const satisfies readonly EventType[];
/** Event types that ask for a run over all projects. */
export const aboutAll = ['PolicyChanged', 'BudgetChanged'] as const satisfies readonly EventType[];
/** Event types that ask for a run. */
export const wakingEvents = [...aboutOneService, ...aboutAll] as const;
/** Event types that are handed to the workflow: also the one by which Headroom sees that they are. */
export const intakeEvents = [...wakingEvents, 'Heartbeat'] as const;
/** Detail types of a heartbeat: the version before sent it as `Hello`, which is accepted for one release. */
export const heartbeatTypes = ['Heartbeat', 'Hello'] as const;
/**
 * Kinds of events that are handed to the workflow, with the one member of their detail without which they ask for
 * nothing: only an event that has it is let in, and no other member travels with it.
 */
export const intakeKinds: readonly {
  readonly name: string;
  readonly types: readonly (typeof intakeEvents | typeof heartbeatTypes)[number][];
  readonly member?: string;
}[] = [
  { name: 'Waking', types: aboutOneService, member: 'project' },
  { name: 'WakingAll', types: aboutAll },
  { name: 'Heartbeat', types: heartbeatTypes, member: 'sentAt' },
];

export type EventOf<T extends EventType> = { readonly type: T; readonly detail: z.infer<(typeof eventDetails)[T]> };
export type HeadroomEvent = { [T in EventType]: EventOf<T> }[EventType];
