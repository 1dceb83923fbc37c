import { performance } from 'node:perf_hooks';
import { sleepOn } from './sleep.ts';
import type { SimulatedTime } from './time.ts';
import { createTimerQueue } from './timer-queue.ts';

/** Waits shorter than this are not left to the machine's timers, which would make a whole millisecond of them. */
const shortestTimerMs = 1;

/** Longer ones than the machine's timers can are armed again. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Time that passes with the machine's own, so many times as fast, whatever is at work: for people who watch a deployment
 * live, and for parts that really wait, such as sockets. What the processor takes counts as well, so no two lives are alike.
 * @param speed simulated seconds per second, above 0
 */
export const createPacedTime = (startMs: number, speed: number): SimulatedTime => {
  const queue = createTimerQueue();
  const begunMs = performance.now();
  let timers = 0;
  let armedMs = Number.POSITIVE_INFINITY;
  let disarm = () => {};
  const now = () => startMs + Math.floor((performance.now() - begunMs) * speed);

  const fire = () => {
    armedMs = Number.POSITIVE_INFINITY;
    for (let first = queue.first(); first !== undefined && first.atMs <= now(); first = queue.first()) {
      queue.pop();
      first.action();
    }
    arm();
  };

  /** Has the machine wake the earliest timer, unless it will already. */
  const arm = () => {
    const atMs = queue.first()?.atMs ?? Number.POSITIVE_INFINITY;
    if (atMs >= armedMs) return;
    disarm();
    armedMs = atMs;
    const inMs = (atMs - now()) / speed;
    if (inMs < shortestTimerMs) {
      const immediate = setImmediate(fire);
      disarm = () => clearImmediate(immediate);
    } else {
      const timeout = setTimeout(fire, Math.min(inMs, longestTimerMs));
      disarm = () => clearTimeout(timeout);
    }
  };

  const at = (ms: number, action: () => void) => {
    timers += 1;
    queue.push({ atMs: Math.max(ms, now()), number: timers, action });
    arm();
  };

  return {
    now,
    at,
    sleep: sleepOn({ now, at }),
    until: (work) => work,
    runTo: (ms) => new Promise((resolve) => at(ms, resolve)),
    nextMs: () => queue.first()?.atMs ?? Number.POSITIVE_INFINITY,
  };
};
