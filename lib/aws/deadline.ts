import type { Context } from 'aws-lambda';
import type { TaskName } from '../contract/task-contract.ts';
import { tasks } from '../contract/tasks.ts';

/** Kept back for what is under way when the deadline comes: a call that is answered, and what is stored of it. */
export const reserveMs = 5_000;

/** Seconds that the state waits which calls a task with that input; Infinity where no state does. */
const stateSeconds = (task: TaskName, input: unknown): number => {
  const seconds = tasks[task].stateSeconds;
  if (seconds === null) return Number.POSITIVE_INFINITY;
  const isNote = typeof input === 'object' && input !== null && 'failure' in input && input.failure !== undefined;
  return isNote ? seconds.note : seconds.work;
};

/**
 * When a call of a task must be through with waiting, in milliseconds since 1970: before Lambda ends the function, and
 * before the state gives up that waits for it, so that no function goes on writing that its state no longer waits for.
 */
export const deadlineOf = (
  task: TaskName,
  input: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  nowMs: number,
): number => {
  const leftMs = Math.min(context.getRemainingTimeInMillis(), stateSeconds(task, input) * 1_000);
  return nowMs + leftMs - reserveMs;
};
