import { minuteMs } from '../../core/model/durations.ts';
import type { Clock } from '../../ports.ts';
import { type Deadline, noDeadline, outOfTime } from './deadline.ts';
import { interruptible, type Sleep, throwIfInterrupted } from './interrupt.ts';

/** Calls a minute that the platform is asked at most when nothing else is configured (design §9). */
export const defaultCallsPerMinute = 100;

const windowMs = minuteMs;

/** Hands out turns to call the platform; share one among everything that calls under the same token. */
export interface RateLimiter {
  /**
   * Ends when the caller may start one call; first come, first served.
   * @throws RunInterrupted when the signal is aborted first; the turn then goes to the next caller.
   * @throws OutOfTime, without any wait, when the turn would come after the deadline.
   * @throws RangeError when no calls are allowed at all.
   */
  take(signal?: AbortSignal): Promise<void>;
}

export interface RateLimiterOptions {
  /** Calls that may start in any 60 s: a whole number, Infinity for no limit, 0 for none at all. */
  readonly callsPerMinute: number;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Absent for none. */
  readonly deadline?: Deadline;
}

/**
 * The latest starts as the clock sees them now: after it was set back, earlier starts that look future count as just
 * now, so that nobody waits longer than the window.
 */
const seenAt = (started: readonly number[], now: number): number[] => started.map((at) => Math.min(at, now));

/** Milliseconds until one more call may start, given when the latest `limit` calls started. */
const waitFor = (started: readonly number[], limit: number, now: number): number => {
  const oldest = started.length < limit ? undefined : started[0];
  return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now);
};

/**
 * A sliding window: never more than `callsPerMinute` starts in any 60 s.
 * @throws RangeError when the limit is not a whole number from 0 on, or Infinity.
 */
export const createRateLimiter = (options: RateLimiterOptions): RateLimiter => {
  const { callsPerMinute: limit, clock, sleep, deadline = noDeadline } = options;
  if (limit !== Number.POSITIVE_INFINITY && (!Number.isInteger(limit) || limit < 0)) {
    throw new RangeError(
      `${limit} is no limit of calls a minute: give a whole number from 0 on, or Infinity for none.`,
    );
  }
  let started: number[] = [];
  let last: Promise<void> = Promise.resolve();

  const waitMs = (): number => {
    const now = clock.now();
    started = seenAt(started, now);
    return waitFor(started, limit, now);
  };

  /** @throws OutOfTime when a call that starts in so many milliseconds starts after the deadline */
  const assertTime = (inMs: number): void => {
    const at = clock.now() + inMs;
    if (at > deadline()) throw outOfTime(`the next call may start in ${Math.ceil(inMs / 1_000)} s`, at);
  };

  const start = async (signal?: AbortSignal): Promise<void> => {
    for (let ms = waitMs(); ms > 0; ms = waitMs()) {
      const left = ms;
      assertTime(left);
      await interruptible(() => sleep(left, signal), signal);
    }
    assertTime(0);
    started = [...started, clock.now()].slice(-limit);
  };

  const queued = async (signal?: AbortSignal): Promise<void> => {
    const before = last;
    let leave = () => {};
    const gone = new Promise<void>((resolve) => {
      leave = resolve;
    });
    last = before.then(() => gone);
    try {
      await interruptible(() => before, signal);
      await start(signal);
    } finally {
      leave();
    }
  };

  return {
    take: async (signal) => {
      throwIfInterrupted(signal);
      if (limit === 0) throw new RangeError('0 calls allowed: raise the calls a minute to call the platform at all.');
      if (limit === Number.POSITIVE_INFINITY) assertTime(0);
      else await queued(signal);
    },
  };
};
