import {
  OutOfTime,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
  StoreConflict,
} from '../../contract/errors.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import type { TaskOutput } from '../../contract/tasks.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { TaskHandlers } from '../../local/task-handlers.ts';
import { type Progress, runWorkflow } from '../../local/workflow.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { needObject } from '../../run/store/objects.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import { definitions } from '../../workflow/definitions.ts';
import type { Console } from '../shell/console.ts';
import { UsageError } from '../shell/usage-error.ts';
import { followRun } from './follow-run.ts';

/** What a run of the command line works with. */
export interface RunContext {
  readonly runId: string;
  readonly handlers: TaskHandlers;
  readonly store: Store;
  readonly console: Pick<Console, 'progress' | 'note'>;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
  /** Milliseconds between tries instead of the definition's, by name of the state. */
  readonly retries?: Readonly<Record<string, number>>;
}

type ReportHandler = TaskHandlers['report'];

/** What comes between the states of a run. */
interface Between {
  readonly report: ReportHandler;
  readonly onPlan: (plan: Plan) => void;
  /** Comes after the last write and before the lease is released, where the plan is carried out. */
  readonly finish: () => Promise<void>;
}

/**
 * Errors that pass by themselves, so that another try is worth its wait. A store or secret on this machine that cannot be
 * used does not mend by waiting, and a person decides about a lease that another run holds.
 */
const passing = [PlatformUnavailable, PlatformThrottled, OutOfTime, StoreConflict];
const isFinal = (error: unknown): boolean => !passing.some((kind) => error instanceof kind);

const isFailed = (input: unknown): boolean => typeof input === 'object' && input !== null && 'failure' in input;

/**
 * Errors that end everything: noting them on each project would only hide them. What is written is noted to the end, but
 * where even the note of a project fails a person is there to see why.
 */
const endsRun = (error: unknown, task: string, input: unknown): boolean => {
  if (task !== 'report' && isFailed(input)) return isFinal(error);
  return task !== 'apply' && (error instanceof RunInterrupted || error instanceof PlatformUnauthorized);
};

const failureOf = (error: unknown) =>
  error instanceof Error ? { Error: error.name, Cause: error.message } : { Error: 'Error', Cause: String(error) };

/** The error of the task that last failed for the whole run: of it the definition keeps only name and message. */
class LastFailure {
  current: { readonly error: unknown } | undefined;
  async of<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      this.current = undefined;
      return result;
    } catch (error) {
      this.current = { error };
      throw error;
    }
  }
}

const readRun = ({ store, runId }: RunContext): Promise<RunObject> => needObject<RunObject>(store, keys.run(runId));
const readPlan = ({ store, runId }: RunContext): Promise<Plan> => needObject<Plan>(store, keys.plan(runId));

const refuseOutside = ({ outside }: RunObject): void => {
  if (outside.length > 0) throw new UsageError(`not a project of this organization: ${outside.join(', ')}`);
};

/** @throws the error that ended the run, as the task threw it */
const runReconcile = async (context: RunContext, request: RunRequest, between: Between): Promise<void> => {
  const { runId, console, signal, retries } = context;
  const failure = new LastFailure();
  let isApplied = false;
  let isFailureReported = false;
  const discover = async (input: unknown) => {
    const discovered = await context.handlers.discover(input);
    refuseOutside(await readRun(context));
    return discovered;
  };
  const plan = async (input: unknown) => {
    const planned = await context.handlers.plan(input);
    between.onPlan(await readPlan(context));
    isApplied = planned.verdict === 'apply';
    return planned;
  };
  const end = async (input: unknown) => {
    if (isApplied) await between.finish();
    isApplied = false;
    return between.report(input);
  };
  const reportFailure = async (input: unknown) => {
    const reported = await between.report(input);
    isFailureReported = true;
    return reported;
  };
  const handlers = {
    ...context.handlers,
    discover: (input: unknown) => failure.of(discover(input)),
    plan: (input: unknown) => failure.of(plan(input)),
    report: (input: unknown) => (isFailed(input) ? reportFailure(input) : failure.of(end(input))),
  };
  const follow = followRun(console);
  const onProgress = (progress: Progress) => {
    const { current } = failure;
    if (progress.kind === 'retried' && progress.item === undefined && current !== undefined)
      console.note(`${failureOf(current.error).Cause}; trying again`);
    follow(progress);
  };
  const options = { runId, handlers, retries, onProgress, isFinal, endsRun, signal };
  try {
    await runWorkflow(definitions.reconcile, request, options);
  } catch (error) {
    const first = error instanceof RunInterrupted ? error : (failure.current?.error ?? error);
    // The first error is what the user must see, also when the store cannot even take the report of it.
    if (!isFailureReported) await between.report({ runId, failure: failureOf(first) }).catch(() => undefined);
    throw first;
  }
  if (failure.current !== undefined) throw failure.current.error;
};

/** What looks only leaves no report behind. */
const unreported =
  ({ runId }: RunContext): ReportHandler =>
  async (): Promise<TaskOutput<'report'>> => ({ runId, outcome: 'observed', Error: '', Cause: '' });

/** A run up to its plan, for commands that only look: it holds no lease and writes nothing to the platform. */
export const lookOnce = async (
  context: RunContext,
  request: Omit<RunRequest, 'readOnly' | 'approvedDigest'>,
): Promise<{ readonly plan: Plan; readonly run: RunObject }> => {
  const nothing = { onPlan: () => undefined, finish: async () => undefined };
  await runReconcile(context, { ...request, readOnly: true }, { report: unreported(context), ...nothing });
  return { plan: await readPlan(context), run: await readRun(context) };
};

/**
 * A whole run: plan, release, grant, report. The lease is released however it ends. Where the plan is carried out,
 * `finish` comes after the last write and before the lease is released.
 */
export const reconcileOnce = async (
  context: RunContext,
  request: RunRequest,
  onPlan: (plan: Plan) => void,
  finish: () => Promise<void>,
): Promise<ReportObject> => {
  await runReconcile(context, request, { report: context.handlers.report, onPlan, finish });
  return needObject<ReportObject>(context.store, keys.report(context.runId));
};
