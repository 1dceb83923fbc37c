import { describe, expect, it } from 'vitest';
import type { Endpoint, HeldMaximum, Snapshot } from '../../../lib/core/model/model.ts';
import type { Budget, Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { whyOf } from '../a-change.ts';
import { at, integrationWith, rules, shown, snapshotWith } from '../one-service.ts';
import { afterApplying, aPolicy, aService, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const gb = 1024;
const unknownPlan = new Map([['pg/startup-4', null]]);

/** The service of the tests: its plan brings 80 GB, so that 150 GB of the disk are additional storage. */
const grown = (endpoints: Endpoint[], given = {}): Snapshot =>
  snapshotWith(
    endpoints,
    endpoints.map(({ id }) => id),
    { diskMb: 230 * gb, ...given },
  );

const made = (snapshot: Snapshot, policy: Partial<Policy> = {}, given: Partial<PlanInput> = {}) => {
  const { plan, needs } = planOf([snapshot], { policy: aPolicy(policy), ...given });
  return { changes: plan.changes.map(shown), codes: plan.findings.map(({ code }) => code), needs, plan };
};

describe('a maximum below what is provisioned', () => {
  it('is raised to it also where it is the very one that policy asks for, and says why', () => {
    const { changes, codes, plan } = made(grown([at('e1', 100)]));
    expect(changes).toEqual(['grant update-endpoint e1 100→150']);
    expect(whyOf(plan.changes[0])).toBe(
      'Rule "everyone" enables the autoscaler with a maximum of 100 GB. The maximum is 150 GB instead of 100 GB: 150 GB of additional storage are already provisioned.',
    );
    expect(codes).toEqual(['floor-above-maximum']);
    expect(plan.summary).toMatchObject({ raise: 1, addedGb: 50 });
  });

  it('is raised once: the next plan leaves it alone', () => {
    const snapshot = grown([at('e1', 100)]);
    const [after = snapshot] = afterApplying([snapshot], made(snapshot).plan.changes);
    expect(made(after)).toMatchObject({ changes: [], codes: ['floor-above-maximum'] });
  });

  it('is found from the first MB on that is not below it', () => {
    expect(made(grown([at('e1', 100)], { diskMb: 180 * gb })).changes).toEqual([]);
    expect(made(grown([at('e1', 100)], { diskMb: 180 * gb + 1 })).changes).toEqual([
      'grant update-endpoint e1 100→101',
    ]);
  });

  it('is found where the maximum counts the whole disk', () => {
    const total = (maximum: number): HeldMaximum => ({ kind: 'total', gb: maximum });
    expect(made(grown([{ ...at('e1', 0), maximum: total(180) }])).plan.changes).toMatchObject([
      { fromGb: 100, toGb: 150, maximum: total(230) },
    ]);
  });

  it('has the disk of its plan asked for, and nothing is said while the platform does not give that', () => {
    const asked = made(grown([at('e1', 100)]), {}, { planDiskMb: new Map() });
    expect([asked.changes, asked.needs]).toEqual([
      [],
      [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }],
    ]);
    expect(made(grown([at('e1', 100)]), {}, { planDiskMb: unknownPlan })).toMatchObject({ changes: [], codes: [] });
    expect(made(grown([at('e1', 100)], { diskMb: null }))).toMatchObject({ changes: [], codes: [] });
  });

  it('is raised also where the configuration is kept elsewhere', () => {
    const kept = grown([at('e1', 100)], { tags: { 'disk-autoscaler-managed-by': 'terraform' } });
    expect(made(kept).changes).toEqual(['grant update-endpoint e1 100→150']);
  });

  it('is left where policy leaves the service alone', () => {
    const exempt = grown([at('e1', 100)], { tags: { 'disk-autoscaler-exempt': '2031-01-01' } });
    expect(made(exempt)).toMatchObject({ changes: [], codes: [] });
    expect(made(grown([at('e1', 100)]), { rules: rules.ignore }).changes).toEqual([]);
  });
});

describe('a maximum below what is provisioned, in a budget', () => {
  const budget = (monthly: string, given: Partial<Budget> = {}): Budget => ({
    ...storageBudget(monthly),
    warnPercent: 90,
    ...given,
  });
  const price = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);
  const unreadPrice = platformPrices([['pg/startup-4/aws-eu-west-1', { kind: 'unread' }]]);
  const inBudget = (snapshot: Snapshot, given: Partial<PlanInput> = {}, policy: Partial<Policy> = {}) =>
    made(
      snapshot,
      { budgets: [budget('1000.00')], prices: pricedAt('0.50'), ...policy },
      { prices: price, planCapMb: new Map(), ...given },
    );

  it.each<[string, Partial<PlanInput>, Partial<Policy>]>([
    ['has money for it', {}, {}],
    ['has no money left', {}, { budgets: [budget('1.00')] }],
    ['passes over small differences', {}, { budgets: [budget('1000.00', { deadBandGb: 60 })] }],
    ['cannot be divided, as a project is unread', { unread: [{ project: 'other', error: 'E', message: 'm' }] }, {}],
    ['cannot be divided, as a price could not be asked', { prices: unreadPrice }, {}],
    ['knows no price of it', {}, { prices: pricedAt(null) }],
  ])('is raised to it and no further where the budget %s', (_, given, policy) => {
    expect(inBudget(grown([at('e1', 100)]), given, policy).changes).toEqual(['grant update-endpoint e1 100→150']);
    const below = inBudget(grown([at('e1', 40)]), given, policy);
    expect(below.changes).toEqual(['grant update-endpoint e1 40→150']);
  });

  it('is raised also while nothing more is granted to a service that wants more', () => {
    const unread = [{ project: 'other', error: 'E', message: 'm' }];
    const { changes } = inBudget(grown([at('e1', 40)]), { unread }, { rules: [enableAll(400)] });
    expect(changes).toEqual(['grant update-endpoint e1 40→150']);
  });

  it('waits for no money: what is provisioned is paid for already', () => {
    const { plan } = inBudget(grown([at('e1', 100)]));
    expect(plan.changes.map(({ budget: name }) => name)).toEqual([undefined]);
  });

  it('goes through a freeze that allows raises, also while a lower of the same budget waits', () => {
    const below = grown([at('e1', 100)]);
    const above = { ...at('e2', 400), name: 'headroom-billing' };
    const billing = aService({ name: 'billing', integrations: [integrationWith('e2')] });
    const both = { ...below, services: [...below.services, billing], endpoints: [...below.endpoints, above] };
    const freeze = { reason: 'weekend', untilMs: null, isUnreadable: false, allow: ['raise'] } as const;
    const { plan, changes } = inBudget(both, { freeze });
    expect(changes).toEqual(['grant update-endpoint e1 100→150']);
    expect(plan.freeze?.waiting.map(shown)).toEqual(['release update-endpoint e2 400→100']);
  });
});
