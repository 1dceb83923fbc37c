import { describe, expect, it } from 'vitest';
import { forecastRecord, promisedIn, recordText } from '../../../lib/core/forecast/forecast-record.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { GrowthKind } from '../../../lib/core/forecast/growth.ts';

const error = (rhythm: GrowthKind, high: number) => ({ rhythm, middle: 2 * high, high });

describe('the record of forecasts', () => {
  it('counts the highest values above the P90 by how regularly the disks grew', () => {
    const errors = [error('regular', 0.5), error('regular', 1), error('rare', 1.1), error('rare', 0.2)];
    expect(forecastRecord(errors)).toEqual([
      { confidence: 90, rhythm: 'regular', forecasts: 2, above: 0 },
      { confidence: 90, rhythm: 'rare', forecasts: 2, above: 1 },
    ]);
  });

  it('says what was promised and what came', () => {
    const record = forecastRecord([...Array(9).fill(error('regular', 0.5)), error('irregular', 3)]);
    expect(recordText(record)).toBe(
      '10 % above the P90 promised, 10.0 % came, in 10 forecasts of the last weeks, each for 30 days: regular growth 0.0 % of 9, irregular growth 100.0 % of 1',
    );
  });

  it('judges every confidence that a rule of the policy promises, and the usual one', () => {
    const rule = (confidence: number) =>
      ({
        name: 'a',
        match: {},
        effect: 'enable',
        forecast: { horizonDays: 30, confidence, ceilingGb: 9, atLeastGb: 0, onRunaway: 'raise' },
      }) as const;
    const confidences = promisedIn({ rules: [rule(99), rule(90), { name: 'b', match: {}, effect: 'ignore' }] });
    expect(confidences).toEqual([90, 99]);
    // The rise of the P99 is 5.6 times that of the P90.
    const record = forecastRecord(
      [error('rare', 5.5), error('rare', 5.7)].map((each) => ({ ...each, middle: 20 })),
      confidences,
    );
    expect(record.map(({ above }) => above)).toEqual([2, 1]);
    expect(recordText(record)).toBe(
      '10 % above the P90 promised, 100.0 % came, in 2 forecasts of the last weeks, each for 30 days: rare growth 100.0 % of 2; 1 % above the P99 promised, 50.0 % came, in 2 forecasts of the last weeks, each for 30 days: rare growth 50.0 % of 2',
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
    const record = [{ confidence: 90, rhythm: 'regular', forecasts: 4, above: 4 }];
    expect(forecastRecord(makeForecasts(given).pastErrors)).toEqual(record);
    const part = makeForecasts({ ...given, bands: new Map() });
    expect(part.pastErrors).toEqual([]);
    expect(forecastRecord(part.pastErrorsOf({ project: 'shop', name: 'pg' }))).toEqual(record);
  });
});
