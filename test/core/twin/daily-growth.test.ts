import { describe, expect, it } from 'vitest';
import { dailyGrowth } from '../../../lib/core/twin/daily-growth.ts';
import { dayMs, days, firstDay, grownBy } from './measured.ts';

const known = (points: Parameters<typeof dailyGrowth>[0]) =>
  dailyGrowth(points).growth.map(({ day, gb }) => [day - firstDay, Number(gb.toFixed(6))]);

describe('growth by day', () => {
  it('is measured from midnight to midnight, also between measurements at other times', () => {
    const points = grownBy(days(4, () => 2)).map((point) => ({ ...point, timeMs: point.timeMs + dayMs / 2 }));
    expect(known(points)).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
    ]);
  });

  it('leaves out the days on which the disk was full, which hide it', () => {
    expect(known(grownBy([5, 5, 5, 5], 112))).toEqual([
      [0, 5],
      [1, 5],
    ]);
    expect(dailyGrowth(grownBy([5, 5, 5, 5], 112))).toMatchObject({ days: 5, fullDays: 2 });
  });

  it('is unknown where measurements are missing for longer than a day and a half', () => {
    const points = grownBy(days(6, () => 2)).filter((_, index) => index !== 2 && index !== 3);
    expect(known(points).map(([day]) => day)).toEqual([0, 4, 5]);
  });

  it('is empty without measurements', () => {
    expect(dailyGrowth([])).toEqual({ days: 0, fullDays: 0, growth: [] });
  });
});
