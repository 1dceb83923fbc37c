import { OutOfTime } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';

/**
 * Milliseconds since 1970 after which no call starts and no wait ends: the runtime stops the task soon after.
 * Evaluated before each call, because one client serves many tasks.
 */
export type Deadline = () => number;

/** For the command line, which has no time limit. */
export const noDeadline: Deadline = () => Number.POSITIVE_INFINITY;

/** The error of a call that would start after the deadline, at `atMs`; `cause` says why. */
export const outOfTime = (cause: string, atMs: number): OutOfTime => {
  const goOnAt = isoInstant(atMs);
  return new OutOfTime(`${cause}; this task ends before that, continue from ${goOnAt}`, goOnAt);
};
