import * as z from 'zod';

/** What woke a run. */
const trigger = z.strictObject({
  kind: z.enum(['schedule', 'event', 'manual']),
  /** Who or what, in words for people: a schedule's name, a command. */
  by: z.string().default(''),
});

/** What the daily schedule calls itself: the one run of a day that may ask for more than it needs to decide. */
export const dailyPass = 'daily budget adjustment';

const patterns = z.array(z.string().min(1)).min(1);

/** Input of the workflow as a schedule or a person gives it. Strict: a misspelt key must not mean "all projects". */
export const runRequest = z
  .strictObject({
    trigger,
    /** Only these projects, also by globs where a person asks; absent means all, an empty list is refused. */
    projects: z.array(z.string().min(1)).min(1).optional(),
    /** Digest, or its first characters, of the one plan that may be applied although a guardrail stands against it. */
    approvedDigest: z.string().min(1).optional(),
    /** The run whose writes are to be taken back, instead of carrying out the policy; its projects are the scope. */
    undo: z.string().min(1).optional(),
    /** Of the run to undo only this part: writes in these projects and for these services, by globs. */
    undoPart: z.strictObject({ projects: patterns.optional(), services: patterns.optional() }).optional(),
    /** Undo although the mode is observe or stop; a mode that is set from then on holds. */
    underStop: z.boolean().optional(),
    /** Look only: takes no lease, so it never stands in the way of a run that writes. */
    readOnly: z.boolean().default(false),
  })
  .refine(({ projects, undo }) => projects === undefined || undo === undefined, {
    message: 'undo has the projects of its run for its scope: give no others',
    path: ['projects'],
  })
  .refine(({ undo, undoPart, underStop }) => undo !== undefined || (undoPart ?? underStop) === undefined, {
    message: 'undoPart and underStop are for a run with undo',
    path: ['undo'],
  });

/** Input of the workflow as the event pipe gives it: a batch of bus events, each of which is read alone (event-batch.ts). */
export const eventBatch = z.array(z.unknown()).min(1);

export type RunRequest = z.infer<typeof runRequest>;
