import { StoreUnavailable } from '../../contract/errors.ts';
import type { CallBlock, ReservedCalls } from '../../core/calls/ledger.ts';
import type { CallOrder } from '../../core/calls/order.ts';
import type { Throttled } from '../../core/calls/pace.ts';
import type { Clock, Ledger } from '../../ports.ts';
import { type Deadline, interruptible, noDeadline, outOfTime, type Sleep, throwIfInterrupted } from './interrupt.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { longestRequestedWaitMs } from './retry.ts';

/** Default limit of calls a minute (design §9). */
export const defaultCallsPerMinute = 100;

/** Schedules calls to the platform; share one among all callers with the same token. */
export interface RateLimiter {
  /**
   * Resolves when the caller may start one call; first come, first served.
   * @param mayStart called when it is the caller's turn, right before its start; if it throws, the turn is free again
   * @throws RunInterrupted if the signal is aborted first; the turn then goes to the next caller.
   * @throws the error of mayStart
   * @throws OutOfTime, without waiting, if the turn would come after the deadline, or only after the longest wait.
   * @throws RangeError if the limit is 0.
   * @throws StoreUnavailable if the ledger is in a store that cannot be used.
   */
  take(signal?: AbortSignal, mayStart?: () => Promise<void>): Promise<void>;
  /**
   * Records a 429: the calls already reserved are not started either. A ledger that cannot be reached is no error here,
   * because it also grants no further call.
   */
  slowDown(answer: Throttled): Promise<void>;
}

interface LedgerLimiterOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Absent for none. */
  readonly deadline?: Deadline;
  /** Order of service of the next call; default: before all others. */
  readonly order?: () => CallOrder;
  /** Longest wait for a turn, in milliseconds; default: five minutes. */
  readonly longestWaitMs?: number | undefined;
}

/** When to ask a ledger again that grants no call now. */
type Refusal = Exclude<ReservedCalls, CallBlock>;

/** A block of calls: a turn is taken, then its caller may ask whether it may start, then it starts. */
interface OpenBlock {
  readonly block: CallBlock;
  taken: number;
  started: number;
  lastMs: number;
  /** A 429 came: no further call starts. */
  isOver: boolean;
}

/** The block that one process has reserved from the ledger. */
interface CallBlocks {
  /** A turn of the current block, if one is left and its time has not passed. */
  take(): OpenBlock | undefined;
  /** Whether the call of a turn starts now; not if its block ended while the caller asked. */
  begins(turn: OpenBlock): boolean;
  /** Gives back a turn whose call does not start. */
  release(turn: OpenBlock): void;
  /** Ends the block: a 429 came. */
  end(): void;
  /** Takes a current block. @returns the refusal if there is none */
  reserve(calls: number): Promise<Refusal | undefined>;
}

/** Blocks of calls from the ledger. @param order order of service of the next call */
const callBlocks = (ledger: Ledger, clock: Clock, order: () => CallOrder): CallBlocks => {
  let current: OpenBlock | undefined;
  const isOpen = ({ block, isOver }: OpenBlock): boolean => !isOver && clock.now() <= block.untilMs;
  const report = ({ block, taken, started, lastMs }: OpenBlock): void =>
    ledger.used(block, { calls: taken, lastMs: taken === started ? lastMs : null });
  return {
    take: () => {
      if (current === undefined || current.taken >= current.block.calls || !isOpen(current)) return undefined;
      current.taken += 1;
      report(current);
      return current;
    },
    begins: (turn) => {
      if (!isOpen(turn)) return false;
      turn.started += 1;
      turn.lastMs = clock.now();
      report(turn);
      return true;
    },
    release: (turn) => {
      turn.taken -= 1;
      report(turn);
    },
    end: () => {
      if (current !== undefined) current.isOver = true;
    },
    reserve: async (calls) => {
      const granted = await ledger.reserve({ order: order(), calls });
      if ('askAtMs' in granted) return granted;
      current = { block: granted, taken: 0, started: 0, lastMs: clock.now(), isOver: false };
      return undefined;
    },
  };
};

const releaseAndThrow = (blocks: CallBlocks, turn: OpenBlock, error: unknown): never => {
  blocks.release(turn);
  throw error;
};

/** The view of one process on the ledger: it reserves calls in blocks and hands them out in order of arrival. */
export const limiterOn = (options: LedgerLimiterOptions): RateLimiter => {
  const { ledger, clock, sleep, deadline = noDeadline, order = () => 'token' } = options;
  const { longestWaitMs = longestRequestedWaitMs } = options;
  const blocks = callBlocks(ledger, clock, order);
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  const tooLate = (atMs: number, leaveUntilMs: number) =>
    outOfTime(`the next call may start in ${Math.ceil((atMs - clock.now()) / 1_000)} s`, leaveUntilMs);

  /** @throws OutOfTime after the deadline */
  const assertTime = (): void => {
    if (clock.now() > deadline()) throw tooLate(clock.now(), clock.now());
  };

  /** Takes a current block, or waits until the ledger may grant one. */
  const reserveOrWait = async (signal?: AbortSignal): Promise<void> => {
    const refusal = await interruptible(() => blocks.reserve(waiting), signal);
    if (refusal === undefined) return;
    const { askAtMs, stayUntilMs, leaveUntilMs } = refusal;
    if (askAtMs > deadline() || stayUntilMs - clock.now() > longestWaitMs) throw tooLate(askAtMs, leaveUntilMs);
    const ms = Math.max(1, askAtMs - clock.now());
    await interruptible(() => sleep(ms, signal), signal);
  };

  const next = async (signal?: AbortSignal): Promise<OpenBlock> => {
    assertTime();
    for (;;) {
      const turn = blocks.take();
      if (turn !== undefined) return turn;
      assertTime();
      await reserveOrWait(signal);
    }
  };

  const queued = async (signal?: AbortSignal): Promise<OpenBlock> => {
    const before = last;
    let leave = () => {};
    const done = new Promise<void>((resolve) => {
      leave = resolve;
    });
    last = before.then(() => done);
    waiting += 1;
    try {
      await interruptible(() => before, signal);
      return await next(signal);
    } finally {
      waiting -= 1;
      leave();
    }
  };

  return {
    take: async (signal, mayStart) => {
      throwIfInterrupted(signal);
      for (;;) {
        const turn = await queued(signal);
        // Asks outside the queue, so that a slow answer blocks no other caller.
        if (mayStart !== undefined) await mayStart().catch((error: unknown) => releaseAndThrow(blocks, turn, error));
        if (blocks.begins(turn)) return;
      }
    },
    slowDown: async (answer) => {
      blocks.end();
      await ledger.slowDown(answer).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
      });
    },
  };
};

interface RateLimiterOptions extends Omit<LedgerLimiterOptions, 'ledger' | 'order'> {
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
