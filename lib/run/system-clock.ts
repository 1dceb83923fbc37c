import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports.ts';

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * The clock for what this process alone measures: it begins with the system clock, and no one can set it. Calls that started
 * would no longer count if they were timed by a clock that is set forward.
 */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/** Waits in real time; rejects when the signal aborts. */
export const systemSleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await delay(ms, undefined, { signal });
};
