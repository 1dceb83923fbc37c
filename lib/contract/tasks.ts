import * as z from 'zod';
import type { EnvironmentKey } from './environment.ts';
import { outcomes } from './events.ts';
import type { functionSizes } from './function-sizes.ts';

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
const runRequest = z
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
const eventBatch = z.array(z.unknown()).min(1);

const runId = z.string().min(1);
/** Place of a project in the run's list: names would pass the limit of what may travel between states. */
const project = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
/** `Cause` may be missing. */
const failure = z.object({ Error: z.string(), Cause: z.unknown().optional() });

/** A task: one Lambda, named alike in `functions/`, here and in the workflow definition. */
export interface TaskContract<I extends z.ZodType, O extends z.ZodType, K extends EnvironmentKey = EnvironmentKey> {
  readonly name: string;
  /** The state machine that calls it; null when a schedule or Secrets Manager calls it directly. */
  readonly workflow: 'reconcile' | 'retire-token' | null;
  readonly input: I;
  readonly output: O;
  /** What the Lambda is told of where it is: exactly these variables are set, and they decide what it may reach. */
  readonly environment: readonly K[];
}

const task = <I extends z.ZodType, O extends z.ZodType, const K extends EnvironmentKey>(
  contract: TaskContract<I, O, K>,
) => contract;

/** What it takes to call the platform. */
const platform = ['baseUrl', 'organization', 'profile', 'searchEngine', 'secret', 'callsPerMinute'] as const;

export const discoverTask = task({
  name: 'discover',
  workflow: 'reconcile',
  environment: [...platform, 'bucket', 'auditLockDays'],
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

export const surveyTask = task({
  name: 'survey',
  workflow: 'reconcile',
  environment: [...platform, 'bucket'],
  /** With `failure` it only notes that the project could not be read. `project` is its place in the run's list. */
  input: z.object({ runId, project, failure: failure.optional() }),
  output: z.object({ services: count, endpoints: count }),
});

export const planTask = task({
  name: 'plan',
  workflow: 'reconcile',
  environment: [...platform, 'bucket'],
  input: z.object({ runId }),
  output: z.object({
    runId,
    verdict: z.enum(['nothing', 'apply', 'observe', 'needs-approval']),
    digest: z.string(),
    changes: count,
    /** Projects with changes, per phase. */
    release: z.array(project),
    grant: z.array(project),
  }),
});

export const applyTask = task({
  name: 'apply',
  workflow: 'reconcile',
  environment: [...platform, 'bucket'],
  /** With `failure` it only notes that the changes of this project and phase could not be carried out. */
  input: z.object({ runId, project, phase: z.enum(['release', 'grant']), failure: failure.optional() }),
  output: z.object({ confirmed: count, unconfirmed: count, failed: count, skipped: count }),
});

export const reportTask = task({
  name: 'report',
  workflow: 'reconcile',
  environment: ['bucket', 'auditLockDays', 'bus'],
  /** With `failure` the run failed as a whole, by that error; `unlessReported` keeps a report that is there already. */
  input: z.object({ runId, failure: failure.optional(), unlessReported: z.boolean().optional() }),
  output: z.object({ runId, outcome: z.enum(outcomes), Error: z.string(), Cause: z.string() }),
});

export const watchServicesTask = task({
  name: 'watch-services',
  workflow: null,
  environment: [...platform, 'bucket', 'bus'],
  /** `most`: projects to look at in this call, going on where the last one ended; absent: all. */
  input: z.object({ most: z.number().int().positive().optional() }),
  /** `helloOverdue`: for two hours no hello has come back, so events that ask for a run may not either. */
  output: z.object({ projects: count, unreadable: count, published: count, helloOverdue: z.boolean() }),
});

/** What it takes to call the platform with any of the secret's tokens. */
const tokens = ['baseUrl', 'organization', 'rotatedSecret', 'callsPerMinute'] as const;

export const rotateTokenTask = task({
  name: 'rotate-token',
  workflow: null,
  environment: [...tokens, 'retirement'],
  /** As Secrets Manager calls it, for each step in turn. */
  input: z.object({
    Step: z.enum(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
    /** ARN of the secret. */
    SecretId: z.string().min(1),
    /** Names the rotation, and the version that it makes; no secret. */
    ClientRequestToken: z.string().min(1).max(64),
  }),
  output: z.object({ status: z.enum(['done', 'superseded']) }),
});

export const retireTokenTask = task({
  name: 'retire-token',
  workflow: 'retire-token',
  environment: [...tokens],
  /** The version of the secret whose token was replaced. */
  input: z.object({ versionId: z.string().min(1) }),
  output: z.object({ status: z.enum(['revoked', 'gone', 'kept']), swept: count }),
});

export const tasks = [
  discoverTask,
  surveyTask,
  planTask,
  applyTask,
  reportTask,
  watchServicesTask,
  rotateTokenTask,
  retireTokenTask,
] as const;

export type TaskName = keyof typeof functionSizes;
export type WorkflowName = 'reconcile' | 'retire-token';
export type TaskInput<T extends TaskContract<z.ZodType, z.ZodType>> = z.infer<T['input']>;
export type TaskOutput<T extends TaskContract<z.ZodType, z.ZodType>> = z.infer<T['output']>;
export type RunRequest = z.infer<typeof runRequest>;
