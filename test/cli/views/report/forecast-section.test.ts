import { describe, expect, it } from 'vitest';
import { daysCells, forecastFacts, forecastSection } from '../../../../lib/cli/views/report/forecast-section.ts';
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

const foreseen = (given: Partial<ListedForecast>): ListedForecast => ({
  project: 'shop',
  service: 'orders',
  maximum: { kind: 'additional', gb: 40 },
  isReached: false,
  daysToThreshold: null,
  daysToMaximum: 9,
  soonestDaysToMaximum: 6,
  ...given,
});

const rowOf = (given: Partial<ListedForecast>) =>
  forecastSection(planWith({ services: [foreseen(given)], more: 0, unknown: 0 })).rows[0];

describe('the forecast in a report', () => {
  it('says which maximum is meant, and in how many days it comes', () => {
    expect(rowOf({ daysToThreshold: 2 })).toEqual(['shop', 'orders', '40', '2', '9', '6']);
    expect(rowOf({ maximum: { kind: 'total', gb: 120 } })?.[2]).toBe('120 in all');
  });

  it('says in words what no number of days tells', () => {
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

  it('has only numbers in a table of numbers, and nothing where nothing is foreseen', () => {
    expect(daysCells(foreseen({ isReached: true, daysToMaximum: 0, soonestDaysToMaximum: 0 }))).toEqual(['', '0', '0']);
    expect(daysCells(undefined)).toEqual(['', '', '']);
  });

  it('tells how many are left out and of how many nothing can be said', () => {
    const fact = (forecast: PlanForecast | undefined) => forecastFacts(planWith(forecast))[0]?.[1];
    expect(fact({ services: [foreseen({})], more: 4, unknown: 2 })).toBe(
      '5 services near the maximum or the threshold within 90 days, of which the 1 most urgent are listed; nothing can be said yet of 2 services: headroom forecast tells why',
    );
    expect(fact({ services: [], more: 0, unknown: 0 })).toBe(
      '0 services near the maximum or the threshold within 90 days',
    );
    expect(fact(undefined)).toBeUndefined();
  });

  it('tells a forecast that found nothing from none at all', () => {
    const empty = (forecast: PlanForecast | undefined) => forecastSection(planWith(forecast)).empty;
    expect(empty({ services: [], more: 0, unknown: 0 })).toContain('No service is foreseen');
    expect(empty(undefined)).toBe('This run made no forecast.');
    expect(forecastSection(null).rows).toEqual([]);
  });
});
