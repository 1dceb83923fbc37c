import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExpectedGrowth } from '../../../lib/core/forecast/days-until.ts';
import { diskFill, fillUnderAlert, fullnessText } from '../../../lib/core/forecast/disk-fill.ts';
import type { ForecastInput } from '../../../lib/core/forecast/forecast.ts';
import type { Sample } from '../../../lib/core/forecast/growth.ts';
import { bandOf } from '../../../lib/core/forecast/growth-band.ts';

const gb = (many: number) => many * 1024;
const expectation = (todayGb: number, slopeGbPerDay: number, day = 100): ExpectedGrowth => {
  const ends = { lowGbPerDay: 0.8 * slopeGbPerDay, highGbPerDay: 1.3 * slopeGbPerDay };
  return {
    growth: { day, todayGb, startGb: todayGb, slopeGbPerDay, ...ends, rhythm: 'regular', moved: true },
    band: bandOf([]),
  };
};
/** A disk of 100 GB, on day 100. */
const given = (used: ExpectedGrowth | null, more: Partial<ForecastInput> = {}): ForecastInput => ({
  serviceType: 'pg',
  diskMb: gb(100),
  today: 100,
  historyDays: 60,
  provisioned: expectation(100, 0),
  used,
  ...more,
});

/** The same of its latest measurement. */
const fillOf = (used: ExpectedGrowth | null, last: Sample | null, more: Partial<ForecastInput> = {}) =>
  diskFill(given(used, { recent: last && { last, gbPerDay: null, missing: 2, isSinceFull: false }, ...more }));

describe('how full a disk is that does not grow', () => {
  it('is the share of it that is used, in whole percent, and the days until nothing more fits, with a band', () => {
    const fill = fillOf(expectation(91, 1), { day: 100, gb: 91 });
    expect(fill).toMatchObject({ percent: 91, ageDays: 0, daysToFull: 9 });
    expect(fill?.soonestDaysToFull).toBeLessThanOrEqual(9);
    expect(fill?.latestDaysToFull).toBeGreaterThanOrEqual(9);
    expect(fillOf(expectation(100, 1), { day: 100, gb: 100 })).toMatchObject({ percent: 100, daysToFull: 0 });
  });

  it('is known from one measurement, the days only from 14 of them, however old they are', () => {
    const unknown = { daysToFull: null, soonestDaysToFull: null, latestDaysToFull: null };
    expect(fillOf(null, { day: 100, gb: 95 })).toMatchObject({ percent: 95, ...unknown });
    expect(fillOf(expectation(95, 1, 97), { day: 97, gb: 95 })).toMatchObject({ ageDays: 3, daysToFull: 2 });
    expect(fillOf(expectation(95, 1, 96), { day: 96, gb: 95 })).toMatchObject({ ageDays: 4, daysToFull: 1 });
  });

  it('is not known while nothing was measured, or the disk has no size', () => {
    expect(fillOf(null, null)).toBeNull();
    expect(fillOf(null, { day: 100, gb: 95 }, { diskMb: null })).toBeNull();
    expect(fillOf(null, { day: 100, gb: 0 }, { diskMb: 0 })).toBeNull();
  });

  it('asks for room for 30 days of growth, or for the steps that its use asks for now, and never for less than 10 GB', () => {
    // 91 GB and 30 more, with the band, in steps of the autoscaler.
    expect(fillOf(expectation(91, 1), { day: 100, gb: 91 })?.needGb).toBeGreaterThanOrEqual(42);
    expect(fillOf(expectation(91, 2), { day: 100, gb: 91 })?.needGb).toBeGreaterThan(70);
    // 100 GB are used of 100: two steps of 8.5 and 9.2 GB until they are below 85 %.
    expect(fillOf(null, { day: 100, gb: 100 })?.needGb).toBe(18);
    expect(fillOf(null, { day: 100, gb: 20 })?.needGb).toBe(10);
  });

  it('has its soonest day first and its latest last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 9, noNaN: true }), (used, slope) => {
        const fill = fillOf(expectation(used, slope), { day: 100, gb: used });
        const far = (days: number | null | undefined) => days ?? Number.POSITIVE_INFINITY;
        expect(far(fill?.soonestDaysToFull)).toBeLessThanOrEqual(far(fill?.daysToFull));
        expect(far(fill?.daysToFull)).toBeLessThanOrEqual(far(fill?.latestDaysToFull));
      }),
    );
  });
});

describe('a measurement under an alert', () => {
  const measured = (percent: number) => ({
    ...{ percent, usedMb: gb(percent), day: 100, ageDays: 0, needGb: 1 },
    ...{ daysToFull: 9, soonestDaysToFull: 7, latestDaysToFull: 12 },
  });

  it.each([
    [false, 90],
    [true, 97],
  ])(
    'keeps its days where it shows as much as the alert (critical: %s), and loses them below',
    (isCritical, percent) => {
      const alert = { kind: 'active', isCritical } as Parameters<typeof fillUnderAlert>[1];
      expect(fillUnderAlert(measured(percent), alert)).toEqual(measured(percent));
      const below = fillUnderAlert(measured(percent - 1), alert);
      expect([below.percent, below.isAtLeast, below.daysToFull]).toEqual([percent, true, null]);
    },
  );
});

it('how full a disk is says how old the measurement is once it is more than a day', () => {
  const fill = fillOf(null, { day: 99, gb: 91 });
  if (fill === null) throw new Error('no measurement');
  expect(fullnessText(fill)).toBe('The disk is 91 % full');
  expect(fullnessText({ ...fill, ageDays: 2 })).toBe('The disk was 91 % full at its last measurement 2 days ago');
});
