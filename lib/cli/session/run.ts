import {
  NotFound,
  OutOfTime,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
  StoreConflict,
  StoreUnavailable,
} from '../../contract/errors.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import type { TaskOutput } from '../../contract/tasks.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { TaskHandlers } from '../../local/task-handlers.ts';
import { runWorkflow } from '../../local/workflow.ts';
import type { Store } from '../../ports.ts';
import { needReport } from '../../run/publish/reports.ts';
import { keys } from '../../run/store/keys.ts';
import { needObject } from '../../run/store/objects.ts';
import { readRun } from '../../run/store/run.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import { definitions } from '../../workflow/definitions.ts';
import type { Progress } from '../../workflow/execution.ts';
import type { Console } from '../shell/console.ts';
import { followRun } from './follow-run.ts';

/** Dependencies of a run of the command line. */
export interface RunContext {
  readonly runId: string;
  readonly handlers: TaskHandlers;
  readonly store: Store;
  readonly console: Pick<Console, 'progress' | 'note'>;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
  /** Milliseconds between attempts by state, instead of those in the definition. */
  readonly retries?: Readonly<Record<string, number>>;
}

type ReportHandler = TaskHandlers['report'];

/** Hooks of the command line into a run. */
interface Hooks {
  readonly report: ReportHandler;
  /** Called before the first write; a rejection ends the run without any. */
  readonly onPlan: (plan: Plan) => void | Promise<void>;
  /** Called after the last write of an applied plan, before the lease is released. */
  readonly finish: () => Promise<void>;
}

/**
 * Errors that a retry may resolve, unless the platform cannot be reached, so that every retry meets the same. A retry does not help
 * with an unusable store or secret on this machine, and the user decides about a lease that another run holds. `OutOfTime` means
 * here that the platform asked to wait for minutes.
 */
const transientErrors = [PlatformUnavailable, PlatformThrottled, StoreConflict];
const isFinal = (error: unknown): boolean =>
  (error instanceof PlatformUnavailable && error.isLasting) || !transientErrors.some((kind) => error instanceof kind);

/** The definition's limit keeps functions from waiting for calls at a cost; in one process waiting costs nothing. */
const itemsAtOnce = 5;

const isFailed = (input: unknown): boolean => typeof input === 'object' && input !== null && 'failure' in input;

/** Errors of one task that every other task would have too. */
const endsAll = [RunInterrupted, PlatformUnauthorized, StoreUnavailable];

/**
 * Errors that end the whole run, because one note per project would hide them. Results of writes are always recorded; if
 * even that fails, the run ends so that the user sees the error.
 */
const endsRun = (error: unknown, task: string, input: unknown): boolean => {
  if (task !== 'report' && isFailed(input)) return isFinal(error);
  return task !== 'apply' && endsAll.some((kind) => error instanceof kind);
};

/** A task that fails where the definition waits for minutes, on a timer that a user does not see. */
const failInsteadOfWaiting =
  <T extends { readonly again?: { readonly at: string } }>(task: (input: unknown) => Promise<T>) =>
  async (input: unknown): Promise<T> => {
    const answer = await task(input);
    if (answer.again === undefined) return answer;
    const { at } = answer.again;
    throw new OutOfTime(`The platform allows the next call at ${at}: run again after that.`, at);
  };

const failureOf = (error: unknown) =>
  error instanceof Error ? { Error: error.name, Cause: error.message } : { Error: 'Error', Cause: String(error) };

/** The original error of the last failed task. The definition passes on only its name and message. */
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

const readPlan = ({ store, runId }: RunContext): Promise<Plan> => needObject<Plan>(store, keys.plan(runId));

const refuseOutside = ({ outside }: RunObject): void => {
  if (outside.length > 0) throw new NotFound(`not a project of this organization: ${outside.join(', ')}`);
};

/** @throws the error that ended the run, as the task threw it */
const runReconcile = async (context: RunContext, request: RunRequest, hooks: Hooks): Promise<void> => {
  const { runId, console, signal, retries } = context;
  const failure = new LastFailure();
  let isApplied = false;
  let isFailureReported = false;
  const discover = async (input: unknown) => {
    const discovered = await context.handlers.discover(input);
    refuseOutside(await readRun(context.store, context.runId));
    return discovered;
  };
  const plan = async (input: unknown) => {
    const planned = await context.handlers.plan(input);
    if (planned.verdict === 'again' || planned.verdict === 'ask') return planned;
    await hooks.onPlan(await readPlan(context));
    isApplied = planned.verdict === 'apply';
    return planned;
  };
  const end = async (input: unknown) => {
    if (isApplied) await hooks.finish();
    isApplied = false;
    return hooks.report(input);
  };
  const reportFailure = async (input: unknown) => {
    const reported = await hooks.report(input);
    isFailureReported = true;
    return reported;
  };
  const handlers = {
    ...context.handlers,
    discover: (input: unknown) => failure.of(discover(input)),
    survey: failInsteadOfWaiting(context.handlers.survey),
    plan: (input: unknown) => failure.of(plan(input)),
    ask: (input: unknown) => failure.of(failInsteadOfWaiting(context.handlers.ask)(input)),
    apply: failInsteadOfWaiting(context.handlers.apply),
    report: (input: unknown) => (isFailed(input) ? reportFailure(input) : failure.of(end(input))),
  };
  const follow = followRun(console);
  const onProgress = (progress: Progress) => {
    const { current } = failure;
    if (progress.kind === 'retried' && progress.item === undefined && current !== undefined)
      console.note(`${failureOf(current.error).Cause.replace(/\.$/, '')}. The run tries again.`);
    follow(progress);
  };
  const options = { runId, handlers, retries, onProgress, isFinal, endsRun, signal };
  try {
    await runWorkflow(definitions.reconcile, request, { ...options, itemsAtOnce });
  } catch (error) {
    const first = error instanceof RunInterrupted ? error : (failure.current?.error ?? error);
    // The user must see the first error, even if the store rejects the report of it.
    if (!isFailureReported) await hooks.report({ runId, failure: failureOf(first) }).catch(() => undefined);
    throw first;
  }
  if (failure.current !== undefined) throw failure.current.error;
};

/** A read-only run stores no report. */
const withoutReport =
  ({ runId }: RunContext): ReportHandler =>
  async (): Promise<TaskOutput<'report'>> => ({ runId, outcome: 'observed', Error: '', Cause: '' });

/** A run up to its plan, for read-only commands: it takes no lease and writes nothing to the platform. */
export const lookOnce = async (
  context: RunContext,
  request: Omit<RunRequest, 'readOnly' | 'approvedDigest'>,
): Promise<{ readonly plan: Plan; readonly run: RunObject }> => {
  let plan: Plan | undefined;
  const onPlan = (made: Plan) => {
    plan = made;
  };
  await runReconcile(
    context,
    { ...request, readOnly: true },
    {
      report: withoutReport(context),
      onPlan,
      finish: async () => undefined,
    },
  );
  if (plan === undefined) throw new Error(`run ${context.runId} ended without a plan`);
  return { plan, run: await readRun(context.store, context.runId) };
};

/**
 * A whole run: plan, release, grant, report. It always releases the lease. If the plan is applied, `finish` runs after
 * the last write and before the release of the lease.
 */
export const reconcileOnce = async (
  context: RunContext,
  request: RunRequest,
  onPlan: (plan: Plan) => void | Promise<void>,
  finish: () => Promise<void>,
): Promise<ReportObject> => {
  await runReconcile(context, request, { report: context.handlers.report, onPlan, finish });
  return needReport(context.store, context.runId);
};
