import { describe, expect, it } from 'vitest';
import { daysCells, forecastFacts, forecastSection } from '../../../../lib/cli/commands/report/forecast-section.ts';
import type { ListedForecast, PlanForecast } from '../../../../lib/core/forecast/plan-forecast.ts';
import type { Plan } from '../../../../lib/core/plan/plan-result.ts';
import { aSummary } from '../../../core/organization.ts';

const planWith = (forecast: PlanForecast | undefined): Plan => ({
  digest: 'd',
  mode: 'observe',
  verdict: 'nothing',
  summary: aSummary(),
  changes: [],
  decisions: [],
  budgets: [],
  findings: [],
  violations: [],
  forecast,
});

const listed = (more: Partial<ListedForecast>): ListedForecast => ({
  project: 'shop',
  service: 'orders',
  maximum: { kind: 'additional', gb: 40 },
  isReached: false,
  daysToThreshold: null,
  daysToMaximum: 9,
  soonestDaysToMaximum: 6,
  ...more,
});

const coverage = { known: 3, disks: 3 };

const rowOf = (more: Partial<ListedForecast>) =>
  forecastSection(planWith({ services: [listed(more)], more: 0, unknown: 0, coverage })).rows[0];

describe('the forecast in a report', () => {
  it('shows the kind of maximum, and the days until it is reached', () => {
    expect(rowOf({ daysToThreshold: 2 })).toEqual(['shop', 'orders', '40', '2', '9', '6']);
    expect(rowOf({ maximum: { kind: 'total', gb: 120 } })?.[2]).toBe('120 total');
  });

  it('uses words where a number of days would mislead', () => {
    expect(rowOf({ isReached: true, daysToMaximum: 0, soonestDaysToMaximum: 0 })?.slice(3)).toEqual([
      '',
      'reached',
      '',
    ]);
    expect(rowOf({ daysToMaximum: null, soonestDaysToMaximum: 30 })?.slice(3)).toEqual(['', 'not expected', '30']);
    expect(rowOf({ daysToMaximum: null, soonestDaysToMaximum: null, daysToThreshold: 1 })?.slice(3)).toEqual([
      '1',
      '',
      '',
    ]);
  });

  it('has only numbers in a table of numbers, and empty cells without a forecast', () => {
    expect(daysCells(listed({ isReached: true, daysToMaximum: 0, soonestDaysToMaximum: 0 }))).toEqual(['', '0', '0']);
    expect(daysCells(undefined)).toEqual(['', '', '']);
  });

  it('counts the services not listed and those without a forecast', () => {
    const fact = (forecast: PlanForecast | undefined) => forecastFacts(planWith(forecast))[0]?.[1];
    expect(fact({ services: [listed({})], more: 4, unknown: 2, coverage })).toBe(
      '5 services near the maximum or the threshold within 90 days, of which the 1 most urgent are listed; no forecast yet for 2 services (headroom forecast shows why)',
    );
    expect(fact({ services: [], more: 0, unknown: 0, coverage })).toBe(
      '0 services near the maximum or the threshold within 90 days',
    );
    expect(fact(undefined)).toBeUndefined();
  });

  it('says what was promised and what came, where forecasts of the last weeks can be compared', () => {
    const factsWith = (more: Partial<PlanForecast>) =>
      new Map(forecastFacts(planWith({ services: [], more: 0, unknown: 0, coverage, ...more })));
    expect(
      factsWith({ record: [{ confidence: 90, rhythm: 'rare', forecasts: 8, above: 1 }] }).get('forecast record'),
    ).toBe(
      '10 % above the P90 promised, 12.5 % came, in 8 forecasts of the last weeks, each for 30 days: rare growth 12.5 % of 8',
    );
    expect(factsWith({}).has('forecast record')).toBe(false);
  });

  it('has no rows without a service near its maximum, or without a forecast', () => {
    expect(forecastSection(planWith({ services: [], more: 0, unknown: 0, coverage })).rows).toEqual([]);
    expect(forecastSection(planWith(undefined)).rows).toEqual([]);
    expect(forecastSection(null).rows).toEqual([]);
  });
});
