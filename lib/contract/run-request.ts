import * as z from 'zod';

/** The trigger of a run. */
const trigger = z.strictObject({
  kind: z.enum(['schedule', 'event', 'manual']),
  /** Name for people: of a schedule, a command or an event. */
  by: z.string().default(''),
});

/** Trigger name of the daily schedule: the one run of a day that may read more than its decisions need. */
export const dailyPass = 'daily budget adjustment';

/** Services, by globs over the names of project and service. */
const targets = z.array(z.strictObject({ project: z.string().min(1), service: z.string().min(1) })).min(1);

const patterns = z.array(z.string().min(1)).min(1);

/** Workflow input from a schedule or a person. Strict: a misspelt key must not mean "all projects". */
export const runRequest = z
  .strictObject({
    trigger,
    /** Only these projects; a person may use globs. Absent means all; an empty list is an error. */
    projects: z.array(z.string().min(1)).min(1).optional(),
    /** Digest, or its first characters, of the approved plan: an upper bound for what may exceed a guardrail. */
    approvedDigest: z.string().min(1).optional(),
    /** Carry out exactly the approved plan, or nothing. */
    exact: z.boolean().optional(),
    /** Undo the writes of this run instead of applying the policy; its projects are the scope. */
    undo: z.string().min(1).optional(),
    /** Limits the undo to writes in these projects and for these services, by globs. */
    undoPart: z.strictObject({ projects: patterns.optional(), services: patterns.optional() }).optional(),
    /** Adopt the autoscalers of these services, by globs, instead of applying the policy. */
    adopt: targets.optional(),
    /** Reclaim added storage of these services, by globs, instead of applying the policy. */
    reclaim: targets.optional(),
    /** Add storage in whole GB to the disk of this service, instead of applying the policy. */
    grow: z
      .strictObject({ project: z.string().min(1), service: z.string().min(1), gb: z.number().int().positive() })
      .optional(),
    /** Plan only the changes of this service, and what its budget needs for them. */
    only: z.strictObject({ project: z.string().min(1), service: z.string().min(1) }).optional(),
    /** Change the one service of `only` or `grow` although a freeze holds back changes, for this reason. */
    duringFreeze: z.string().min(1).max(200).optional(),
    /** Undo although the mode is observe or stop; a mode that is set later applies. */
    underStop: z.boolean().optional(),
    /** Projects to read at most, the most urgent first; absent: all. The plan uses the last readings of the others. */
    reads: z.number().int().positive().optional(),
    /** Disks whose use it measures at most; absent: `mostMeasured`. */
    measures: z.number().int().positive().optional(),
    /** Minutes between two scheduled passes, from which the promised age of readings follows; absent without a schedule. */
    everyMinutes: z.number().int().positive().optional(),
    /** How looks for new services take place, from which follows how soon one is found; absent without a schedule. */
    looks: z
      .strictObject({ projects: z.number().int().positive(), everyMinutes: z.number().int().positive() })
      .optional(),
    /** Read only: takes no lease, so it never blocks a run that writes. */
    readOnly: z.boolean().default(false),
  })
  .refine(({ projects, undo }) => projects === undefined || undo === undefined, {
    message: 'an undo covers the projects of its run; remove projects',
    path: ['projects'],
  })
  .refine(({ exact, approvedDigest }) => exact !== true || approvedDigest !== undefined, {
    message: 'exact requires approvedDigest',
    path: ['exact'],
  })
  .refine(({ adopt, undo }) => adopt === undefined || undo === undefined, {
    message: 'a run either adopts or undoes; remove adopt',
    path: ['adopt'],
  })
  .refine(({ adopt, undo, reclaim }) => reclaim === undefined || (undo ?? adopt) === undefined, {
    message: 'a run that reclaims neither undoes nor adopts; remove reclaim',
    path: ['reclaim'],
  })
  .refine(({ adopt, undo, reclaim, grow }) => grow === undefined || (undo ?? adopt ?? reclaim) === undefined, {
    message: 'a run that adds storage neither undoes, adopts nor reclaims; remove grow',
    path: ['grow'],
  })
  .refine(({ duringFreeze, only, grow }) => duringFreeze === undefined || (only ?? grow) !== undefined, {
    message: 'only the change of one service is made during a freeze; remove duringFreeze',
    path: ['duringFreeze'],
  })
  .refine(({ undo, undoPart, underStop }) => undo !== undefined || (undoPart ?? underStop) === undefined, {
    message: 'undoPart and underStop require undo',
    path: ['undo'],
  });

/** Workflow input from the event pipe: a batch of bus events, each parsed separately (events.ts). */
export const eventBatch = z.array(z.unknown()).min(1);

export type RunRequest = z.infer<typeof runRequest>;
