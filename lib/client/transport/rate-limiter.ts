import { minuteMs } from '../../core/model/durations.ts';
import type { Clock } from '../../ports.ts';
import { type Deadline, noDeadline, outOfTime } from './deadline.ts';
import { interruptible, type Sleep, throwIfInterrupted } from './interrupt.ts';

/** Default limit of calls a minute (design §9). */
export const defaultCallsPerMinute = 100;

const windowMs = minuteMs;

/** Schedules calls to the platform; share one among all callers with the same token. */
export interface RateLimiter {
  /**
   * Resolves when the caller may start one call; first come, first served.
   * @param mayStart called when it is the caller's turn, right before its start; if it throws, the turn goes to the next
   * @throws RunInterrupted if the signal is aborted first; the turn then goes to the next caller.
   * @throws the error of mayStart
   * @throws OutOfTime, without waiting, if the turn would come after the deadline.
   * @throws RangeError if the limit is 0.
   */
  take(signal?: AbortSignal, mayStart?: () => Promise<void>): Promise<void>;
}

export interface RateLimiterOptions {
  /** Calls that may start in any 60 s: a whole number, Infinity for no limit, 0 for no calls. */
  readonly callsPerMinute: number;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Absent for none. */
  readonly deadline?: Deadline;
}

/**
 * The latest starts relative to the current clock: after the clock was set back, starts in the future count as
 * now, so that no caller waits longer than the window.
 */
const seenAt = (started: readonly number[], now: number): number[] => started.map((at) => Math.min(at, now));

/** Milliseconds until one more call may start, from the starts of the latest `limit` calls. */
const waitFor = (started: readonly number[], limit: number, now: number): number => {
  const oldest = started.length < limit ? undefined : started[0];
  return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now);
};

/**
 * A sliding window: at most `callsPerMinute` starts in any 60 s.
 * @throws RangeError unless the limit is a non-negative whole number or Infinity.
 */
export const createRateLimiter = (options: RateLimiterOptions): RateLimiter => {
  const { callsPerMinute: limit, clock, sleep, deadline = noDeadline } = options;
  if (limit !== Number.POSITIVE_INFINITY && (!Number.isInteger(limit) || limit < 0)) {
    throw new RangeError(
      `The limit of ${limit} calls a minute is invalid: use a whole number from 0, or Infinity for no limit.`,
    );
  }
  let started: number[] = [];
  let last: Promise<void> = Promise.resolve();

  const waitMs = (): number => {
    const now = clock.now();
    started = seenAt(started, now);
    return waitFor(started, limit, now);
  };

  /** @throws OutOfTime if a call that starts after `inMs` milliseconds starts after the deadline */
  const assertTime = (inMs: number): void => {
    const at = clock.now() + inMs;
    if (at > deadline()) throw outOfTime(`the next call may start in ${Math.ceil(inMs / 1_000)} s`, at);
  };

  const start = async (signal?: AbortSignal, mayStart?: () => Promise<void>): Promise<void> => {
    for (let ms = waitMs(); ms > 0; ms = waitMs()) {
      const remaining = ms;
      assertTime(remaining);
      await interruptible(() => sleep(remaining, signal), signal);
    }
    assertTime(0);
    // Before the start is noted, so that the time it takes does not move the call.
    await mayStart?.();
    started = [...started, clock.now()].slice(-limit);
  };

  const queued = async (signal?: AbortSignal, mayStart?: () => Promise<void>): Promise<void> => {
    const before = last;
    let leave = () => {};
    const done = new Promise<void>((resolve) => {
      leave = resolve;
    });
    last = before.then(() => done);
    try {
      await interruptible(() => before, signal);
      await start(signal, mayStart);
    } finally {
      leave();
    }
  };

  return {
    take: async (signal, mayStart) => {
      throwIfInterrupted(signal);
      if (limit === 0) throw new RangeError('The limit is 0 calls a minute: raise it to call the platform.');
      if (limit !== Number.POSITIVE_INFINITY) return queued(signal, mayStart);
      assertTime(0);
      await mayStart?.();
    },
  };
};
