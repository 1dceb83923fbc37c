import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports.ts';

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Waits in real time; rejects when the signal aborts. */
export const systemSleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await delay(ms, undefined, { signal });
};
