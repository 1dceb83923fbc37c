import type { Context } from 'aws-lambda';
import { stateSeconds } from '../contract/function-sizes.ts';

/** Reserve for work in progress at the deadline: a call that is answered, and the record of its result. */
export const reserveMs = 5_000;

/**
 * Latest end of waits in a call of a task, in milliseconds since 1970: before Lambda ends the function, and
 * before the calling state times out, so that no function continues to write after its state has given up.
 */
export const deadlineOf = (
  task: string,
  input: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  nowMs: number,
): number => {
  const remainingMs = Math.min(context.getRemainingTimeInMillis(), stateSeconds(task, input) * 1_000);
  return nowMs + remainingMs - reserveMs;
};
