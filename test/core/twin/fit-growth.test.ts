import { describe, expect, it } from 'vitest';
import type { UsePoint } from '../../../lib/core/twin/daily-growth.ts';
import { fittedGrowth, shapeOf } from '../../../lib/core/twin/fit-growth.ts';
import { days, firstDay, grownBy } from './measured.ts';

const fitted = (points: readonly UsePoint[], startDay = firstDay + 30) => {
  const shape = shapeOf(points);
  return shape && fittedGrowth(shape, startDay);
};

describe('the growth fitted to measurements', () => {
  it('of a straight line is its rate, with the upper band of the forecasts, and may end', () => {
    const growth = fitted(grownBy(days(60, () => 3)));
    expect(growth).toMatchObject({ kind: 'steady', gbPerDay: 3, week: null, bursts: null, cleanUps: null, pieces: [] });
    expect(growth?.lowGbPerDay).toBe(0);
    expect(growth?.highGbPerDay).toBeGreaterThan(1.6 * 3);
    expect(growth?.highGbPerDay).toBeLessThan(1.7 * 3);
  });

  it('takes 14 days on which the disk was not full', () => {
    expect(fitted(grownBy(days(12, () => 3)))).toBeNull();
    expect(fitted(grownBy(days(13, () => 3)))).not.toBeNull();
    expect(
      fitted(
        grownBy(
          days(30, () => 10),
          200,
        ),
      ),
    ).toBeNull();
    expect(
      fitted(
        grownBy(
          days(30, () => 10),
          280,
        ),
      ),
    ).toMatchObject({ gbPerDay: 10 });
  });

  it('keeps the wave of a week, with a mean of 1', () => {
    const growth = fitted(grownBy(days(28, (day) => (day % 7 < 5 ? 4 : 0.5))));
    expect(growth?.kind).toBe('weekly');
    expect(growth?.gbPerDay).toBeCloseTo(3, 9);
    expect(growth?.week).toEqual([1.3333, 1.3333, 1.3333, 1.3333, 1.3333, 0.1667, 0.1667]);
  });

  it('takes a weekly import for the week, not for a burst', () => {
    const growth = fitted(grownBy(days(28, (day) => (day % 7 === 2 ? 30 : 1))));
    expect(growth).toMatchObject({ kind: 'weekly', bursts: null });
  });

  it('keeps bursts apart from the rate, with their size and how often they came', () => {
    const growth = fitted(grownBy(days(30, (day) => ([4, 10, 23].includes(day) ? 41 : 1))));
    expect(growth).toMatchObject({ kind: 'bursty', gbPerDay: 1, bursts: { everyDays: 10 } });
    expect(growth?.bursts?.lowGb).toBeCloseTo(40, 0);
    expect(growth?.bursts?.lowEveryDays).toBeLessThan(7);
    expect(growth?.bursts?.highEveryDays).toBeGreaterThan(15);
  });

  it('keeps clean-ups apart from the rate, with their distance and the share that is left, on the days to come', () => {
    const points: UsePoint[] = [];
    let gb = 100;
    for (let day = 0; day <= 30; day += 1) {
      points.push({ timeMs: (firstDay + day) * 86_400_000, gb, isFull: false });
      gb = day % 8 === 5 ? (gb + 1) * 0.5 + 1 : gb + 2;
    }
    const growth = fitted(points, firstDay + 31);
    expect(growth).toMatchObject({ kind: 'cleaned-up', gbPerDay: 2, cleanUps: { everyDays: 8, firstDay: 6 } });
    expect(growth?.cleanUps?.lowShare).toBeCloseTo(0.5, 6);
    expect(growth?.cleanUps?.highShare).toBeCloseTo(0.5, 6);
  });

  it('of a rate that changed has both pieces, and goes on with the later one', () => {
    const growth = fitted(grownBy(days(30, (day) => (day < 18 ? 1 : 5))));
    expect(growth).toMatchObject({
      kind: 'accelerating',
      gbPerDay: 5,
      pieces: [
        { day: -30, gbPerDay: 1 },
        { day: -12, gbPerDay: 5 },
      ],
    });
  });

  it('of data that becomes less is a loss each day, never a negative rate', () => {
    const growth = fitted(grownBy(days(30, (day) => -2 * 0.98 ** day)));
    expect(growth).toMatchObject({ kind: 'shrinking', gbPerDay: 0, cleanUps: { everyDays: 1 } });
    expect(growth?.cleanUps?.highShare).toBeLessThan(1);
  });

  it('of data that stays is idle', () => {
    expect(fitted(grownBy(days(30, () => 0)))).toMatchObject({ kind: 'idle', gbPerDay: 0, pieces: [] });
  });
});
