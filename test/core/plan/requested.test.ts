import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../lib/core/audit/audit.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { at, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, enableAll, planDiskMb, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';
import { aRecord, at100, at200, lowered, raised } from './undone-run.ts';

const storage = storageBudget('15.00');
const budgeted = (given: Partial<Policy> = {}) =>
  aPolicy({ rules: [enableAll(500)], budgets: [storage], prices: pricedAt('0.10'), ...given });
const prices = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);
const asked = (snapshot: Snapshot, given: Partial<PlanInput>) =>
  planOf([snapshot], { policy: budgeted(), prices, ...given });

const made = snapshotWith([at('e1', 250, 'team-endpoint')], ['e1']);
const adopted = new Map([
  ['shop-prod', [{ service: 'orders', endpointName: 'team-endpoint', kind: 'additional' as const }]],
]);
const undoOf = (...records: readonly AuditRecord[]) => ({ undo: { runId: 'run-1', records } });
const adopting = { adopt: [{ project: '*', service: '*' }] };
const returning = {
  adopted,
  ...undoOf(aRecord('adopt-endpoint', null, null, { endpointName: 'team-endpoint' })),
};

describe.each<[string, Snapshot, Partial<PlanInput>, string]>([
  ['an undo', at200, undoOf(...raised), 'release update-endpoint e1 200→100'],
  ['an adoption', made, adopting, 'grant adopt-endpoint e1 250→250'],
  ['the undo of an adoption', made, returning, 'grant return-endpoint e1 250→250'],
])('a plan that is %s', (_, snapshot, given, change) => {
  it('has nothing else of the policy but its decisions: no budgets, no forecasts, no left-over endpoints', () => {
    const orphaned = { ...snapshot, endpoints: [...snapshot.endpoints, at('o1', 10, 'headroom-gone')] };
    const forecasts = makeForecasts({ histories: new Map(), services: [], planDiskMb, today: 22_000 });
    const { plan } = asked(orphaned, { ...given, forecasts });
    expect(plan.changes.map(shown)).toEqual([change]);
    expect(plan.decisions).toMatchObject([{ service: 'orders', effect: 'enable', maxAdditionalGb: 500 }]);
    expect([plan.budgets, plan.forecast]).toEqual([[], undefined]);
  });

  it('is never the first plan of a policy', () => {
    const guardrails = { ...aPolicy().guardrails, firstRun: 'propose' as const };
    expect(asked(snapshot, { ...given, policy: budgeted({ guardrails }), isFirstRun: true }).plan.violations).toEqual(
      [],
    );
  });
});

describe('the budget of a requested change', () => {
  const budgetsOf = (snapshot: Snapshot, given: Partial<PlanInput>) =>
    asked(snapshot, given).plan.changes.map(({ kind, budget }) => [kind, budget]);

  it('is that of its service where it frees or takes money, and none where it only says who manages an endpoint', () => {
    expect(budgetsOf(at200, undoOf(...raised))).toEqual([['update-endpoint', 'storage']]);
    expect(budgetsOf(made, adopting)).toEqual([['adopt-endpoint', undefined]]);
    expect(budgetsOf(made, returning)).toEqual([['return-endpoint', undefined]]);
  });

  it('is none for options of a search service', () => {
    const path = 'engine.search_max_buckets';
    const options = (value: number) => ({ kind: 'search-configuration' as const, options: { [path]: value } });
    const record = aRecord('update-search-configuration', options(10), options(20), { endpointName: '' });
    const engine = { searchConfiguration: { engine: { search_max_buckets: 20 } } };
    expect(budgetsOf(snapshotWith([], [], engine), undoOf(record))).toEqual([
      ['update-search-configuration', undefined],
    ]);
  });

  it('also judges a part of an undo', () => {
    const { plan, judge } = asked(at100, undoOf(...lowered));
    expect(plan.violations).toMatchObject([{ guardrail: 'budget' }]);
    expect(judge(plan.changes, false).violations).toEqual(plan.violations);
  });
});
