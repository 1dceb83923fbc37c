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
   * @param mayStart called when it is the caller's turn, right before its start; if it throws, the turn is free again
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

/** A turn that was given; its caller may still ask whether it may start, and then starts at any moment. */
interface Turn {
  atMs: number;
  asks: boolean;
}

/** The time that a turn counts with; one whose caller asks for longer than the window is over. */
const countsAt = ({ atMs, asks }: Turn, now: number): number => (asks && now - atMs < windowMs ? now : atMs);

const earliest = (turns: readonly Turn[], now: number): Turn | undefined =>
  turns.reduce<Turn | undefined>(
    (first, turn) => (first === undefined || countsAt(turn, now) < countsAt(first, now) ? turn : first),
    undefined,
  );

/** Milliseconds until one more call may start, from the latest `limit` turns. */
const waitFor = (turns: readonly Turn[], limit: number, now: number): number => {
  const oldest = turns.length < limit ? undefined : earliest(turns, now);
  return oldest === undefined ? 0 : Math.max(0, countsAt(oldest, now) + windowMs - now);
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
  let turns: readonly Turn[] = [];
  let last: Promise<void> = Promise.resolve();

  const waitMs = (): number => {
    const now = clock.now();
    // After the clock was set back, a start in the future counts as now, so that no caller waits longer than the window.
    for (const turn of turns) turn.atMs = Math.min(turn.atMs, now);
    return waitFor(turns, limit, now);
  };

  /** @throws OutOfTime if a call that starts after `inMs` milliseconds starts after the deadline */
  const assertTime = (inMs: number): void => {
    const at = clock.now() + inMs;
    if (at > deadline()) throw outOfTime(`the next call may start in ${Math.ceil(inMs / 1_000)} s`, at);
  };

  const next = async (asks: boolean, signal?: AbortSignal): Promise<Turn> => {
    for (let ms = waitMs(); ms > 0; ms = waitMs()) {
      const remaining = ms;
      assertTime(remaining);
      await interruptible(() => sleep(remaining, signal), signal);
    }
    assertTime(0);
    const turn = { atMs: clock.now(), asks };
    const over = turns.length < limit ? undefined : earliest(turns, turn.atMs);
    turns = [...turns.filter((one) => one !== over), turn];
    return turn;
  };

  const queued = async (asks: boolean, signal?: AbortSignal): Promise<Turn> => {
    const before = last;
    let leave = () => {};
    const done = new Promise<void>((resolve) => {
      leave = resolve;
    });
    last = before.then(() => done);
    try {
      await interruptible(() => before, signal);
      return await next(asks, signal);
    } finally {
      leave();
    }
  };

  /** Asks outside the queue, so that a slow answer blocks no other caller; the call counts from the moment of the answer. */
  const asking = async (mayStart: () => Promise<void>, signal?: AbortSignal): Promise<void> => {
    for (;;) {
      const turn = await queued(true, signal);
      try {
        await mayStart();
      } catch (error) {
        turns = turns.filter((one) => one !== turn);
        throw error;
      }
      turn.atMs = clock.now();
      turn.asks = false;
      // After a very slow answer the turn is over and another caller may have it.
      if (turns.includes(turn)) return;
    }
  };

  return {
    take: async (signal, mayStart) => {
      throwIfInterrupted(signal);
      if (limit === 0) throw new RangeError('The limit is 0 calls a minute: raise it to call the platform.');
      if (limit === Number.POSITIVE_INFINITY) {
        assertTime(0);
        return mayStart?.();
      }
      if (mayStart !== undefined) return asking(mayStart, signal);
      await queued(false, signal);
    },
  };
};
