import { OutOfTime } from '../../contract/errors.ts';
import { againAfter } from '../../contract/tasks/again.ts';
import { hourMs } from '../../core/model/durations.ts';
import type { StorePorts } from '../../ports.ts';
import { readRun } from '../store/run.ts';
import { assertLease } from './lease.ts';

/** The rest of the workflow's time-out (6 h) is left for reading back and for the report. */
const writingMs = 5.5 * hourMs;

/**
 * The member `again` of a task that writes for a run and has no time left. The run keeps the lease until then.
 * @throws the error itself if it is of another kind, or if the rest would come too late for the run; LeaseLost
 */
export const writeAgainAfter = async (ports: StorePorts, runId: string, error: unknown) => {
  if (!(error instanceof OutOfTime)) throw error;
  const { startedAt } = await readRun(ports.store, runId);
  const again = againAfter(error, Date.parse(startedAt) + writingMs);
  await assertLease(ports, runId, Date.parse(again.at));
  return again;
};
