import type { TaskName } from './task-contract.ts';
import { tasks } from './tasks.ts';

/** `survey` needs two calls a minute to finish within its time-out. */
const leastInMap = 2;

/**
 * Calls a minute for one copy of a task. All copies of all tasks together stay within the platform's limit, also in a
 * minute in which one task ends and the next begins. 0 for tasks that make no platform calls.
 */
export const callsFor = (task: TaskName, callsPerMinute: number): number => {
  const { callShare, copies } = tasks[task];
  return callShare === 0 ? 0 : Math.max(1, Math.floor((callsPerMinute * callShare) / 100 / copies));
};

/** Whether every task gets enough calls to do its work. */
export const areEnough = (callsPerMinute: number): boolean =>
  callsFor('survey', callsPerMinute) >= leastInMap && callsFor('apply', callsPerMinute) >= leastInMap;
