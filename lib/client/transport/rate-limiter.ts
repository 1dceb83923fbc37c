import { StoreUnavailable } from '../../contract/errors.ts';
import type { Granted } from '../../core/calls/ledger.ts';
import type { CallOrder } from '../../core/calls/order.ts';
import type { Throttled } from '../../core/calls/pace.ts';
import type { Clock, Ledger } from '../../ports.ts';
import { type Deadline, noDeadline, outOfTime } from './deadline.ts';
import { interruptible, type Sleep, throwIfInterrupted } from './interrupt.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { longestRequestedWaitMs } from './retry.ts';

/** Default limit of calls a minute (design §9). */
export const defaultCallsPerMinute = 100;

/** Milliseconds that may pass between the grant of a call and its start in the same process. */
const tickMs = 20;

/** Schedules calls to the platform; share one among all callers with the same token. */
export interface RateLimiter {
  /**
   * Resolves when the caller may start one call; first come, first served.
   * @throws RunInterrupted if the signal is aborted first; the turn then goes to the next caller.
   * @throws OutOfTime, without waiting, if the turn would come after the deadline, or in more than five minutes.
   * @throws RangeError if the limit is 0.
   * @throws StoreUnavailable if the ledger is in a store that cannot be used.
   */
  take(signal?: AbortSignal): Promise<void>;
  /**
   * Records a 429: the calls already reserved are not started either. A ledger that cannot be reached is no error here,
   * because it also grants no further call.
   */
  slowDown(answer: Throttled): Promise<void>;
}

export interface LedgerLimiterOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Absent for none. */
  readonly deadline?: Deadline;
  /** Order of service of the next call; default: before all others. */
  readonly order?: () => CallOrder;
}

/** Calls that this process may start, and those of them that it started. */
interface InHand {
  readonly calls: number;
  readonly untilMs: number;
  readonly started: number;
  readonly lastMs: number;
}

/** The view of one process on a ledger: it reserves calls in blocks and hands them out in order of arrival. */
export const limiterOn = (options: LedgerLimiterOptions): RateLimiter => {
  const { ledger, clock, sleep, deadline = noDeadline, order = () => 'token' } = options;
  let inHand: InHand | undefined;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  /** @throws OutOfTime if a call that starts at that time starts after the deadline */
  const assertTime = (atMs: number): void => {
    const inMs = atMs - clock.now();
    if (atMs > deadline() || inMs > longestRequestedWaitMs) {
      throw outOfTime(`the next call may start in ${Math.ceil(inMs / 1_000)} s`, atMs);
    }
  };

  /** Starts a call of the block in hand, if one is left and its time has not passed. */
  const startOne = (): boolean => {
    const now = clock.now();
    if (inHand === undefined || inHand.started >= inHand.calls || now > inHand.untilMs + tickMs) return false;
    inHand = { ...inHand, started: inHand.started + 1, lastMs: now };
    return true;
  };

  const reserve = async (): Promise<Granted> => {
    const used = inHand === undefined ? null : { calls: inHand.started, lastMs: inHand.lastMs };
    const block = await ledger.reserve({ order: order(), calls: waiting, used });
    if ('untilMs' in block) inHand = { ...block, started: 0, lastMs: clock.now() };
    return block;
  };

  const start = async (signal?: AbortSignal): Promise<void> => {
    assertTime(clock.now());
    while (!startOne()) {
      const block = await interruptible(reserve, signal);
      if ('askAtMs' in block) {
        assertTime(block.askAtMs);
        const ms = Math.max(1, block.askAtMs - clock.now());
        await interruptible(() => sleep(ms, signal), signal);
      }
      assertTime(clock.now());
    }
  };

  const queued = async (signal?: AbortSignal): Promise<void> => {
    const before = last;
    let leave = () => {};
    const done = new Promise<void>((resolve) => {
      leave = resolve;
    });
    last = before.then(() => done);
    waiting += 1;
    try {
      await interruptible(() => before, signal);
      await start(signal);
    } finally {
      waiting -= 1;
      leave();
    }
  };

  return {
    take: async (signal) => {
      throwIfInterrupted(signal);
      await queued(signal);
    },
    slowDown: async (answer) => {
      if (inHand !== undefined) inHand = { ...inHand, untilMs: Number.NEGATIVE_INFINITY };
      await ledger.slowDown(answer).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
      });
    },
  };
};

export interface RateLimiterOptions extends Omit<LedgerLimiterOptions, 'ledger' | 'order'> {
  /** Calls that may start in any 60 s: a whole number, Infinity for no limit, 0 for no calls. */
  readonly callsPerMinute: number;
}

/** Makes no call. */
const closed: RateLimiter = {
  take: async (signal) => {
    throwIfInterrupted(signal);
    throw new RangeError('The limit is 0 calls a minute: raise it to call the platform.');
  },
  slowDown: async () => undefined,
};

/**
 * A limiter with a ledger of its own: at most `callsPerMinute` starts of this process in any 60 s.
 * @throws RangeError unless the limit is a non-negative whole number or Infinity.
 */
export const createRateLimiter = ({ callsPerMinute, ...options }: RateLimiterOptions): RateLimiter => {
  if (callsPerMinute !== Number.POSITIVE_INFINITY && (!Number.isInteger(callsPerMinute) || callsPerMinute < 0)) {
    throw new RangeError(
      `The limit of ${callsPerMinute} calls a minute is invalid: use a whole number from 0, or Infinity for no limit.`,
    );
  }
  if (callsPerMinute === 0) return closed;
  return limiterOn({ ...options, ledger: createMemoryLedger({ callsPerMinute, clock: options.clock }) });
};
