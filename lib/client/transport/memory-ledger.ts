import { type CallBlock, emptyLedger, type LedgerTerms, reserveCalls, slowDown } from '../../core/calls/ledger.ts';
import { minuteMs } from '../../core/model/durations.ts';
import type { Clock, Ledger } from '../../ports.ts';

interface MemoryLedgerOptions {
  /** Calls that may start in any 60 s: a whole number from 1, or Infinity for no limit. */
  readonly callsPerMinute: number;
  readonly clock: Clock;
}

/**
 * The ledger of one process, an exact sliding window: a call counts from its grant, and from its start once that is known,
 * because its caller may still ask whether it may start. A call that has not started within 60 s is no longer granted.
 */
export const createMemoryLedger = ({ callsPerMinute, clock }: MemoryLedgerOptions): Ledger => {
  const isUnlimited = callsPerMinute === Number.POSITIVE_INFINITY;
  const terms: LedgerTerms = { callsPerMinute, guardMs: 0, blockMs: 0, mostBlocks: Number.POSITIVE_INFINITY };
  const names = new WeakMap<CallBlock, string>();
  let ledger = emptyLedger;
  let turns = 0;
  return {
    reserve: async ({ order }) => {
      turns += 1;
      const worker = `turn ${turns}`;
      const nowMs = clock.now();
      const decided = reserveCalls(ledger, { worker, order, calls: 1, nowMs }, terms);
      // Without a limit there is nothing to count.
      ledger = isUnlimited ? { ...decided.ledger, blocks: [] } : decided.ledger;
      if ('askAtMs' in decided.granted) return decided.granted;
      const block = { calls: 1, untilMs: nowMs + minuteMs - 1 };
      names.set(block, worker);
      return block;
    },
    used: (block, { lastMs }) => {
      const worker = names.get(block);
      if (lastMs === null || isUnlimited) return;
      const started = ledger.blocks.map((taken) => (taken.worker === worker ? { ...taken, untilMs: lastMs } : taken));
      ledger = { ...ledger, blocks: started };
    },
    slowDown: async (answer) => {
      ledger = slowDown(ledger, answer, terms);
    },
  };
};
