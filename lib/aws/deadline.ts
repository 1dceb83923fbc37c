import type { Context } from 'aws-lambda';
import type { TaskName } from '../contract/task-contract.ts';
import { tasks } from '../contract/tasks.ts';

/** Reserve for work in progress at the deadline: a call that is answered, and the record of its result. */
export const reserveMs = 5_000;

/** Seconds that the state waits which calls a task with that input; Infinity where no state does. */
const stateSeconds = (task: TaskName, input: unknown): number => {
  const seconds = tasks[task].stateSeconds;
  if (seconds === null) return Number.POSITIVE_INFINITY;
  const isNote = typeof input === 'object' && input !== null && 'failure' in input && input.failure !== undefined;
  return isNote ? seconds.note : seconds.work;
};

/**
 * Latest end of waits in a call of a task, in milliseconds since 1970: before Lambda ends the function, and
 * before the calling state times out, so that no function continues to write after its state has given up.
 */
export const deadlineOf = (
  task: TaskName,
  input: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  nowMs: number,
): number => {
  const remainingMs = Math.min(context.getRemainingTimeInMillis(), stateSeconds(task, input) * 1_000);
  return nowMs + remainingMs - reserveMs;
};
