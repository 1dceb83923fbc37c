import { describe, expect, it } from 'vitest';
import { plainGrowth } from '../../../lib/core/twin/growth-model.ts';
import { livedGb, meanGbPerDay } from '../../../lib/core/twin/lived-growth.ts';

const startMs = Date.parse('2026-03-02T00:00:00Z');
const live = (growth: Parameters<typeof meanGbPerDay>[0], days: number, fraction = 0.5) =>
  livedGb({ growth, usedGb: 10, startMs, fractionsOf: () => () => fraction }, days).map((gb) => Number(gb.toFixed(3)));

const bursts = { everyDays: 2, lowEveryDays: 2, highEveryDays: 2, lowGb: 4, highGb: 8, longestHours: 1 };

describe('a life of a growth', () => {
  it('follows the rate, the week and the pieces day by day', () => {
    expect(live(plainGrowth(2), 3)).toEqual([12, 14, 16]);
    const growth = { ...plainGrowth(2), week: [1, 0, 2, 1, 1, 1, 1], pieces: [{ day: 2, gbPerDay: 10 }] };
    expect(live(growth, 3)).toEqual([12, 12, 32]);
  });

  it('writes a burst in its hour, in place of the usual growth', () => {
    expect(live({ ...plainGrowth(24), bursts: { ...bursts, everyDays: 1 } }, 1)).toEqual([10 + 23 + 6]);
  });

  it('loses data at a clean-up', () => {
    const cleanUps = { everyDays: 2, firstDay: 1, lowShare: 0.5, highShare: 0.5 };
    expect(live({ ...plainGrowth(2), cleanUps }, 3)).toEqual([12, 7.5, 9.5]);
  });

  it('has a mean rate with the week and the bursts', () => {
    expect(meanGbPerDay(plainGrowth(3))).toBe(3);
    expect(meanGbPerDay({ ...plainGrowth(3), week: [2, 2, 2, 2, 2, 2, 2], bursts })).toBe(9);
    expect(
      meanGbPerDay({
        ...plainGrowth(3),
        pieces: [
          { day: -4, gbPerDay: 7 },
          { day: 5, gbPerDay: 50 },
        ],
      }),
    ).toBe(7);
  });
});
