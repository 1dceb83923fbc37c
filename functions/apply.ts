import { causeText } from '../lib/contract/failure.ts';
import type { applyTask, TaskInput, TaskOutput } from '../lib/contract/tasks.ts';
import type { Change, ChangeResult, ChangeStatus } from '../lib/core/model.ts';
import type { Ports } from '../lib/ports.ts';
import { applyChanges } from '../lib/run/apply-changes.ts';
import { type ChangeList, keys, needObject, type ResultList, readObject, writeObject } from '../lib/run/objects.ts';

const count = (results: readonly ChangeResult[]): TaskOutput<typeof applyTask> => {
  const of = (status: ChangeStatus) => results.filter((result) => result.status === status).length;
  return {
    confirmed: of('confirmed'),
    unconfirmed: of('unconfirmed'),
    failed: of('failed'),
    skipped: of('skipped'),
  };
};

/**
 * Carries out the changes of one project in one phase and reads back to confirm. One failure never stops the others;
 * how each ended is stored. Repeating it is safe: what is done already is found done. With a failure in hand it only
 * notes it on the changes that have no result yet.
 */
export const apply =
  (ports: Pick<Ports, 'platform' | 'store' | 'clock'>) =>
  async (input: TaskInput<typeof applyTask>): Promise<TaskOutput<typeof applyTask>> => {
    const { runId, project, phase, failure } = input;
    const key = keys.results(runId, phase, project);
    const earlier = await readObject<ResultList>(ports.store, key);
    if (earlier !== undefined) return count(earlier);
    const changes = await needObject<ChangeList>(ports.store, keys.changes(runId, phase, project));
    const failed = (change: Change): ChangeResult => ({
      ...change,
      status: 'failed',
      error: `${failure?.Error}: ${causeText(failure?.Cause)}`,
    });
    const results = failure === undefined ? await applyChanges(ports, runId, changes) : changes.map(failed);
    await writeObject(ports.store, key, results);
    return count(results);
  };
