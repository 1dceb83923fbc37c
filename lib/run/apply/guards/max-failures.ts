import type { Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { needObject, writeObject } from '../../store/objects.ts';
import type { RunObject } from '../../store/run-objects.ts';
import { runPolicy } from '../../store/run-policy.ts';
import type { Part, Progress } from '../progress.ts';

/** Notes one failed change of a run, by its place in the part; noting it again is fine. */
const note = (store: Store, { runId, phase, project }: Part, place: number): Promise<void> =>
  writeObject(store, keys.failure(runId, phase, project, place), {});

/**
 * Makes the check whether too many changes of a run have failed for any more to be tried (`maxFailures`). Parts of a run
 * are carried out side by side by tasks that share nothing but the store, so each failed change is a small object there,
 * and they are counted before each write. What other parts have under way just then still comes to its end.
 * @returns why nothing more must be tried, or undefined; throws StoreUnavailable
 */
export const failureGuard = (store: Store, part: Part, { attempts }: Progress) => {
  let noted = 0;
  let ended: string | undefined;
  return async (): Promise<string | undefined> => {
    // Also those of an earlier try of the task, which may have died before it came to note them.
    for (; noted < attempts.length; noted += 1) {
      if (attempts[noted]?.status === 'failed') await note(store, part, noted);
    }
    if (ended !== undefined) return ended;
    const failed = (await store.list(keys.failures(part.runId))).length;
    if (failed === 0) return undefined;
    const { maxFailures } = runPolicy(await needObject<RunObject>(store, keys.run(part.runId))).guardrails;
    // Nobody can know of a failure before the first one, so 0 ends the run there as 1 does.
    if (failed < Math.max(1, maxFailures)) return undefined;
    const count = failed === 1 ? '1 change' : `${failed} changes`;
    ended = `not tried: ${count} of this run failed, and maxFailures is ${maxFailures}; see why they failed, or raise maxFailures in the guardrails`;
    return ended;
  };
};

/** Counts a task that did not come to its end as one failed change: the one that it would have tried next. */
export const noteTaskFailure = (store: Store, part: Part, { attempts }: Progress): Promise<void> =>
  note(store, part, attempts.length);
