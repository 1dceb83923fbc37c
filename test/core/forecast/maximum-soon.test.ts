import { describe, expect, it } from 'vitest';
import type { KnownForecast } from '../../../lib/core/forecast/forecast.ts';
import { maximumSoon } from '../../../lib/core/forecast/maximum-soon.ts';

const known: KnownForecast = {
  kind: 'known',
  basis: 'used',
  slopeGbPerDay: 1.26,
  daysToThreshold: 2,
  daysToMaximum: 9,
  soonestDaysToMaximum: 6,
  latestDaysToMaximum: 14,
  isReached: false,
  limitGb: 280,
  limitedBy: 'maximum',
  daysToFull: null,
  soonestDaysToFull: null,
  latestDaysToFull: null,
  historyDaysToFull: null,
  horizonDays: 365,
};

const warned = (more: Partial<KnownForecast>, soonDays = 14) =>
  maximumSoon(
    { project: 'shop', service: 'pg', maximum: { kind: 'additional', gb: 200 }, forecast: { ...known, ...more } },
    soonDays,
  );

describe('the warning of a maximum that is near', () => {
  it('names the days with their band, and carries them as numbers', () => {
    expect(warned({})).toEqual({
      code: 'maximum-soon',
      project: 'shop',
      service: 'pg',
      message:
        'Disk use grows by 1.3 GB a day, so the disk will reach its maximum of 200 GB of additional storage in 9 (6–14) days and then stop growing. Raise the maximum in the policy or by tag, or free space.',
      details: { days: 9, daysSoonest: 6, daysAtMost: 14 },
    });
  });

  it('names the limit of the plan where that comes first, with a larger plan as the remedy', () => {
    const { message, details } = warned({ limitedBy: 'plan', limitGb: 250 }) ?? {};
    expect(message).toBe(
      'Disk use grows by 1.3 GB a day, so the disk will reach the 250 GB that its plan allows in 9 (6–14) days and then stop growing. Move the service to a plan with a larger disk, or free space: a higher maximum does not help.',
    );
    expect(details).toMatchObject({ limitedBy: 'plan', days: 9 });
  });

  it('says today where no other day remains', () => {
    const band = { daysToMaximum: 0, soonestDaysToMaximum: 0, latestDaysToMaximum: 0 };
    expect(warned(band)?.message).toContain(
      'so the disk will reach its maximum of 200 GB of additional storage today and then',
    );
  });

  it('goes by the soonest day of the band', () => {
    expect(warned({ soonestDaysToMaximum: 14, daysToMaximum: 40 })).toBeDefined();
    expect(warned({ soonestDaysToMaximum: 15, daysToMaximum: 40 })).toBeUndefined();
    expect(warned({ soonestDaysToMaximum: null, daysToMaximum: null })).toBeUndefined();
  });

  it('says no more than that it may be, where only the upper end of the band reaches it', () => {
    expect(warned({ slopeGbPerDay: 0, daysToMaximum: null, latestDaysToMaximum: null })?.message).toContain(
      'Disk use grows irregularly, so the disk may reach its maximum of 200 GB of additional storage in 6 days at the earliest and then stop growing.',
    );
  });

  it('never comes where the policy says 0 days, at the maximum itself, and from too little history', () => {
    expect(warned({ soonestDaysToMaximum: 0 }, 0)).toBeUndefined();
    expect(warned({ isReached: true, daysToMaximum: 0, soonestDaysToMaximum: 0 })).toBeUndefined();
    const forecast = { kind: 'unknown', why: 'needs 9 more days of history' } as const;
    const maximum = { kind: 'additional', gb: 1 } as const;
    expect(maximumSoon({ project: 'shop', service: 'pg', maximum, forecast }, 14)).toBeUndefined();
  });

  it('is in JSON a number of days, also where only the band comes near', () => {
    expect(warned({ daysToMaximum: null, latestDaysToMaximum: null })?.details).toEqual({ days: 365, daysSoonest: 6 });
  });
});
