import * as z from 'zod';
import { isoInstant, secondMs } from '../../core/model/durations.ts';
import { OutOfTime } from '../errors.ts';
import type { TaskContract } from '../task-contract.ts';

/**
 * Member of an output: the task has no time left and stored its place. The workflow waits until `at` (ISO 8601, UTC) and
 * calls it once more (scale §3).
 */
export const again = z.object({ at: z.iso.datetime() }).optional();

/**
 * Longest wait for a platform call of a task that can answer `again`. A wait of the workflow costs three states, one more call
 * of the function, and what that reads at its start: as much as a function of 256 MB that waits for so many seconds.
 */
export const longestWaitSeconds = 25;

export const longestWaitMsOf = (task: Pick<TaskContract, 'longestWaitSeconds'>): number | undefined =>
  task.longestWaitSeconds === undefined ? undefined : task.longestWaitSeconds * secondMs;

/**
 * The member `again` of a task whose next call starts after its deadline.
 * @param latestMs moment after which the task gives up instead, in milliseconds since 1970
 * @throws the error itself if it is of another kind, or if the task gives up
 */
export const againAfter = (error: unknown, latestMs = Number.POSITIVE_INFINITY): { readonly at: string } => {
  if (!(error instanceof OutOfTime) || Date.parse(error.goOnAt) > latestMs) throw error;
  // Step Functions cuts the milliseconds off, and would call too early.
  return { at: isoInstant(Math.ceil(Date.parse(error.goOnAt) / secondMs) * secondMs) };
};
