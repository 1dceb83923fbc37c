import type { Context } from 'aws-lambda';
import { stateSeconds } from '../contract/function-sizes.ts';

/** Kept back for what is under way when the deadline comes: a call that is answered, and what is stored of it. */
export const reserveMs = 5_000;

/**
 * When a call of a task must be through with waiting, in milliseconds since 1970: before Lambda ends the function, and
 * before the state gives up that waits for it, so that no function goes on writing that its state no longer waits for.
 */
export const deadlineOf = (
  task: string,
  input: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  nowMs: number,
): number => {
  const leftMs = Math.min(context.getRemainingTimeInMillis(), stateSeconds(task, input) * 1_000);
  return nowMs + leftMs - reserveMs;
};
