import type { Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { needObject, writeObject } from '../../store/objects.ts';
import type { RunObject } from '../../store/run-objects.ts';
import { runPolicy } from '../../store/run-policy.ts';
import type { Part } from '../progress.ts';
import type { Guard, GuardContext } from './guard.ts';

/** Notes one failed change of a run, by its place in the part; noting it again is fine. */
const note = (store: Store, { runId, phase, project }: Part, place: number): Promise<void> =>
  writeObject(store, keys.failure(runId, phase, project, place), {});

type Recording = Part & Pick<GuardContext, 'store' | 'progress'>;

/**
 * Notes each failed change of a part, so that other parts of the run count it: also those of an earlier try of the task,
 * which may have died before it came to note them. Each call notes what has failed since the one before.
 * @throws StoreUnavailable
 */
export const failureRecorder = (part: Recording): (() => Promise<void>) => {
  const { attempts } = part.progress;
  let noted = 0;
  return async () => {
    for (; noted < attempts.length; noted += 1) {
      if (attempts[noted]?.status === 'failed') await note(part.store, part, noted);
    }
  };
};

/**
 * Holds back every change once too many of the run have failed (`maxFailures`). Parts of a run are carried out side by
 * side by tasks that share nothing but the store, so each failed change is a small object there, and they are counted
 * before each write. What other parts have under way just then still comes to its end.
 */
export const maxFailures = ({ store, runId }: Pick<GuardContext, 'store' | 'runId'>): Guard => {
  let ended: string | undefined;
  return async () => {
    if (ended !== undefined) return ended;
    const failed = (await store.list(keys.failures(runId))).length;
    if (failed === 0) return undefined;
    const { maxFailures: limit } = runPolicy(await needObject<RunObject>(store, keys.run(runId))).guardrails;
    // Nobody can know of a failure before the first one, so 0 ends the run there as 1 does.
    if (failed < Math.max(1, limit)) return undefined;
    const count = failed === 1 ? '1 change' : `${failed} changes`;
    ended = `not tried: ${count} of this run failed, and maxFailures is ${limit}; see why they failed, or raise maxFailures in the guardrails`;
    return ended;
  };
};

/** Counts a task that did not come to its end as one failed change: the one that it would have tried next. */
export const noteTaskFailure = (part: Recording): Promise<void> =>
  note(part.store, part, part.progress.attempts.length);
