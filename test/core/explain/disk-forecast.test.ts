import { describe, expect, it } from 'vitest';
import { diskForecast, diskText } from '../../../lib/core/explain/disk-forecast.ts';
import { makeForecasts, type PassingLimits } from '../../../lib/core/forecast/forecasts.ts';
import type { HeldMaximum } from '../../../lib/core/model/model.ts';

const days = Array.from({ length: 40 }, (_, day) => day);
const today = 39;
const gb = 1024;

interface Given {
  readonly diskMb?: number | null;
  readonly maximum?: HeldMaximum;
  readonly usedPercent?: number | null;
  /** Largest disk of the plan in GB; absent: only maximums limit the disk. */
  readonly capGb?: number;
  readonly passing?: PassingLimits;
  /** GB that are used today and were fewer by so many each day before. */
  readonly growing?: readonly [gbNow: number, slope: number];
}

const text = ({ diskMb = 80 * gb, maximum, usedPercent = null, growing, capGb, passing }: Given): string => {
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
    planCapMb: new Map([['pg/startup-4', capGb === undefined ? null : capGb * gb]]),
    today,
  });
  return diskText(diskForecast(forecasts, service, { maximum: maximum ?? null, passing }, usedPercent));
};

describe('the disk of a service', () => {
  it('is so large, so full, and full in so many days where it does not grow', () => {
    expect(text({ usedPercent: 75, growing: [60, 2] })).toBe('80 GB, 60 GB used (75 %); full in 10 days');
    expect(text({ usedPercent: 100, growing: [80, 2] })).toBe('80 GB, 80 GB used (100 %); full');
    expect(text({ usedPercent: 98, growing: [78.5, 2] })).toMatch(/; full today\b/);
    expect(text({ usedPercent: 96, growing: [77, 2] })).toMatch(/; full in 1 day\b/);
    expect(text({ usedPercent: 50, growing: [40, 0] })).toBe('80 GB, 40 GB used (50 %); not full within 365 days');
  });

  it('lasts until its maximum is reached where it grows', () => {
    const growing = [60, 2] as const;
    expect(text({ usedPercent: 75, growing, maximum: { kind: 'additional', gb: 80 } })).toMatch(
      /^80 GB, 60 GB used \(75 %\); days until its maximum: \d+ \(\d+–\d+\)$/,
    );
    expect(text({ usedPercent: 75, growing, maximum: { kind: 'total', gb: 80 } })).toMatch(
      /; at its maximum, full in 10 days$/,
    );
  });

  it('at the limit of its plan says so, with days until it is full, whatever its maximum allows', () => {
    const atLimit = { maximum: { kind: 'additional', gb: 500 }, capGb: 80, usedPercent: 75 } as const;
    expect(text({ ...atLimit, growing: [60, 2] })).toBe(
      '80 GB, 60 GB used (75 %); at the limit of its plan (80 GB), full in 10 days',
    );
    expect(text(atLimit)).toContain('; at the limit of its plan (80 GB), days left unknown: ');
    expect(text({ ...atLimit, capGb: 120, growing: [60, 2] })).toMatch(
      /; days until the limit of its plan \(120 GB\): \d+ \(\d+–\d+\)$/,
    );
  });

  it('says why it does not grow at present, and when it is full then', () => {
    const growing = { growing: [60, 2], usedPercent: 75, maximum: { kind: 'additional', gb: 80 } } as const;
    expect(text({ ...growing, passing: { state: 'POWEROFF' } })).toMatch(
      /; does not grow before the service is RUNNING again, full in 10 days$/,
    );
    expect(text({ ...growing, passing: { state: 'RUNNING', isStuck: true } })).toMatch(
      /; does not grow before its maintenance, full in 10 days$/,
    );
  });

  it('says what is not known', () => {
    expect(text({ maximum: { kind: 'additional', gb: null }, growing: [60, 2], usedPercent: 75 })).toContain(
      '; days left unknown: the platform does not show the limit of the disk',
    );
    expect(text({ diskMb: null })).toBe('size unknown: the platform does not give it');
    expect(text({ usedPercent: 8 })).toBe('80 GB, 6.4 GB used (8 %); days left unknown: not measured yet');
    expect(text({ growing: [60, 2] })).toBe('80 GB, use unknown; days left unknown: its use is unknown');
  });
});
