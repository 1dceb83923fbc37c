import { describe, expect, it } from 'vitest';
import {
  type CallLedger,
  emptyLedger,
  type LedgerTerms,
  reserveCalls,
  slowDown,
} from '../../../lib/core/calls/ledger.ts';

const minuteMs = 60_000;
const guardMs = 2_000;
const terms = (callsPerMinute: number): LedgerTerms => ({ callsPerMinute, guardMs, blockMs: 10_000, mostBlocks: 200 });

describe('the ledger of calls after a clock that was wrong', () => {
  it('counts a pause from now on if the clock that set it was ahead, however close its end is by then', () => {
    const rules = terms(10);
    const hourMs = 60 * minuteMs;
    const ahead = { startedMs: 3 * hourMs, waitMs: 20_000, nowMs: 3 * hourMs };
    const closed = slowDown(emptyLedger, ahead, rules);
    for (const nowMs of [0, hourMs, 3 * hourMs - 9 * minuteMs]) {
      const { granted } = reserveCalls(closed, { worker: 'a', order: 'token', calls: 1, nowMs }, rules);
      expect(granted).toMatchObject({ calls: 0, askAtMs: nowMs + guardMs + 20_000 });
    }
    const seen = reserveCalls(closed, { worker: 'a', order: 'token', calls: 1, nowMs: 0 }, rules).ledger;
    const again = reserveCalls(seen, { worker: 'a', order: 'token', calls: 1, nowMs: 10_000 }, rules);
    expect(again.granted).toMatchObject({ calls: 0, askAtMs: guardMs + 20_000 });
    const isOver = { worker: 'a', order: 'token', calls: 1, nowMs: 3 * hourMs + 20_000 } as const;
    expect(reserveCalls(closed, isOver, rules).granted).toMatchObject({ calls: 1 });
  });

  it('counts a time that no correct clock can have set as the latest possible one', () => {
    const wrong: CallLedger = {
      closedUntilMs: null,
      slowed: null,
      blocks: [{ worker: 'a', calls: 1, untilMs: 365 * 86_400_000 }],
    };
    const decided = reserveCalls(wrong, { worker: 'b', order: 'token', calls: 1, nowMs: 0 }, terms(1));
    expect(decided.granted).toMatchObject({ calls: 0, askAtMs: 12_000 + minuteMs + guardMs });
    const later = { worker: 'b', order: 'token', calls: 1, nowMs: 74_000 } as const;
    expect(reserveCalls(decided.ledger, later, terms(1)).granted).toMatchObject({ calls: 1 });
  });
});
