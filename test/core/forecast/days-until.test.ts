import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysUntil, rangeOf, rangeText } from '../../../lib/core/forecast/days-until.ts';

const gb = 1024;
const pace = { last: { day: 100, gb: 40 }, gbPerDay: 10, missing: 0, isSinceFull: false };

describe('the days until a disk is full', () => {
  it('are whole ones that pass before it is: the day on which it is exactly full counts', () => {
    expect(daysUntil(60, (days) => 40 + 10 * days)).toBe(2);
    expect(daysUntil(65, (days) => 40 + 10 * days)).toBe(2);
    expect(daysUntil(40, () => 50)).toBe(0);
    expect(daysUntil(100, () => 50)).toBeNull();
    expect(daysUntil(100, (days) => 50 - days)).toBeNull();
  });

  it('are those that a look at each day of a year finds', () => {
    const tenths = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(tenths, tenths, fc.integer({ min: -20, max: 400 }), (limit, from, perDay) => {
        const valueAt = (days: number) => from + perDay * days;
        const year = Array.from({ length: 366 }, (_, days) => days);
        const reached = year.find((days) => valueAt(days) >= limit);
        const last = year.findLast((days) => days <= (reached ?? 0) && valueAt(days) <= limit);
        // In GB, which are no whole numbers: a day is not lost to the arithmetic of fractions.
        const found = daysUntil(limit / 10, (days) => from / 10 + (perDay / 10) * days);
        expect(found).toBe(reached === undefined ? null : (last ?? 0));
      }),
      { numRuns: 2000 },
    );
  });

  it('are by the pace alone where the history is too short, and then at the earliest at half as high a pace again', () => {
    expect(rangeOf(100 * gb, { today: 100, used: null, recent: pace })).toEqual([6, 4, null]);
    // Two days later less is left.
    expect(rangeOf(100 * gb, { today: 102, used: null, recent: pace })).toEqual([4, 2, null]);
  });

  it('are by the pace with a small margin where the history is long enough and expects no growth', () => {
    const growth = {
      ...{ day: 100, todayGb: 40, startGb: 40, slopeGbPerDay: 0, lowGbPerDay: 0, highGbPerDay: 0 },
      ...{ rhythm: 'regular' as const, moved: true },
    };
    const used = { growth, band: { middle: 1, high: 1 } };
    expect(rangeOf(100 * gb, { today: 100, used, recent: pace })).toEqual([6, 5, null]);
    expect(rangeOf(100 * gb, { today: 100, used, recent: null })).toEqual([null, null, null]);
  });

  it('are unknown without a limit, and without a pace', () => {
    expect(rangeOf(null, { today: 100, used: null, recent: pace })).toEqual([null, null, null]);
    expect(rangeOf(100 * gb, { today: 100, used: null, recent: { ...pace, gbPerDay: null } })).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the text of days', () => {
  it('has the band where it is one, and says what is beyond the horizon', () => {
    expect(rangeText(9, 6, 14)).toBe('9 (6–14)');
    expect(rangeText(9, 9, 9)).toBe('9');
    expect(rangeText(null, 300, null)).toBe('>365 (300–>365)');
    expect(rangeText(null, null, null, 90)).toBe('no limit in sight within 90 days');
  });
});
