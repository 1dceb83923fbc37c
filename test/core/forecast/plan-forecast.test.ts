import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownForecast } from '../../../lib/core/forecast/forecast.ts';
import type { ServiceForecast } from '../../../lib/core/forecast/plan-forecast.ts';
import { coverageText, listedDays, mostListed, planForecast } from '../../../lib/core/forecast/plan-forecast.ts';
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
