import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExpectedGrowth } from '../../../lib/core/forecast/days-until.ts';
import {
  daysText,
  type ForecastInput,
  forecast,
  growthAhead,
  oldForecast,
} from '../../../lib/core/forecast/forecast.ts';
import { bandOf } from '../../../lib/core/forecast/growth-band.ts';
import type { DiskLimit } from '../../../lib/core/service/disk-limit.ts';

const expectation = (todayGb: number, slopeGbPerDay: number, { day = 100, width = 0.3 } = {}): ExpectedGrowth => {
  const ends = { lowGbPerDay: 0.8 * slopeGbPerDay, highGbPerDay: slopeGbPerDay * (1 + width) };
  return {
    growth: { day, todayGb, startGb: todayGb, slopeGbPerDay, ...ends, rhythm: 'regular', moved: true },
    band: bandOf([]),
  };
};
const gb = (many: number) => many * 1024;

const upTo = (mb: number): DiskLimit => ({ mb, by: 'maximum' });
const unlimited: DiskLimit = { mb: null, by: null };

type Given = ForecastInput & { readonly limit: DiskLimit };

const given = (more: Partial<Given>): Given => ({
  serviceType: 'pg',
  diskMb: gb(100),
  limit: upTo(gb(127)),
  today: 100,
  historyDays: 60,
  provisioned: expectation(100, 3),
  used: null,
  ...more,
});

describe('a forecast', () => {
  it('from what is provisioned says the days until that is as large as the maximum allows, with a band', () => {
    const made = forecast(given({}));
    expect(made).toMatchObject({ kind: 'known', basis: 'provisioned', daysToMaximum: 9, daysToThreshold: null });
    if (made.kind !== 'known') return;
    expect(made.soonestDaysToMaximum).toBeLessThanOrEqual(9);
    expect(made.latestDaysToMaximum).toBeGreaterThanOrEqual(9);
  });

  it('from what is used counts the steps of the autoscaler up to the maximum (§8 growth step, §8 threshold others)', () => {
    // 85 of 100 GB lead to 108.5 GB; a bit over 92.225 of those lead past 110 GB, the maximum.
    const made = forecast(given({ limit: upTo(gb(110)), used: expectation(83.225, 1) }));
    expect(made).toMatchObject({ basis: 'used', daysToThreshold: 1, daysToMaximum: 9 });
  });

  it('prefers what was measured only while that is fresh, and counts from today', () => {
    expect(forecast(given({ used: expectation(80, 1, { day: 96 }) }))).toMatchObject({ basis: 'provisioned' });
    expect(forecast(given({ limit: upTo(gb(110)), used: expectation(82.225, 1, { day: 98 }) }))).toMatchObject({
      basis: 'used',
      daysToMaximum: 8,
    });
  });

  it('counts use that was measured 3 days ago, and not from the fourth day on', () => {
    const measuredOn = (day: number) => forecast(given({ today: 100, used: expectation(80, 1, { day }) }));
    expect(measuredOn(97)).toMatchObject({ basis: 'used' });
    expect(measuredOn(96)).toMatchObject({ basis: 'provisioned' });
    const use = (day: number) => given({ today: 100, used: expectation(80, 1, { day }) });
    const oldOn = (day: number) => oldForecast(use(day), () => upTo(gb(127)))?.ageDays;
    expect([oldOn(97), oldOn(96)]).toEqual([undefined, 4]);
  });

  it('of a short history is unknown and says of how many days, never safe', () => {
    expect(forecast(given({ provisioned: null, historyDays: 5 }))).toEqual({
      kind: 'unknown',
      why: 'needs 9 more days of history',
    });
    expect(forecast(given({ diskMb: null }))).toMatchObject({ kind: 'unknown' });
    const empty = given({ diskMb: 0, used: expectation(0, 0) });
    const none = { kind: 'unknown', why: 'the platform reports a disk of 0 GB' };
    expect([forecast(empty), growthAhead(empty, 30)]).toEqual([none, none]);
  });

  it('without growth sees no limit, in numbers that JSON can hold', () => {
    const made = forecast(given({ provisioned: expectation(100, 0), limit: upTo(gb(1000)) }));
    expect(made).toMatchObject({ daysToMaximum: null, soonestDaysToMaximum: null, latestDaysToMaximum: null });
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
    expect(made.kind === 'known' && daysText(made)).toBe('no limit in sight within 365 days');
  });

  it('without a maximum says nothing of it', () => {
    expect(forecast(given({ limit: unlimited }))).toMatchObject({ daysToMaximum: null, soonestDaysToMaximum: null });
  });

  it('at the maximum is 0 days', () => {
    expect(forecast(given({ limit: upTo(gb(100)) }))).toMatchObject({
      isReached: true,
      daysToMaximum: 0,
      soonestDaysToMaximum: 0,
    });
  });

  it('has its soonest day first and its latest day last, and a larger maximum is never sooner', () => {
    return fc.assert(
      fc.property(
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        fc.integer({ min: 100, max: 400 }),
        fc.boolean(),
        (slope, width, limitGb, measured) => {
          const series = measured
            ? { used: expectation(70, slope, { width }) }
            : { provisioned: expectation(100, slope, { width }) };
          const far = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
          const made = forecast(given({ ...series, limit: upTo(gb(limitGb)) }));
          const larger = forecast(given({ ...series, limit: upTo(gb(limitGb + 10)) }));
          if (made.kind !== 'known' || larger.kind !== 'known') throw new Error('must be known');
          expect(far(made.soonestDaysToMaximum)).toBeLessThanOrEqual(far(made.daysToMaximum));
          expect(far(made.daysToMaximum)).toBeLessThanOrEqual(far(made.latestDaysToMaximum));
          expect(far(larger.daysToMaximum)).toBeGreaterThanOrEqual(far(made.daysToMaximum));
        },
      ),
    );
  });
});

describe('days in words', () => {
  it('show no band that has one day', () => {
    const known = forecast(given({}));
    if (known.kind !== 'known') throw new Error('must be known');
    expect(daysText({ ...known, daysToMaximum: 0, soonestDaysToMaximum: 0, latestDaysToMaximum: 0 })).toBe('0');
    expect(daysText({ ...known, daysToMaximum: 0, soonestDaysToMaximum: 0, latestDaysToMaximum: 3 })).toBe('0 (0–3)');
  });

  it('show the band, open at its end where that lies beyond the horizon', () => {
    const known = forecast(given({}));
    if (known.kind !== 'known') throw new Error('must be known');
    expect(daysText({ ...known, daysToMaximum: 9, soonestDaysToMaximum: 6, latestDaysToMaximum: 14 })).toBe('9 (6–14)');
    expect(daysText({ ...known, daysToMaximum: null, soonestDaysToMaximum: 6, latestDaysToMaximum: null })).toBe(
      '>365 (6–>365)',
    );
  });
});
