import { OutOfTime } from '../../contract/errors.ts';
import { againAfter } from '../../contract/tasks/again.ts';
import { hourMs } from '../../core/model/durations.ts';
import type { Store } from '../../ports.ts';
import { readRun } from '../store/run.ts';

/** Two thirds of the workflow's time-out (6 h): the rest is left for deciding and writing. */
const readingMs = 4 * hourMs;

/**
 * The member `again` of a task that reads for a run and has no time left.
 * @throws the error itself if it is of another kind, or if the rest would come too late for the run
 */
export const readAgainAfter = async (store: Store, runId: string, error: unknown) => {
  if (!(error instanceof OutOfTime)) throw error;
  const { startedAt } = await readRun(store, runId);
  return againAfter(error, Date.parse(startedAt) + readingMs);
};
