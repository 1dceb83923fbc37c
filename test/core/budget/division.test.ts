import { describe, expect, it } from 'vitest';
import { movesBetween } from '../../../lib/core/budget/simulation.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import type { Budget, Policy } from '../../../lib/core/model/policy-document.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { storageBudget } from '../a-budget.ts';
import { flat, whyOf } from '../a-change.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const gb = 1024;
const planCapMb = new Map([['pg/startup-4', 800 * gb]]);

const budget = (monthly: string, more: Partial<Budget> = {}): Budget => ({
  ...storageBudget(monthly),
  warnPercent: 90,
  ...more,
});

const noPrice = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);

/** Services a and b at these maximums (null: none yet), with these disks in GB. */
const plan = (
  maximums: readonly (number | null)[],
  policy: Partial<Policy>,
  disks: readonly number[] = [],
  unread: string[] = [],
): Plan => {
  const names = ['a', 'b', 'c', 'd'];
  const services = maximums.map(
    (maximum, place): Service =>
      aService({
        name: names[place] ?? '',
        diskMb: (disks[place] ?? 80) * gb,
        integrations: maximum === null ? [] : [{ id: `i-${place}`, endpointId: `e-${place}` }],
      }),
  );
  const endpoints = maximums.flatMap((maximum, place) =>
    maximum === null
      ? []
      : [anEndpoint({ id: `e-${place}`, name: `headroom-${names[place]}`, maximum: additional(maximum) })],
  );
  const given = { prices: pricedAt('0.50'), rules: [enableAll(100)], ...policy };
  return planOf([aSnapshot({ services, endpoints })], {
    policy: aPolicy(given),
    prices: noPrice,
    planCapMb,
    unread: unread.map((project) => ({ project, error: 'E', message: 'm' })),
  }).plan;
};

const moves = ({ changes }: Plan) =>
  flat(changes)
    .filter(({ kind }) => kind !== 'create-integration')
    .map(({ service, fromGb, toGb }) => `${service} ${fromGb}→${toGb}`);
const codes = ({ findings }: Plan) => findings.map(({ code }) => code);

describe('maximums that a budget decides', () => {
  it('are what rules say where the money is enough', () => {
    expect(moves(plan([null, null], { budgets: [budget('100.00')] }))).toEqual(['a 0→100', 'b 0→100']);
  });

  it('are divided where it is not, and lowered before they are raised', () => {
    const made = plan([100, 0], { budgets: [budget('60.00')] });
    expect(flat(made.changes).map(({ phase, service, toGb, budget: name }) => [phase, service, toGb, name])).toEqual([
      ['release', 'a', 60, 'storage'],
      ['grant', 'b', 60, 'storage'],
    ]);
  });

  it('stay as they are within the dead band, but for lowers that the budget needs', () => {
    expect(moves(plan([59, 61], { budgets: [budget('60.00', { deadBandGb: 5 })] }))).toEqual([]);
    // More is in force than the budget pays: the fewest maximums fall.
    expect(moves(plan([63, 63], { budgets: [budget('60.00', { deadBandGb: 5 })] }))).toEqual(['b 63→57']);
  });

  it('freeze at the provisioned sizes when they cost more than the budget, with a finding', () => {
    const made = plan([100, null], { budgets: [budget('10.00')] }, [120, 90]);
    expect(moves(made)).toEqual(['a 100→40']);
    expect(codes(made)).toEqual(expect.arrayContaining(['budget-exceeded', 'budget-gives-nothing']));
    expect(made.budgets[0]).toMatchObject({
      frozen: true,
      floorMonthly: '25.00',
      allocatedMonthly: '25.00',
      leftMonthly: '0.00',
    });
  });

  it('freeze for a part of a cent too, and the finding never says that the budget would pay', () => {
    const made = plan([40], { prices: pricedAt('0.2500001'), budgets: [budget('10.00')] }, [120]);
    const [exceeded] = made.findings.filter(({ code }) => code === 'budget-exceeded');
    expect(exceeded?.message).toContain('provisioned disks cost 10.01 USD a month, 10.00 is available');
    expect(exceeded?.details).toMatchObject({ floorMonthly: '10.01', monthly: '10.00' });
  });

  it('tell when what is provisioned has used most of the budget', () => {
    const [code, message] = plan([40, 40], { budgets: [budget('40.00')] }, [116, 116]).findings.flatMap((finding) =>
      finding.code === 'budget-nearly-used' ? [finding.code, finding.message] : [],
    );
    expect([code, message]).toEqual([
      'budget-nearly-used',
      'Budget "storage" is nearly used: provisioned disks cost 36.00 of 40.00 USD a month (90 %).',
    ]);
    expect(codes(plan([40, 40], { budgets: [budget('40.00', { warnPercent: 0 })] }, [116, 116]))).not.toContain(
      'budget-nearly-used',
    );
  });

  it('never take what was read for the whole of what is provisioned', () => {
    const made = plan([40, 40], { budgets: [budget('40.00')] }, [116, 116], ['shop-staging']);
    expect(made.findings.find(({ code }) => code === 'budget-nearly-used')?.message).toBe(
      'Budget "storage" is nearly used: provisioned disks cost at least 36.00 of 40.00 USD a month (90 %).',
    );
  });

  it('are not granted while a project of the budget could not be read, but lowered all the same', () => {
    const made = plan([100, 0], { budgets: [budget('60.00')] }, [], ['shop-staging']);
    expect(moves(made)).toEqual(['a 100→60']);
    expect(codes(made)).toContain('budget-incomplete');
    const elsewhere = plan(
      [100, 0],
      { budgets: [budget('60.00', { match: { project: ['*-prod'] } })] },
      [],
      ['shop-staging'],
    );
    expect(moves(elsewhere)).toEqual(['a 100→60', 'b 0→60']);
  });

  it('show what services keep while nothing is granted, not the shares that they would get', () => {
    const [storage] = plan([100, 0, 20], { budgets: [budget('60.00')] }, [], ['shop-staging']).budgets;
    expect(storage?.shares.map(({ service, gb }) => [service, gb])).toEqual([
      ['a', 40],
      ['b', 0],
      ['c', 20],
    ]);
    expect(storage?.shares.map(({ reason }) => reason === storage.withheld)).toEqual([false, true, true]);
    expect([storage?.allocatedMonthly, storage?.leftMonthly]).toEqual(['30.00', '30.00']);
  });

  it('are not granted without a price, but lowered to what the rule says', () => {
    const unpriced = { prices: pricedAt(null), budgets: [budget('60.00')] };
    const made = plan([null, 50, 300], unpriced);
    expect(moves(made)).toEqual(['c 300→100']);
    expect(made.findings.filter(({ code }) => code === 'price-unknown').map(({ service }) => service)).toEqual([
      'a',
      'b',
    ]);
  });

  it('belong to the first budget that matches, and services of none get what their rule says', () => {
    const budgets = [
      budget('5.00', { name: 'first', match: { service: ['a'] } }),
      budget('10.00', { name: 'second', match: { service: ['a', 'b'] } }),
    ];
    const made = plan([null, null, null], { budgets });
    expect(moves(made)).toEqual(['a 0→10', 'b 0→20', 'c 0→100']);
    expect(made.budgets.map(({ name, services }) => [name, services])).toEqual([
      ['first', 1],
      ['second', 1],
    ]);
  });

  it('serve the earlier tier first, and more to the weightier', () => {
    const rules = [
      { ...enableAll(100), name: 'first', match: { service: ['d'] }, priority: 1 },
      { ...enableAll(100), name: 'heavy', match: { service: ['a'] }, priority: 2, weight: 3 },
      { ...enableAll(100), name: 'rest', priority: 2 },
    ];
    const made = plan([null, null, null, null], { rules, budgets: [budget('100.00')] });
    expect(moves(made)).toEqual(['a 0→60', 'b 0→20', 'c 0→20', 'd 0→100']);
  });

  it('give a later tier what its rule guarantees, as far as rule, tag and plan let it want that', () => {
    const rules = [
      { ...enableAll(100), name: 'first', match: { service: ['d'] }, priority: 1 },
      { ...enableAll(100), name: 'guaranteed', match: { service: ['a'] }, priority: 2, atLeastGb: 30 },
      { ...enableAll(100), name: 'rest', priority: 2 },
    ];
    const made = plan([null, null, null, null], { rules, budgets: [budget('50.00')] });
    // After the first step of each, which their need is: the guarantee, then the first tier.
    expect(moves(made)).toEqual(['a 0→30', 'b 0→7', 'c 0→7', 'd 0→56']);
    expect(made.budgets[0]?.shares.map(({ service, atLeastGb }) => [service, atLeastGb])).toEqual([
      ['a', 30],
      ['b', 0],
      ['c', 0],
      ['d', 0],
    ]);
  });

  it('guarantee a service no more than its own tag asks for, and nothing that policy turns off or exempts', () => {
    const rules = [{ ...enableAll(100), name: 'guaranteed', atLeastGb: 40, priority: 2 }];
    const tagged = (tags: Record<string, string>) =>
      planOf([aSnapshot({ services: [aService({ name: 'a', tags })] })], {
        policy: aPolicy({ rules, budgets: [budget('500.00')], prices: pricedAt('0.50') }),
        prices: noPrice,
        planCapMb,
      }).plan;
    const guaranteed = (tags: Record<string, string>) => tagged(tags).budgets[0]?.shares[0]?.atLeastGb;
    expect(guaranteed({})).toBe(40);
    expect(guaranteed({ 'disk-autoscaler-max-gb': '15' })).toBe(15);
    expect(guaranteed({ 'disk-autoscaler-max-gb': '0' })).toBe(0);
    expect(moves(tagged({ 'disk-autoscaler-max-gb': '15' }))).toEqual(['a 0→15']);
    expect(guaranteed({ 'disk-autoscaler': 'off' })).toBeNull();
    expect(guaranteed({ 'disk-autoscaler-exempt': '2031-01-01' })).toBeNull();
  });

  it('carry the arithmetic in the reason of the decision', () => {
    const [decision] = plan([null, null], { budgets: [budget('60.00')] }).decisions;
    expect(whyOf(decision)).toContain(
      'Needs 7 GB (one step, because its growth is not known yet); gets 60 GB, 53 GB of them its part of the rest of budget "storage" (60.00/month). 60 GB × 0.50 = 30.00/month (',
    );
  });

  it('of another amount show who would gain and who would lose', () => {
    const [now, then] = ['60.00', '40.00'].map((monthly) => plan([null, null], { budgets: [budget(monthly)] }).budgets);
    expect(movesBetween(now ?? [], then ?? [])).toEqual([
      { budget: 'storage', project: 'shop-prod', service: 'a', fromGb: 60, toGb: 40 },
      { budget: 'storage', project: 'shop-prod', service: 'b', fromGb: 60, toGb: 40 },
    ]);
    expect(movesBetween(now ?? [], now ?? [])).toEqual([]);
  });
});
