import { counted } from '../../../core/model/visible-text.ts';
import { runPolicy } from '../../policy/policy-in-force.ts';
import { isFailureOfService, keys } from '../../store/keys.ts';
import { writeObject } from '../../store/objects.ts';
import { readRun } from '../../store/run.ts';
import { isFailingAgain, type Part } from '../progress.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

type Recording = Part & Pick<WriteCheckInput, 'store' | 'progress'>;

/** Records one failed change of a run by its index in the part; idempotent. */
const note = (part: Recording, index: number): Promise<void> => {
  const { store, runId, phase, project, changes, progress } = part;
  const change = changes[index];
  const isRefused = progress.attempts[index]?.notOffered ?? false;
  const isOfService = isRefused || (change !== undefined && isFailingAgain(part, change));
  return writeObject(store, keys.failure(runId, phase, project, index, isOfService), {});
};

/**
 * Records the failed changes of a part, so that other parts of the run count them, including failures that an earlier
 * attempt of the task died before recording. Each call records the failures since the previous one.
 * @throws StoreUnavailable
 */
export const failureRecorder = (part: Recording): (() => Promise<void>) => {
  const { attempts } = part.progress;
  let recorded = 0;
  return async () => {
    for (; recorded < attempts.length; recorded += 1) {
      if (attempts[recorded]?.status === 'failed') await note(part, recorded);
    }
  };
};

/**
 * Blocks every change once too many of the run have failed (`maxFailures`). Parallel tasks share only the store, so each
 * failed change is a small object there, and they are counted before each write. Writes that other parts have already
 * started still finish. Unless `maxFailures` is 0, failures whose cause is the service do not count, because writing to the
 * others does no harm: its last change failed too, or the platform does not offer the autoscaler for its plan. Otherwise
 * such services would keep every run from the changes after them.
 */
export const maxFailures = ({ store, runId }: Pick<WriteCheckInput, 'store' | 'runId'>): WriteCheck => {
  let ended: string | undefined;
  let limit: number | undefined;
  return async () => {
    if (ended !== undefined) return ended;
    const all = await store.list(keys.failures(runId));
    if (all.length === 0) return undefined;
    limit ??= runPolicy(await readRun(store, runId)).guardrails.maxFailures;
    const failed = limit === 0 ? all.length : all.filter((key) => !isFailureOfService(key)).length;
    // 0 acts as 1: there is nothing to count before the first failure.
    if (failed < Math.max(1, limit)) return undefined;
    ended = `not tried: ${counted(failed, 'change')} of this run failed, and maxFailures is ${limit}; fix the cause, or raise maxFailures in the policy`;
    return ended;
  };
};

/** Counts an unfinished task as one failed change: its next one. */
export const noteTaskFailure = (part: Recording): Promise<void> => note(part, part.progress.attempts.length);
