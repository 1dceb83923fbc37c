import { describe, expect, it } from 'vitest';
import { diskOutlook, diskText } from '../../../lib/core/explain/disk-outlook.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { HeldMaximum } from '../../../lib/core/model/model.ts';

const days = Array.from({ length: 40 }, (_, day) => day);
const today = 39;
const gb = 1024;

interface Given {
  readonly diskMb?: number | null;
  readonly maximum?: HeldMaximum;
  readonly usedPercent?: number | null;
  /** GB that are used today and were fewer by so many each day before. */
  readonly growing?: readonly [gbNow: number, slope: number];
}

const text = ({ diskMb = 80 * gb, maximum, usedPercent = null, growing }: Given): string => {
  const service = { project: 'shop', name: 'orders', type: 'pg', plan: 'startup-4', diskMb };
  const used =
    growing && days.map((day): [number, number] => [day, Math.round((growing[0] - growing[1] * (today - day)) * gb)]);
  const history = {
    name: 'orders',
    lastDay: today,
    provisioned: [[0, 80 * gb] as const],
    used: used ?? [],
    measuredDay: today,
  };
  const forecasts = makeForecasts({
    histories: new Map([['shop', { days, services: growing === undefined ? [] : [history] }]]),
    services: [service],
    planDiskMb: new Map([['pg/startup-4', 80 * gb]]),
    today,
  });
  return diskText(diskOutlook(forecasts, service, maximum ?? null, usedPercent), maximum !== undefined);
};

describe('the disk of a service', () => {
  it('is so large, so full, and full in so many days where it does not grow', () => {
    expect(text({ usedPercent: 75, growing: [60, 2] })).toBe('80 GB, 60 GB used (75 %); full in 10 days');
    expect(text({ usedPercent: 100, growing: [80, 2] })).toBe('80 GB, 80 GB used (100 %); full in 0 days');
    expect(text({ usedPercent: 50, growing: [40, 0] })).toBe('80 GB, 40 GB used (50 %); not full within 365 days');
  });

  it('lasts until its maximum is reached where it grows', () => {
    const growing = [60, 2] as const;
    expect(text({ usedPercent: 75, growing, maximum: { kind: 'additional', gb: 80 } })).toMatch(
      /^80 GB, 60 GB used \(75 %\); days until its maximum: \d+ \(\d+–\d+\)$/,
    );
    expect(text({ usedPercent: 75, growing, maximum: { kind: 'total', gb: 80 } })).toMatch(/; at its maximum$/);
  });

  it('says what is not known', () => {
    expect(text({ diskMb: null })).toBe('size unknown: the platform does not give it');
    expect(text({ usedPercent: 8 })).toBe('80 GB, 6.4 GB used (8 %); days left unknown: not measured yet');
    expect(text({ growing: [60, 2] })).toBe('80 GB, use unknown; days left unknown: its use is unknown');
  });
});
