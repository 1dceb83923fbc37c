import { minuteMs, secondMs } from '../model/durations.ts';
import { type CallOrder, roomOf } from './order.ts';
import { fullPace, type Pace, paceAt, paceSeen, slowedBy, type Throttled } from './pace.ts';
import { absence, type CallsOfWorker, freeAt, sum } from './waits.ts';

/** The calls of the last minute and of the near future, of all workers together. */
export interface CallLedger extends Pace {
  readonly blocks: readonly CallsOfWorker[];
}

/** Time that a survey with a first free call waits for the others of its block. */
const patienceMs = 2 * secondMs;

/** Shorter than the tasks that read one project live. */
const longestSpreadMs = 20 * secondMs;

/**
 * Part of the time in which each other worker is served once. Free calls that no one asks for are lost, and two that ask at
 * the same moment cost one more write.
 */
const spreadPart = 1 / 4;

export const emptyLedger: CallLedger = { ...fullPace, blocks: [] };

/** How a ledger counts. */
export interface LedgerTerms {
  /** Calls that may start in any 60 s: a whole number from 1, or Infinity for no limit. */
  readonly callsPerMinute: number;
  /**
   * Milliseconds for which calls count beyond the 60 s. It covers the difference of the workers' clocks and of the times that
   * their calls take to the platform.
   */
  readonly guardMs: number;
  /** Milliseconds in which a worker may start the calls of a block; 0 if it starts them at once. */
  readonly blockMs: number;
  /** Maximum of blocks in the ledger: older ones are counted together. */
  readonly mostBlocks: number;
}

/** What a worker asks its ledger for. */
export interface CallRequest {
  readonly order: CallOrder;
  /** Calls that wait for their turn. It may get fewer, or more if it has lately used up its blocks. */
  readonly calls: number;
}

/** Calls that a worker may start from now on until `untilMs` (milliseconds since 1970, by its own clock). */
export interface CallBlock {
  readonly calls: number;
  readonly untilMs: number;
}

/** What a worker did with a block so far. */
export interface BlockUse {
  /** Calls that it started or is about to start. */
  readonly calls: number;
  /** Start of the last of them; null while one is about to start. */
  readonly lastMs: number | null;
}

interface Asking extends CallRequest {
  readonly worker: string;
  readonly nowMs: number;
}

/** A block of calls, or no call and the time at which to ask again. */
export type ReservedCalls =
  | CallBlock
  | {
      readonly calls: 0;
      readonly askAtMs: number;
      /**
       * Time at which a worker that stays has had its calls. A survey uses all calls of a minute, each as soon as it becomes free.
       */
      readonly stayUntilMs: number;
      /** Time until which a worker should leave that does not stay: then a survey finds many calls free, one after the other. */
      readonly leaveUntilMs: number;
      /** Milliseconds over which workers that wait should spread: the time in which each of them is served once. */
      readonly spreadMs: number;
    };

/** Counts the oldest blocks together, as no worker's, until there are few enough: they count for longer, never for less. */
const fewer = (blocks: readonly CallsOfWorker[], most: number): readonly CallsOfWorker[] => {
  if (blocks.length <= most) return blocks;
  const inOrder = blocks.toSorted((a, b) => a.untilMs - b.untilMs);
  const old = inOrder.slice(0, blocks.length - Math.ceil(most / 2));
  const untilMs = Math.max(...old.map((block) => block.untilMs));
  return [{ worker: '', calls: sum(old), untilMs }, ...inOrder.slice(old.length)];
};

/**
 * The ledger at a time: without the blocks that no longer count. A time that no correct clock can have set counts as the
 * latest possible one, so that a clock that was wrong for a moment stops no one for longer than that.
 */
const seenAt = (ledger: CallLedger, { blockMs, guardMs }: LedgerTerms, nowMs: number): CallLedger => {
  const latestMs = nowMs + blockMs + guardMs;
  return {
    ...paceSeen(ledger, nowMs + guardMs),
    blocks: ledger.blocks
      .filter(({ calls, untilMs }) => calls > 0 && untilMs + minuteMs + guardMs > nowMs)
      .map((block) => (block.untilMs > latestMs ? { ...block, untilMs: latestMs } : block)),
  };
};

/** Whether the later of two ledgers has other times than the earlier, not only fewer blocks. */
export const isCorrected = (before: CallLedger, after: CallLedger): boolean =>
  before.closedUntilMs !== after.closedUntilMs || after.blocks.some((block) => !before.blocks.includes(block));

/**
 * Milliseconds over which workers that wait should spread: the time in which each other one is served once. One that makes few
 * calls, as a look for new services does, hardly delays a survey.
 */
const spreadOf = (blocks: readonly CallsOfWorker[], asking: Asking, wanted: number, room: number): number => {
  const largest = new Map<string, number>();
  for (const { worker, calls } of blocks) {
    if (worker === asking.worker) continue;
    largest.set(worker, Math.max(largest.get(worker) ?? 0, Math.min(calls, wanted)));
  }
  const others = [...largest.values()].reduce((all, calls) => all + calls, 0);
  return Math.min(longestSpreadMs, (others * minuteMs) / room) * spreadPart;
};

/** Most calls of one block: the calls of its time, and at most an equal part of a minute for each worker. */
const mostAtOnce = (workers: number, pace: number, blockMs: number): number =>
  blockMs === 0 ? 1 : Math.max(1, Math.floor(pace * Math.min(blockMs / minuteMs, 1 / workers)));

/**
 * Reserves calls for a worker from now on, at most as many as it asks for. All calls that can start less than 60 s before
 * or after these are counted, whatever their order in the ledger, so no 60 s see more than the room of their last order.
 */
export const reserveCalls = (
  ledger: CallLedger,
  asking: Asking,
  terms: LedgerTerms,
): { readonly ledger: CallLedger; readonly granted: ReservedCalls } => {
  const { worker, order, nowMs } = asking;
  const { callsPerMinute, guardMs, blockMs } = terms;
  const seen = seenAt(ledger, terms, nowMs);
  const pace = paceAt(seen, callsPerMinute, nowMs);
  const room = roomOf(order, pace);
  const free = room - sum(seen.blocks);
  const workers = new Set([worker, ...seen.blocks.map((block) => block.worker)]).size;
  const wanted = Math.min(Math.max(1, asking.calls), mostAtOnce(workers, pace, blockMs));
  const openAtMs = Math.max(nowMs, seen.closedUntilMs ?? nowMs);
  const firstAtMs = Math.max(openAtMs, freeAt(seen.blocks, room, 1, guardMs));
  const allAtMs = Math.max(openAtMs, freeAt(seen.blocks, room, Math.min(wanted, room), guardMs));
  // A survey waits a little for a whole block, because every block costs a write.
  const askAtMs = order === 'survey' && allAtMs <= firstAtMs + patienceMs ? allAtMs : firstAtMs;
  if (askAtMs > nowMs) {
    const spreadMs = spreadOf(seen.blocks, asking, wanted, room);
    return {
      ledger: seen,
      granted: { calls: 0, askAtMs, ...absence(seen.blocks, asking, room, askAtMs, guardMs), spreadMs },
    };
  }
  const calls = Math.min(wanted, free);
  const untilMs = nowMs + blockMs;
  const blocks = fewer([...seen.blocks, { worker, calls, untilMs }], terms.mostBlocks);
  return { ledger: { ...seen, blocks }, granted: { calls, untilMs } };
};

/** Calls that a worker started shortly after each other. */
export interface StartedCalls {
  readonly calls: number;
  readonly firstMs: number;
  /** Start of the last of them. */
  readonly untilMs: number;
}

/** What a worker did with a block. */
interface Used extends Pick<CallsOfWorker, 'worker' | 'untilMs'> {
  /** Calls that it started, or is about to start, and by when. */
  readonly starts: readonly Pick<StartedCalls, 'calls' | 'untilMs'>[];
}

/**
 * Gives back what a worker did not use of its block: the other calls, and the time after each start. A block counts until
 * its last call expires, so without this the calls of a burst would be missing for longer than they count.
 */
export const withoutUnused = (ledger: CallLedger, { worker, untilMs, starts }: Used): CallLedger => {
  const used = sum(starts);
  return {
    ...ledger,
    blocks: ledger.blocks.flatMap((block) =>
      block.worker === worker && block.untilMs === untilMs && block.calls >= used
        ? starts.map((start) => ({ worker, calls: start.calls, untilMs: Math.min(untilMs, start.untilMs) }))
        : [block],
    ),
  };
};

/** Time within which starts are counted together, all of them as late as the last one. */
const togetherMs = 2 * secondMs;

/** The starts of a worker with further ones. */
export const withStarts = (starts: readonly StartedCalls[], calls: number, atMs: number): readonly StartedCalls[] => {
  const last = starts.at(-1);
  if (last === undefined || atMs - last.firstMs > togetherMs)
    return [...starts, { calls, firstMs: atMs, untilMs: atMs }];
  return [...starts.slice(0, -1), { ...last, calls: last.calls + calls, untilMs: Math.max(last.untilMs, atMs) }];
};

/** The ledger after a 429 (`slowedBy`): it stops for everyone until the requested time, and its pace is halved. */
export const slowDown = (ledger: CallLedger, answer: Throttled, terms: LedgerTerms): CallLedger => {
  const seen = seenAt(ledger, terms, answer.nowMs);
  return { ...seen, ...slowedBy(seen, answer, terms.callsPerMinute, terms.guardMs) };
};
