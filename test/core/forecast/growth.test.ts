import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, leastHistoryDays, quantile, type Sample } from '../../../lib/core/forecast/growth.ts';

const line = (days: number, slope: number, at = 100): Sample[] =>
  Array.from({ length: days }, (_, day) => ({ day, gb: at + slope * day }));

describe('the growth of a series', () => {
  it('is not known from less than 14 days, and is from 14 on', () => {
    expect(growthOf([])).toBeNull();
    expect(growthOf(line(leastHistoryDays - 1, 1))).toBeNull();
    expect(growthOf(line(leastHistoryDays, 1))).toMatchObject({ slopeGbPerDay: 1, todayGb: 113, startGb: 113 });
  });

  it('of a straight line is its slope, extrapolated from the last value', () => {
    return fc.assert(
      fc.property(fc.integer({ min: 14, max: 120 }), fc.integer({ min: 0, max: 50 }), (days, slope) => {
        const samples = line(days, slope);
        expect(growthOf(samples)).toMatchObject({ slopeGbPerDay: slope, startGb: samples.at(-1)?.gb });
      }),
    );
  });

  it('is not turned by bursts that were gone within a week', () => {
    const samples = line(60, 1).map((sample) =>
      sample.day % 20 > 4 && sample.day % 20 < 8 ? { ...sample, gb: sample.gb + 500 } : sample,
    );
    expect(growthOf(samples)?.slopeGbPerDay).toBeCloseTo(1, 1);
  });

  it('never goes down, because what falls may rise again', () => {
    expect(growthOf(line(60, -1, 500))?.slopeGbPerDay).toBe(0);
  });

  it('starts at the latest waves, where they went higher than today', () => {
    const weekly = Array.from({ length: 60 }, (_, day) => ({ day, gb: day % 7 === 1 ? 120 : 100 }));
    expect(growthOf(weekly)).toMatchObject({ todayGb: 100, startGb: 120, slopeGbPerDay: 0 });
  });

  it('of a disk that never changed is none, with a band that is not nothing', () => {
    expect(growthOf(line(60, 0))).toMatchObject({ slopeGbPerDay: 0, moved: false, highGbPerDay: 0.1 / 30 });
  });

  it('bridges days without a sample', () => {
    const gaps = line(100, 2).filter(({ day }) => day % 3 === 0 || day > 80);
    expect(growthOf(gaps)?.slopeGbPerDay).toBeCloseTo(2);
  });
});

const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });

describe('a quantile', () => {
  it('of no values is 0', () => {
    expect(quantile(new Float64Array(), 0.5)).toBe(0);
  });

  it('lies where sorting would put it', () => {
    return fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const sorted = given.toSorted((a, b) => a - b);
        const position = share * (sorted.length - 1);
        const lower = sorted[Math.floor(position)] ?? 0;
        const upper = sorted[Math.ceil(position)] ?? 0;
        const found = quantile(Float64Array.from(given), share);
        expect(found).toBeGreaterThanOrEqual(lower - 1e-6);
        expect(found).toBeLessThanOrEqual(upper + 1e-6);
      }),
    );
  });

  it('of many equal values is that value', () => {
    expect(quantile(new Float64Array(10_000).fill(7), 0.9)).toBe(7);
  });
});
