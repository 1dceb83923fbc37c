import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { flat } from '../a-change.ts';
import { at, lastAppliedToOrders, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, aService, aSnapshot, enableAll, planDiskMb, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const storage = storageBudget('100.00');
const prices = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);
const budgeted = (maximum: number, given: Partial<PlanInput> = {}): Partial<PlanInput> => ({
  policy: aPolicy({ rules: [enableAll(maximum)], budgets: [storage], prices: pricedAt('0.10') }),
  prices,
  ...given,
});

const byForecast: Rule = {
  ...enableAll(50),
  forecast: { horizonDays: 30, confidence: 90, ceilingGb: 50, atLeastGb: 0, onRunaway: 'raise' },
};

describe('the plan of one service in the plan of all', () => {
  it('takes money from its budget for what lets the disk grow, and none for what it already has', () => {
    const grown = { diskMb: (80 + 60) * 1024 };
    const { changes } = planOf([snapshotWith([at('e1', 20), at('e2', 40)], ['e1', 'e2'], grown)], budgeted(10)).plan;
    expect(flat(changes).map(({ kind, toGb, budget }) => [kind, toGb, budget])).toEqual([
      ['delete-integration', 0, 'storage'],
      ['delete-endpoint', 0, 'storage'],
      ['update-endpoint', 60, undefined],
    ]);
  });

  it('shows the maximum of its rule while its budget holds it', () => {
    const unread = [{ project: 'other', error: 'PlatformForbidden', message: 'no' }];
    const { decisions, changes } = planOf([snapshotWith([], [])], budgeted(70, { unread })).plan;
    expect([changes, decisions]).toMatchObject([[], [{ effect: 'enable', maxAdditionalGb: 70 }]]);
  });

  it('asks for the disk of a plan that only its forecast needs', () => {
    // The whole disk is below the ceiling, so the maximum itself needs no size of the plan.
    const ceiling: Rule = {
      ...byForecast,
      forecast: { horizonDays: 30, confidence: 90, ceilingGb: 200, atLeastGb: 0, onRunaway: 'raise' },
      maxAdditionalGb: 200,
    };
    const given = { policy: aPolicy({ rules: [ceiling] }), planDiskMb: new Map() };
    expect(planOf([snapshotWith([], [])], given).needs).toEqual([
      { project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' },
    ]);
    expect(planOf([snapshotWith([], [])], { ...given, planDiskMb }).needs).toEqual([]);
  });

  it('counts as managed by a baseline alone', () => {
    const searchConfiguration = [
      { name: 'b', match: { project: ['*'] }, options: [{ path: 'service_log', value: true }] },
    ];
    const services = Array.from({ length: 10 }, (_, place) =>
      aService({ name: `s${place}`, type: 'engine', searchConfiguration: { service_log: place > 0 } }),
    );
    const judged = (maxChangePercent: number) => {
      const guardrails = { ...aPolicy().guardrails, maxChangePercent };
      return planOf([aSnapshot({ services })], { policy: aPolicy({ rules: [], searchConfiguration, guardrails }) })
        .plan;
    };
    expect(judged(9).violations).toMatchObject([{ guardrail: 'maxChangePercent', actual: 10 }]);
    expect(judged(10).violations).toEqual([]);
  });

  it('reports no drift of a record that is invalid, because it shows nothing', () => {
    const lastApplied = new Map([['shop-prod', [lastAppliedToOrders]]]);
    const damaged = snapshotWith([], [], { unusable: 'the platform lists it twice', diskMb: null });
    const { plan, drifted } = planOf([damaged], { lastApplied });
    expect([plan.findings.map(({ code }) => code), drifted]).toEqual([['record-invalid'], []]);
    expect(planOf([snapshotWith([], [])], { lastApplied }).drifted).toEqual(['shop-prod']);
  });

  it('gets a grant beyond the maximum that a forecast sets', () => {
    const grants = [
      {
        project: 'shop-prod',
        service: 'orders',
        maxGb: 200,
        through: '2030-12-31',
        by: 'kim',
        at: '2030-06-01T00:00:00Z',
      },
    ];
    const forecasts = makeForecasts({ histories: new Map(), services: [], planDiskMb, today: 22_000 });
    const given = { policy: aPolicy({ rules: [byForecast] }), grants, forecasts };
    expect(planOf([snapshotWith([at('e1', 50)], ['e1'])], given).plan.changes.map(shown)).toEqual([
      'grant update-endpoint e1 50→200',
    ]);
  });
});
