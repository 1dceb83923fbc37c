import pMap from 'p-map';
import { PlatformUnauthorized, RunInterrupted } from '../../contract/errors.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import type { Phase } from '../../core/model/change.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { TaskHandlers } from '../../local/task-handlers.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { needObject } from '../../run/store/objects.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import { UsageError } from '../shell/usage-error.ts';

/** Projects worked on at once, as in the workflow definition. */
const concurrency = 5;

/** Told before each part of a run and after each project of it. */
export type OnPart = (part: 'survey' | Phase, done: number, total: number) => void;

export interface InOrderOptions {
  readonly runId: string;
  readonly handlers: TaskHandlers;
  readonly store: Store;
  readonly onPart: OnPart;
}

const failureOf = (error: unknown) =>
  error instanceof Error ? { Error: error.name, Cause: error.message } : { Error: 'Error', Cause: String(error) };

/** Errors that end everything: noting them on each project would only hide them. */
const endsAll = (error: unknown) => error instanceof RunInterrupted || error instanceof PlatformUnauthorized;

const forEach = async (
  projects: readonly number[],
  tell: (done: number) => void,
  action: (project: number) => Promise<unknown>,
) => {
  let done = 0;
  tell(done);
  await pMap(
    projects,
    async (project) => {
      await action(project);
      done += 1;
      tell(done);
    },
    { concurrency },
  );
};

/**
 * The tasks of a run called in their order, without the workflow engine, up to the plan. What cannot be read is noted,
 * as the workflow's Catch does.
 */
export const planInOrder = async (options: InOrderOptions, request: RunRequest) => {
  const { runId, handlers, store, onPart } = options;
  const { projects } = await handlers.discover({ runId, request });
  const run = await needObject<RunObject>(store, keys.run(runId));
  if (run.outside.length > 0) {
    throw new UsageError(`not a project of this organization: ${run.outside.join(', ')}`);
  }
  await forEach(
    projects,
    (done) => onPart('survey', done, projects.length),
    (project) =>
      handlers.survey({ runId, project }).catch((error: unknown) => {
        if (endsAll(error)) throw error;
        return handlers.survey({ runId, project, failure: failureOf(error) });
      }),
  );
  const planned = await handlers.plan({ runId });
  return { planned, run, plan: await needObject<Plan>(store, keys.plan(runId)) };
};

/**
 * A whole run in order: plan, release, grant, report. The lease is released however it ends. Where the plan is carried out,
 * `finish` comes after the last write and before the lease is released.
 */
export const reconcileInOrder = async (
  options: InOrderOptions,
  request: RunRequest,
  onPlan: (plan: Plan) => void,
  finish: () => Promise<void>,
): Promise<ReportObject> => {
  const { runId, handlers, store, onPart } = options;
  try {
    const { planned, plan } = await planInOrder(options, request);
    onPlan(plan);
    for (const phase of ['release', 'grant'] as const) {
      if (planned.verdict !== 'apply') break;
      await forEach(
        planned[phase],
        (done) => onPart(phase, done, planned[phase].length),
        (project) =>
          handlers
            .apply({ runId, project, phase })
            .catch((error: unknown) => handlers.apply({ runId, project, phase, failure: failureOf(error) })),
      );
    }
    if (planned.verdict === 'apply') await finish();
    await handlers.report({ runId });
  } catch (error) {
    // The first error is what the user must see, also when the store cannot even take the report of it.
    await handlers.report({ runId, failure: failureOf(error) }).catch(() => undefined);
    throw error;
  }
  return needObject<ReportObject>(store, keys.report(runId));
};
