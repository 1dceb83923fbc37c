import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../lib/ports.ts';
import { sleepOn } from './sleep.ts';
import { createTimerQueue } from './timer-queue.ts';

/** Time that stands still while anything is at work and then jumps to the next moment that something waits for. */
export interface SimulatedTime extends Clock {
  /** Resolves once so much time has passed. A wait whose signal aborts ends early. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Does something at a moment, or now if the moment is past. */
  readonly at: (ms: number, action: () => void) => void;
  /** Lets time pass until the work is done. @throws Error when the work waits for nothing that can come */
  readonly until: <T>(work: Promise<T>) => Promise<T>;
  /** Lets everything happen that is due up to a moment, which becomes the present. */
  readonly runTo: (ms: number) => Promise<void>;
  /** The next moment at which anything is to happen; Infinity when nothing is. */
  readonly nextMs: () => number;
}

/**
 * A clock and a queue of timers. Everything in the simulated process runs on promises alone, so one turn of the event
 * loop is enough for it to come to rest; only then does time move.
 */
export const createTime = (startMs: number): SimulatedTime => {
  const queue = createTimerQueue();
  let nowMs = startMs;
  let timers = 0;
  const at = (ms: number, action: () => void) => {
    timers += 1;
    queue.push({ atMs: Math.max(ms, nowMs), number: timers, action });
  };
  const step = () => {
    const timer = queue.pop();
    if (timer === undefined) return false;
    nowMs = Math.max(nowMs, timer.atMs);
    timer.action();
    return true;
  };
  return {
    now: () => nowMs,
    at,
    sleep: sleepOn({ now: () => nowMs, at }),
    until: async (work) => {
      let isDone = false;
      const watched = work.finally(() => {
        isDone = true;
      });
      watched.catch(() => undefined);
      for (await turn(); !isDone; await turn()) {
        if (!step()) throw new Error('the simulated work waits for something that never comes');
      }
      return watched;
    },
    runTo: async (ms) => {
      for (await turn(); (queue.first()?.atMs ?? Number.POSITIVE_INFINITY) <= ms; await turn()) step();
      nowMs = Math.max(nowMs, ms);
    },
    nextMs: () => queue.first()?.atMs ?? Number.POSITIVE_INFINITY,
  };
};
