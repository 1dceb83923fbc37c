import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullPace, longestPauseMs, paceAt, slowedBy } from '../../../lib/core/calls/pace.ts';

const answer = (nowMs: number, waitMs?: number) => ({ startedMs: nowMs, waitMs, nowMs });
const guardMs = 2_000;

describe('the pace of calls', () => {
  it('is halved by a 429 and regains a tenth of the configured calls in each minute after the pause', () => {
    const slowed = slowedBy(fullPace, answer(1_000, 30_000), 100, guardMs);
    expect(slowed.closedUntilMs).toBe(31_000);
    const after = (minutes: number) => paceAt(slowed, 100, 31_000 + minutes * 60_000);
    expect([0, 0.5, 1, 3, 5, 50].map(after)).toEqual([50, 55, 60, 80, 100, 100]);
  });

  it('is halved again only by answers to calls that started after the last reduction', () => {
    const once = slowedBy(fullPace, answer(10_000), 100, guardMs);
    const same = slowedBy(once, { startedMs: 9_000, waitMs: 5_000, nowMs: 11_000 }, 100, guardMs);
    expect(same).toEqual({ closedUntilMs: 16_000, closedAtMs: 11_000, slowed: once.slowed });
    const again = slowedBy(same, answer(20_000), 100, guardMs);
    expect(again.slowed).toEqual({ atMs: 20_000, callsPerMinute: 25 });
  });

  it('stays between one call a minute and the configured calls, and no answer stops it for more than an hour', () => {
    const answers = fc.array(
      fc.record({ gapMs: fc.nat(100_000), waitMs: fc.option(fc.nat(10 ** 9), { nil: undefined }) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), answers, (configured, all) => {
        let now = 0;
        let pace = fullPace;
        for (const { gapMs, waitMs } of all) {
          now += gapMs;
          pace = slowedBy(pace, answer(now, waitMs), configured, guardMs);
          const calls = paceAt(pace, configured, now);
          expect(calls).toBeGreaterThanOrEqual(1);
          expect(calls).toBeLessThanOrEqual(configured);
          expect(Number.isInteger(calls)).toBe(true);
          expect(pace.closedUntilMs).toBeLessThanOrEqual(now + longestPauseMs);
        }
      }),
    );
  });

  it('has no limit where none is configured', () => {
    const slowed = slowedBy(fullPace, answer(0, 1_000), Number.POSITIVE_INFINITY, guardMs);
    expect(paceAt(slowed, Number.POSITIVE_INFINITY, 5_000)).toBe(Number.POSITIVE_INFINITY);
  });
});
