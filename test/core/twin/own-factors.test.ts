import { describe, expect, it } from 'vitest';
import { plainGrowth } from '../../../lib/core/twin/growth-model.ts';
import { ownError, ownFactorsOf, withOwnFactors } from '../../../lib/core/twin/own-factors.ts';
import { days, grownBy } from './measured.ts';

const errorOf = (count: number, gbOn: (day: number) => number) => ownError(grownBy(days(count, gbOn)));

describe('an own error of a growth', () => {
  it('is none where the last third of the days went on as those before', () => {
    expect(errorOf(30, () => 2)).toBeCloseTo(0, 6);
  });

  it('is above 0 where it was faster, below where it was slower, in the width of the band of then', () => {
    expect(errorOf(30, (day) => (day < 20 ? 2 : 3))).toBeGreaterThan(0.2);
    expect(errorOf(30, (day) => (day < 20 ? 2 : 60))).toBeGreaterThan(3);
    expect(errorOf(30, (day) => (day < 20 ? 2 : 1))).toBeLessThan(-0.2);
  });

  it('does not count clean-ups, which have a place of their own', () => {
    expect(errorOf(30, (day) => (day === 24 ? -60 : 2))).toBeCloseTo(0, 6);
  });

  it('is unknown for less than a fit and the days after it', () => {
    expect(errorOf(16, () => 2)).toBeNull();
    expect(ownError([])).toBeNull();
  });
});

describe('the width of bands by own errors', () => {
  const banded = {
    ...plainGrowth(2),
    lowGbPerDay: 1,
    highGbPerDay: 5,
    bursts: { everyDays: 6, lowEveryDays: 4, highEveryDays: 20, lowGb: 1, highGb: 2, longestHours: 8 },
  };

  it('is the usual one without errors, and where errors are as wide as the bands', () => {
    expect(ownFactorsOf([])).toEqual({ low: 1, high: 1 });
    const even = ownFactorsOf(Array.from({ length: 101 }, (_, number) => (number - 50) / 40));
    expect(even.low).toBeCloseTo(1, 6);
    expect(even.high).toBeCloseTo(1, 6);
    expect(withOwnFactors(banded, ownFactorsOf([]))).toEqual(banded);
  });

  it('is smaller where many growths went on as they were, never 0, and larger where they did not', () => {
    const { low, high } = ownFactorsOf(Array.from({ length: 400 }, () => 0));
    expect(low).toBeLessThan(0.2);
    expect(low).toBeGreaterThan(0);
    expect(high).toBe(low);
    expect(ownFactorsOf([0]).high).toBeGreaterThan(0.8);
    expect(ownFactorsOf(Array.from({ length: 400 }, (_, number) => (number % 5) - 2)).high).toBeGreaterThan(1.5);
  });

  it('moves both ends of the rate and of the distance of bursts, and no rate below 0', () => {
    const { lowGbPerDay, highGbPerDay, bursts } = withOwnFactors(banded, { low: 0.5, high: 0.5 });
    expect([lowGbPerDay, highGbPerDay]).toEqual([1.5, 3.5]);
    expect(bursts?.lowEveryDays).toBeCloseTo(4.8, 6);
    expect(bursts?.highEveryDays).toBeCloseTo(9.23, 2);
    const wide = withOwnFactors(banded, { low: 4, high: 4 });
    expect(wide.lowGbPerDay).toBe(0);
    expect(wide.bursts).toMatchObject({ highEveryDays: 3_660 });
    expect(wide.bursts?.lowEveryDays).toBeCloseTo(2, 6);
  });
});
