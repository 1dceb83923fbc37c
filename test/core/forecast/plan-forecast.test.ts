import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownForecast } from '../../../lib/core/forecast/forecast.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { GrowthKind } from '../../../lib/core/forecast/growth.ts';
import {
  coverageText,
  forecastRecord,
  listedDays,
  mostListed,
  planForecast,
  promisedIn,
  recordText,
  type ServiceForecast,
} from '../../../lib/core/forecast/plan-forecast.ts';
import { additional } from '../organization.ts';

const known: KnownForecast = {
  kind: 'known',
  basis: 'used',
  slopeGbPerDay: 1,
  daysToThreshold: null,
  daysToMaximum: null,
  soonestDaysToMaximum: null,
  latestDaysToMaximum: null,
  isReached: false,
  limitGb: 280,
  limitedBy: 'maximum',
  daysToFull: null,
  soonestDaysToFull: null,
  latestDaysToFull: null,
  historyDaysToFull: null,
  horizonDays: 365,
};

const forecastOf = (service: string, more: Partial<KnownForecast>): ServiceForecast => ({
  project: 'shop',
  service,
  maximum: additional(200),
  forecast: { ...known, ...more },
});

const coverage = { known: 1, disks: 2 };
const names = (of: readonly ServiceForecast[]) => planForecast(of, coverage).services.map(({ service }) => service);

describe('the forecast that is kept with a plan', () => {
  it('has the services that come near their maximum or threshold, the most urgent first', () => {
    expect(
      names([
        forecastOf('far', { daysToMaximum: 200, soonestDaysToMaximum: listedDays + 1 }),
        forecastOf('threshold', { daysToThreshold: 3 }),
        forecastOf('never', {}),
        forecastOf('band', { soonestDaysToMaximum: listedDays }),
        forecastOf('soon', { daysToMaximum: 9, soonestDaysToMaximum: 6 }),
        forecastOf('full', { daysToMaximum: 0, soonestDaysToMaximum: 0, isReached: true }),
      ]),
    ).toEqual(['full', 'soon', 'band', 'threshold']);
  });

  it('has the days and the maximum of each, and nothing else', () => {
    const days = { daysToThreshold: 2, daysToMaximum: 9, soonestDaysToMaximum: 6 };
    expect(planForecast([forecastOf('pg', days)], coverage)).toEqual({
      services: [{ project: 'shop', service: 'pg', maximum: additional(200), isReached: false, ...days }],
      more: 0,
      unknown: 0,
      coverage,
    });
  });

  it('counts those of which nothing can be said', () => {
    const young: ServiceForecast = {
      ...forecastOf('young', {}),
      forecast: { kind: 'unknown', why: 'needs 11 more days of history' },
    };
    expect(planForecast([young, forecastOf('unmeasured', { limitGb: null, daysToThreshold: 1 })], coverage)).toEqual({
      services: [],
      more: 0,
      unknown: 2,
      coverage,
    });
  });

  it('is short, says how many are left out, and is the same in every order', () => {
    const urgency = fc.option(fc.integer({ min: 0, max: 365 }));
    const services = fc.array(fc.tuple(urgency, urgency), { minLength: mostListed - 5, maxLength: mostListed + 200 });
    fc.assert(
      fc.property(services, (given) => {
        const all = given.map(([daysToThreshold, soonestDaysToMaximum], place) =>
          forecastOf(`service-${place}`, { daysToThreshold, soonestDaysToMaximum }),
        );
        const made = planForecast(all, coverage);
        const near = given.filter((days) => days.some((day) => day !== null && day <= listedDays)).length;
        expect(made.services.length).toBeLessThanOrEqual(mostListed);
        expect(made.services.length + made.more).toBe(near);
        expect(planForecast(all.toReversed(), coverage)).toEqual(made);
      }),
      { numRuns: 30 },
    );
  });
});

it('the coverage of a forecast is a sentence, with the remedy where disks have none', () => {
  expect(coverageText({ known: 400, disks: 400 })).toBe('Forecast known for 400 of 400 disks');
  expect(coverageText({ known: 0, disks: 1 })).toBe('Forecast known for 0 of 1 disk; the next runs measure the others');
});

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
