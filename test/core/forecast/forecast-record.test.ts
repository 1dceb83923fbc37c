import { describe, expect, it } from 'vitest';
import { forecastRecord, recordText } from '../../../lib/core/forecast/forecast-record.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Rhythm } from '../../../lib/core/forecast/growth.ts';

const error = (rhythm: Rhythm, high: number) => ({ rhythm, middle: 1, high });

describe('the record of forecasts', () => {
  it('counts the highest values above the P90 by how regularly the disks grew', () => {
    const errors = [error('regular', 0.5), error('regular', 1), error('rare', 1.1), error('rare', 0.2)];
    expect(forecastRecord(errors)).toEqual([
      { rhythm: 'regular', forecasts: 2, above: 0 },
      { rhythm: 'rare', forecasts: 2, above: 1 },
    ]);
  });

  it('says what was promised and what came', () => {
    const record = forecastRecord([...Array(9).fill(error('regular', 0.5)), error('irregular', 3)]);
    expect(recordText(record)).toBe(
      '10 % above the P90 promised, 10.0 % came, in 10 forecasts of the last weeks, each for 30 days: regular growth 0.0 % of 9, irregular growth 100.0 % of 1',
    );
  });

  it('says nothing where nothing was forecast', () => {
    expect(recordText(forecastRecord([]))).toBeNull();
  });

  it('compares what was known 30 days ago and before with what came, for the whole organization only', () => {
    const days = Array.from({ length: 120 }, (_, day) => day);
    // 1 GB a day, and from day 95 on ten times that.
    const used = days.map((day): [number, number] => [day, 1024 * (100 + day + 9 * Math.max(0, day - 95))]);
    const service = { name: 'pg', lastDay: 119, provisioned: [[0, 900 * 1024]] as const, used, measuredDay: 119 };
    const given = {
      histories: new Map([['shop', { days, services: [service] }]]),
      services: [{ project: 'shop', name: 'pg', type: 'pg', plan: 'startup-4', diskMb: 900 * 1024 }],
      planDiskMb: new Map(),
      today: 119,
    };
    expect(makeForecasts(given).record).toEqual([{ rhythm: 'regular', forecasts: 4, above: 4 }]);
    expect(makeForecasts({ ...given, bands: new Map() }).record).toEqual([]);
  });
});
