import { onLambda } from '../lib/aws/handler.ts';
import { OutOfTime } from '../lib/contract/errors.ts';
import { causeText } from '../lib/contract/failure.ts';
import { againAfter } from '../lib/contract/tasks/again.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import { countByStatus, endOf } from '../lib/core/change/change.ts';
import { hourMs } from '../lib/core/model/durations.ts';
import type { PlatformPorts, StorePorts } from '../lib/ports.ts';
import { type Applied, afterFailure, applyChanges } from '../lib/run/apply/apply-changes.ts';
import { forgetLastApplied, recordLastApplied } from '../lib/run/apply/last-applied.ts';
import { assertLease } from '../lib/run/apply/lease.ts';
import { changesOf } from '../lib/run/apply/planned-project.ts';
import type { Part } from '../lib/run/apply/progress.ts';
import { keys } from '../lib/run/store/keys.ts';
import { readObject, writeObject } from '../lib/run/store/objects.ts';
import { projectAt, readRun } from '../lib/run/store/run.ts';
import type { EndList } from '../lib/run/store/run-objects.ts';

/** The rest of the workflow's time-out (6 h) is left for reading back and for the report. */
const writingMs = 5.5 * hourMs;

/**
 * The member `again` of a task that writes for a run and has no time left. The run keeps the lease until then.
 * @throws the error itself if it is of another kind, or if the rest would come too late for the run; LeaseLost
 */
const writeAgainAfter = async (ports: StorePorts, runId: string, error: unknown) => {
  if (!(error instanceof OutOfTime)) throw error;
  const { startedAt } = await readRun(ports.store, runId);
  const retry = againAfter(error, Date.parse(startedAt) + writingMs);
  await assertLease(ports, runId, Date.parse(retry.at));
  return retry;
};

const resultsOf = (ports: PlatformPorts, part: Part, failure: TaskInput<'apply'>['failure']): Promise<Applied> =>
  failure === undefined
    ? applyChanges(ports, part)
    : afterFailure(ports, part, `${failure.Error}: ${causeText(failure.Cause)}`);

/**
 * Applies the changes of one project in one phase and reads back to confirm. A failed change does not stop the others, and
 * every result is stored. Idempotent: a repeated attempt continues where the previous one ended, and so does the next call
 * after one that answers `again`, because it has no time for the rest. With `failure` it writes nothing more: it reads back
 * the finished changes and records the failure on the rest.
 * @throws OutOfTime if the run itself has no time for the rest; LeaseLost if another run took the lease before a wait
 */
export const apply =
  (ports: PlatformPorts) =>
  async (input: TaskInput<'apply'>): Promise<TaskOutput<'apply'>> => {
    const { runId, phase, failure } = input;
    const { name: project } = await projectAt(await readRun(ports.store, runId), input.project);
    const key = keys.results(runId, phase, project);
    const earlier = await readObject<EndList>(ports.store, key);
    if (earlier !== undefined) return countByStatus(earlier);
    const changes = await changesOf(ports.store, runId, phase, project);
    if (changes.length === 0) throw new Error(`run ${runId} has no changes of project ${project} to carry out`);
    const failedBefore = await forgetLastApplied(ports.store, project, changes);
    const part = { runId, phase, project, changes, failedBefore };
    try {
      const applied = await resultsOf(ports, part, failure);
      const { results } = applied;
      await recordLastApplied(ports, part, applied);
      await writeObject(ports.store, key, results.map(endOf));
      return countByStatus(results);
    } catch (error) {
      return { ...countByStatus([]), again: await writeAgainAfter(ports, runId, error) };
    }
  };

export const handler = onLambda(tasks.apply, apply);
