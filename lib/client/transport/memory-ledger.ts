import { emptyLedger, type LedgerTerms, reserveCalls, slowDown } from '../../core/calls/ledger.ts';
import type { Clock, Ledger } from '../../ports.ts';

export interface MemoryLedgerOptions {
  /** Calls that may start in any 60 s: a whole number from 1, or Infinity for no limit. */
  readonly callsPerMinute: number;
  readonly clock: Clock;
}

/**
 * The ledger of one process: its workers share one clock and start each call as it is granted, so this is an exact sliding
 * window. It returns the same instance for all of them.
 */
export const createMemoryLedger = ({ callsPerMinute, clock }: MemoryLedgerOptions): Ledger => {
  const isUnlimited = callsPerMinute === Number.POSITIVE_INFINITY;
  const terms: LedgerTerms = { callsPerMinute, guardMs: 0, blockMs: 0, mostBlocks: Number.POSITIVE_INFINITY };
  let ledger = emptyLedger;
  return {
    reserve: async ({ order }) => {
      const decided = reserveCalls(ledger, { worker: 'this process', order, calls: 1, nowMs: clock.now() }, terms);
      // Without a limit there is nothing to count.
      ledger = isUnlimited ? { ...decided.ledger, blocks: [] } : decided.ledger;
      return decided.granted;
    },
    slowDown: async (answer) => {
      ledger = slowDown(ledger, answer, terms);
    },
  };
};
