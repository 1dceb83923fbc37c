import { StoreUnavailable } from '../../contract/errors.ts';
import {
  type BlockUse,
  type CallBlock,
  type CallLedger,
  type CallRequest,
  emptyLedger,
  isCorrected,
  type ReservedCalls,
  reserveCalls,
  type StartedCalls,
  slowDown,
  withoutUnused,
  withStarts,
} from '../../core/calls/ledger.ts';
import { firstBlock, grownBlock, longestCountMs, sharedTerms } from '../../core/calls/shared.ts';
import { secondMs } from '../../core/model/durations.ts';
import type { Clock, Ledger, Sleep, Store } from '../../ports.ts';
import { putIf } from '../store/conditions.ts';
import { contentOf, objectText } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { replacing } from '../store/objects.ts';

/** A worker that asks again this soon after its last call needs more calls in one block. */
const steadyMs = 2 * secondMs;

const shortestBackoffMs = 50;
const longestBackoffMs = 2 * secondMs;
const maxTries = 30;

/** Spread of the requests of workers that do not know of each other yet. */
const shortestSpreadMs = 200;

interface StoreLedgerOptions {
  readonly store: Pick<Store, 'get' | 'put'>;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** In [0, 1): spreads the requests of workers. */
  readonly random: () => number;
  /** Calls that may start in any 60 s, of all workers together: a whole number from 1. */
  readonly callsPerMinute: number;
  /** Id of this worker, different from all others. */
  readonly worker: string;
}

const startedOf = (starts: readonly StartedCalls[]): number => starts.reduce((sum, { calls }) => sum + calls, 0);

/** What becomes of the ledger, and what the worker gets. */
type Decide<T> = (ledger: CallLedger) => { readonly ledger: CallLedger; readonly result: T };

/**
 * The part of a worker in the ledger that all workers with this store share: one object, changed by conditional writes. A
 * reservation reads and writes it once.
 */
export const createStoreLedger = (options: StoreLedgerOptions): Ledger => {
  const { store, clock, sleep, random, callsPerMinute, worker } = options;
  const key = keys.callLedger;
  const terms = sharedTerms(callsPerMinute);
  let block: CallBlock | undefined;
  let use: BlockUse | undefined;
  /** Starts of calls of the block. */
  let starts: readonly StartedCalls[] = [];
  /** Calls of the block that the worker waits for. */
  let awaited: number | undefined;

  /** An unreadable object may have recorded any number of calls, so no call starts until they would have expired. */
  const parsed = (body: string): CallLedger => {
    const content = contentOf<CallLedger>(key, body);
    if ('value' in content) return content.value;
    const nowMs = clock.now();
    return { ...emptyLedger, closedUntilMs: nowMs + longestCountMs, closedAtMs: nowMs };
  };

  /** Replaces the ledger unless nothing changed; undefined if another worker was faster. */
  const tryChange = async <T>(decide: Decide<T>): Promise<{ readonly result: T } | undefined> => {
    const stored = await store.get(key);
    const { ledger, result } = decide(stored === undefined ? emptyLedger : parsed(stored.body));
    const body = objectText(ledger);
    if (body === stored?.body) return { result };
    return (await putIf(store, key, body, replacing(stored))) ? { result } : undefined;
  };

  /** @throws StoreUnavailable if other workers are always faster */
  const change = async <T>(decide: Decide<T>): Promise<T> => {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const changed = await tryChange(decide);
      if (changed !== undefined) return changed.result;
      await sleep(random() * Math.min(longestBackoffMs, shortestBackoffMs * 2 ** tries));
    }
    throw new StoreUnavailable(`${key} changes too often: ${maxTries} attempts to reserve platform calls failed`);
  };

  /** More than the last block if it was used up just now, otherwise only the calls that wait. */
  const wantedOf = ({ calls }: CallRequest): number => {
    const isSteady =
      block !== undefined &&
      use !== undefined &&
      use.calls >= block.calls &&
      clock.now() - (use.lastMs ?? clock.now()) <= steadyMs;
    return Math.max(calls, isSteady ? grownBlock(block?.calls ?? 0) : firstBlock);
  };

  /** The ledger without what this worker did not use of its last block. */
  const returned = (ledger: CallLedger): CallLedger => {
    if (block === undefined || use === undefined) return ledger;
    const { untilMs } = block;
    const calls = use.calls - startedOf(starts);
    return withoutUnused(ledger, { worker, untilMs, starts: calls > 0 ? [...starts, { calls, untilMs }] : starts });
  };

  return {
    reserve: async (request) => {
      const { order } = request;
      awaited ??= wantedOf(request);
      const wanted = Math.max(awaited, request.calls);
      const granted = await change<ReservedCalls>((ledger) => {
        const before = returned(ledger);
        const decided = reserveCalls(before, { worker, order, calls: wanted, nowMs: clock.now() }, terms);
        // A refusal alone is not worth a write.
        const isWritten = 'untilMs' in decided.granted || isCorrected(ledger, decided.ledger);
        return { ledger: isWritten ? decided.ledger : ledger, result: decided.granted };
      });
      if ('untilMs' in granted) {
        block = { ...granted };
        use = { calls: 0, lastMs: null };
        starts = [];
        awaited = undefined;
        return block;
      }
      const spreadMs = Math.max(shortestSpreadMs, granted.spreadMs);
      return { ...granted, askAtMs: granted.askAtMs + random() * spreadMs };
    },
    used: (of, done) => {
      if (of !== block) return;
      use = done;
      const started = done.calls - startedOf(starts);
      if (done.lastMs !== null && started > 0) starts = withStarts(starts, started, done.lastMs);
    },
    slowDown: (answer) => change((ledger) => ({ ledger: slowDown(ledger, answer, terms), result: undefined })),
  };
};
