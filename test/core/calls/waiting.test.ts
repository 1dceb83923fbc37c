import { describe, expect, it } from 'vitest';
import { emptyLedger, reserveCalls } from '../../../lib/core/calls/ledger.ts';
import type { CallOrder } from '../../../lib/core/calls/order.ts';
import { sharedTerms } from '../../../lib/core/calls/shared.ts';

const minuteMs = 60_000;

describe('workers that wait', () => {
  const rules = sharedTerms(100);
  const spreadBeside = (calls: number): number => {
    const blocks = [
      { worker: 'survey', calls: 85 - calls, untilMs: 0 },
      { worker: 'other', calls, untilMs: 0 },
    ];
    const asking = { worker: 'survey', order: 'survey', calls: 16, nowMs: 1_000 } as const;
    const { granted } = reserveCalls({ ...emptyLedger, blocks }, asking, rules);
    return 'spreadMs' in granted ? granted.spreadMs : Number.NaN;
  };

  it('spread over a quarter of the time in which the others are served: a look that makes one call hardly delays a survey', () => {
    expect(spreadBeside(1)).toBeCloseTo((1 * minuteMs) / 85 / 4);
    expect(spreadBeside(16)).toBeCloseTo((16 * minuteMs) / 85 / 4);
  });

  const asks = (order: CallOrder, calls: number, ...ends: readonly number[]) => {
    const blocks = ends.map((end) => ({ worker: 'other', calls: 20, untilMs: end * 1_000 }));
    const { granted } = reserveCalls({ ...emptyLedger, blocks }, { worker: 'a', order, calls, nowMs: 8_000 }, rules);
    return 'askAtMs' in granted ? granted.askAtMs / 1_000 : 'now';
  };

  it('ask again when the first call is free, in whatever order the blocks are', () => {
    for (const ends of [
      [5, 1, 3, 7, 2],
      [1, 2, 3, 5, 7],
    ])
      expect(asks('token', 2, ...ends)).toBe(63);
    expect(asks('survey', 1, 5, 1, 3, 7, 2)).toBe(63);
  });

  it('of a survey wait two seconds at most for the rest of a block, and others do not wait for it', () => {
    expect([asks('survey', 5, 1, 3, 5, 6, 7), asks('survey', 6, 1, 3, 5, 6, 7)]).toEqual([63, 65]);
    expect([asks('survey', 6, 1, 4, 5, 6, 7), asks('event', 17, 1, 2, 3, 4, 5)]).toEqual([63, 63]);
  });

  it('spread no further for a worker that had more than one block can have', () => {
    expect(spreadBeside(40)).toBe(spreadBeside(16));
  });
});

describe('a survey that is refused', () => {
  /** Blocks of a survey that made its calls of a minute from a second on, the last of them long ago. */
  const burst = (calls: number, fromSeconds: number) =>
    Array.from({ length: calls }, (_, n) => ({ worker: 'survey', calls: 1, untilMs: 1_000 * fromSeconds + n * 150 }));
  const refusal = (blocks: ReturnType<typeof burst>, nowSeconds: number, order: CallOrder = 'survey') => {
    const asking = { worker: 'survey', order, calls: 1, nowMs: nowSeconds * 1_000 };
    const { granted } = reserveCalls({ ...emptyLedger, blocks }, asking, sharedTerms(100));
    if (!('askAtMs' in granted)) throw new Error('it has a call');
    const { askAtMs, stayUntilMs, leaveUntilMs } = granted;
    return { askAt: askAtMs / 1_000, stayUntil: stayUntilMs / 1_000, leaveUntil: leaveUntilMs / 1_000 };
  };

  it('after the calls of a minute would stay for longer than a minute, and leaves until they become free one after the other', () => {
    const { askAt, stayUntil, leaveUntil } = refusal(burst(85, 0), 13);
    expect(askAt).toBe(62);
    expect(stayUntil).toBeGreaterThan(13 + 60);
    expect(leaveUntil).toBe(62);
  });

  it('among calls that become free stays for a few seconds', () => {
    const { stayUntil } = refusal([...burst(60, 5), ...burst(25, 62)], 66);
    expect(stayUntil - 66).toBeLessThan(25);
  });

  it('does not come back for a few calls that were made apart from the others', () => {
    const { askAt, leaveUntil } = refusal([...burst(20, 0), ...burst(65, 30)], 42);
    expect([askAt, leaveUntil > 85]).toEqual([62, true]);
  });

  it('leaves no longer than until its next call if its calls are urgent', () => {
    expect(refusal(burst(96, 0), 15, 'event')).toEqual({ askAt: 62, stayUntil: 62, leaveUntil: 62 });
  });
});
