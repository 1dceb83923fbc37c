import { OutOfTime } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';

/**
 * Milliseconds since 1970 after which no call begins and no wait for one ends: the runtime gives the task up soon after.
 * Asked before each, as one client serves many tasks.
 */
export type Deadline = () => number;

/** For a command line, where a person waits as long as it takes. */
export const noDeadline: Deadline = () => Number.POSITIVE_INFINITY;

/** The error of a call that would begin only after the deadline, at `atMs`; `what` says why not before. */
export const outOfTime = (what: string, atMs: number): OutOfTime => {
  const goOnAt = isoInstant(atMs);
  return new OutOfTime(`${what}; this task has no time left for that: go on from ${goOnAt}`, goOnAt);
};
