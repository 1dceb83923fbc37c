import { describe, expect, it } from 'vitest';
import type { Endpoint, HeldMaximum, Service } from '../../../lib/core/model/model.ts';
import type { Budget, Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { storageBudget } from '../a-budget.ts';
import { flat } from '../a-change.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const gb = 1024;
const total = (whole: number): HeldMaximum => ({ kind: 'total', gb: whole });

const budget = (monthly: string): Budget => ({ ...storageBudget(monthly), warnPercent: 90 });

/** Services of plan startup-4, which brings 80 GB, at 0.50 a GB; `held` by name. */
const snapshotsOf = (services: readonly Partial<Service>[], held: Readonly<Record<string, HeldMaximum>> = {}) => {
  const endpoints: Endpoint[] = Object.entries(held).map(([name, maximum]) =>
    anEndpoint({ id: `e-${name}`, name: `headroom-${name}`, maximum }),
  );
  const attached = services.map((given) => {
    const service = aService(given);
    const integrations = service.name in held ? [{ id: `i-${service.name}`, endpointId: `e-${service.name}` }] : [];
    return { ...service, integrations };
  });
  return [aSnapshot({ services: attached, endpoints })];
};

const plan = (
  snapshots: ReturnType<typeof snapshotsOf>,
  monthly: string,
  maxAdditionalGb: number,
  given: Partial<PlanInput> & { readonly prices?: PlanInput['prices'] } = {},
  policy: Partial<Policy> = {},
): Plan =>
  planOf(snapshots, {
    policy: aPolicy({
      rules: [enableAll(maxAdditionalGb)],
      budgets: [budget(monthly)],
      prices: pricedAt('0.50'),
      ...policy,
    }),
    prices: platformPrices([
      ['pg/startup-4/aws-eu-west-1', null],
      ['pg/other/aws-eu-west-1', null],
    ]),
    planDiskMb: new Map([
      ['pg/startup-4', 80 * gb],
      ['pg/other', 80 * gb],
    ]),
    planCapMb: new Map([['pg/startup-4', 800 * gb]]),
    ...given,
  }).plan;

const moves = ({ changes }: Plan) =>
  flat(changes)
    .filter(({ kind }) => kind.endsWith('endpoint'))
    .map(({ service, fromGb, toGb }) => `${service} ${fromGb}→${toGb}`);
const findingPlaces = ({ findings }: Plan) => findings.map(({ code, service }) => [code, service]);
const sharesOf = ({ budgets }: Plan) => budgets[0]?.shares.map(({ service, gb: has }) => [service, has]);

describe('where an endpoint holds 50 GB in all at least, plans of 20 GB', () => {
  const small = { maximumKind: 'total', planDiskMb: new Map([['pg/startup-4', 20 * gb]]) } as const;
  const two = [
    { name: 'a', diskMb: 20 * gb },
    { name: 'b', diskMb: 20 * gb },
  ];

  it('are not enabled when their share is less, so that the budget holds', () => {
    const made = plan(snapshotsOf(two), '1.00', 100, small);
    expect(moves(made)).toEqual([]);
    expect(findingPlaces(made)).toEqual([
      ['budget-short', ''],
      ['budget-gives-nothing', 'a'],
      ['budget-gives-nothing', 'b'],
    ]);
    expect(made.findings[1]?.message).toContain('Its endpoint accepts no maximum below 30 GB');
    expect(made.budgets[0]).toMatchObject({ frozen: false, floorMonthly: '0.00', allocatedMonthly: '0.00' });
  });

  it('get no more than their rule says, also of an ample budget', () => {
    const made = plan(snapshotsOf(two), '1000.00', 10, small);
    expect(moves(made)).toEqual([]);
    expect(findingPlaces(made)).toEqual([
      ['maximum-not-expressible', 'a'],
      ['maximum-not-expressible', 'b'],
    ]);
  });

  it('are enabled from the smallest maximum on', () => {
    expect(moves(plan(snapshotsOf(two), '30.00', 100, small))).toEqual(['a 0→30', 'b 0→30']);
  });

  it('are lowered to the smallest maximum and no further', () => {
    const held = snapshotsOf(two, { a: total(100), b: total(100) });
    const made = plan(held, '1.00', 100, small);
    expect(moves(made)).toEqual(['a 80→30', 'b 80→30']);
    expect(made.findings.find(({ code }) => code === 'budget-exceeded')?.message).toContain(
      'provisioned disks (0.00 a month) and maximums that cannot be lowered further together cost 30.00 USD',
    );
  });
});

describe('what the platform could not be asked for', () => {
  const ofOneOnly = { prices: { ...pricedAt(null), table: [{ plan: ['startup-4'], perGbMonth: '0.50' }] } };
  const held = snapshotsOf([{ name: 'a' }, { name: 'b', plan: 'other' }], { a: additional(100), b: additional(100) });

  it('withholds the budget when it is a price: what a service has is not free for the others', () => {
    const unread = platformPrices([
      ['pg/startup-4/aws-eu-west-1', null],
      ['pg/other/aws-eu-west-1', { kind: 'unread' }],
    ]);
    const made = plan(held, '100.00', 200, { prices: unread }, ofOneOnly);
    expect(moves(made)).toEqual([]);
    expect(made.findings).toMatchObject([
      {
        code: 'budget-incomplete',
        message: expect.stringContaining('the price of plan pg/other/aws-eu-west-1 could not be read'),
      },
    ]);
    expect(moves(plan(held, '25.00', 200, { prices: unread }, ofOneOnly))).toEqual(['a 100→50']);
  });

  it('withholds the budget, which is the only reason given, while a price was denied only once', () => {
    const denied = platformPrices([
      ['pg/startup-4/aws-eu-west-1', null],
      ['pg/other/aws-eu-west-1', { kind: 'denied-once' }],
    ]);
    const made = plan(held, '100.00', 200, { prices: denied });
    const why = made.budgets[0]?.withheld;
    expect(why).toContain(
      'pg/other/aws-eu-west-1 (the platform gives none; a run at least 30 minutes later confirms that',
    );
    const ofBudget = made.decisions[0]?.reasons.filter(({ source }) => source === 'budget').map(({ text }) => text);
    expect(ofBudget).toEqual([why]);
  });

  it('withholds nothing when it is the price of a service without storage, which gets nothing until it is known', () => {
    const unread = platformPrices([
      ['pg/startup-4/aws-eu-west-1', null],
      ['pg/other/aws-eu-west-1', { kind: 'unread' }],
    ]);
    const fresh = snapshotsOf([{ name: 'a' }, { name: 'b', plan: 'other' }], { a: additional(100) });
    const made = plan(fresh, '100.00', 200, { prices: unread }, ofOneOnly);
    expect(moves(made)).toEqual(['a 100→200']);
    expect(made.findings).toMatchObject([
      {
        code: 'price-unknown',
        service: 'b',
        message: expect.stringContaining('until the price of plan pg/other/aws-eu-west-1 can be read'),
      },
    ]);
    const grown = snapshotsOf([{ name: 'a' }, { name: 'b', plan: 'other', diskMb: 90 * gb }], { a: additional(100) });
    expect(moves(plan(grown, '100.00', 200, { prices: unread }, ofOneOnly))).toEqual([]);
  });

  it('counts with a price of the policy where there is one, and says so', () => {
    const unread = platformPrices([
      ['pg/startup-4/aws-eu-west-1', null],
      ['pg/other/aws-eu-west-1', { kind: 'unread' }],
    ]);
    const prices = { ...pricedAt('0.25'), table: [] };
    const made = plan(held, '100.00', 200, { prices: unread }, { prices });
    expect(moves(made)).toEqual(['a 100→200', 'b 100→200']);
    expect(made.findings).toMatchObject([
      {
        code: 'price-assumed',
        project: '',
        message:
          'Budget "storage" counts with prices of the policy, because the price of plan pg/other/aws-eu-west-1 could not be read.',
      },
    ]);
  });

  it('withholds the budget when it is the disk of a plan: what a total leaves for additional storage is not known', () => {
    const totals = snapshotsOf([{ name: 'a' }, { name: 'b', plan: 'other' }], { a: total(180), b: total(180) });
    const planDiskMb = new Map([
      ['pg/startup-4', 80 * gb],
      ['pg/other', null],
    ]);
    const made = plan(totals, '100.00', 200, { planDiskMb, unreadPlans: new Set(['pg/other']), maximumKind: 'total' });
    expect(moves(made)).toEqual([]);
    expect(made.budgets[0]?.withheld).toContain('the disk size of plan pg/other could not be read');
  });
});

describe('a plan that the platform does not describe', () => {
  const planDiskMb = new Map([['pg/startup-4', null]]);

  it('gets nothing of a budget, not what its rule would give it without one', () => {
    const made = plan(snapshotsOf([{ name: 'a' }]), '10.00', 200, { planDiskMb });
    expect(moves(made)).toEqual([]);
    expect(findingPlaces(made)).toEqual([['budget-gives-nothing', 'a']]);
  });

  it('keeps the maximum that it has, is not raised, and is lowered where its whole disk allows that', () => {
    const held = (maximum: number) => snapshotsOf([{ name: 'a' }], { a: additional(maximum) });
    expect(plan(held(200), '10.00', 200, { planDiskMb })).toMatchObject({ changes: [], budgets: [{ frozen: true }] });
    expect(moves(plan(held(100), '100.00', 200, { planDiskMb }))).toEqual([]);
    expect(moves(plan(held(300), '100.00', 200, { planDiskMb }))).toEqual(['a 300→200']);
    expect(moves(plan(held(70), '100.00', 50, { planDiskMb }))).toEqual([]);
  });
});

describe('the parts of a budget', () => {
  it('show services without a price too, with what they may grow to', () => {
    const held = snapshotsOf([{ name: 'a' }, { name: 'b' }, { name: 'c' }], { a: additional(300), c: additional(50) });
    const made = plan(held, '100.00', 200, {}, { prices: pricedAt(null) });
    expect(sharesOf(made)).toEqual([
      ['a', 200],
      ['b', 0],
      ['c', 50],
    ]);
    expect(made.budgets[0]?.shares[0]).toMatchObject({ perGbMonth: null, monthly: null, shareGb: 0 });
    expect(made.budgets[0]?.services).toBe(3);
  });

  it('count an exempt maximum as one that cannot be lowered, not as provisioned', () => {
    const exempt = { name: 'a', tags: { 'disk-autoscaler-exempt': '2031-01-01' } };
    const made = plan(snapshotsOf([exempt], { a: additional(500) }), '100.00', 200);
    expect(made.findings[0]?.message).toContain(
      'provisioned disks (0.00 a month) and maximums that cannot be lowered further together cost 250.00 USD',
    );
  });

  it('are not nearly used without money and without cost', () => {
    expect(findingPlaces(plan(snapshotsOf([{ name: 'a' }]), '0.00', 200))).toEqual([
      ['budget-short', ''],
      ['budget-gives-nothing', 'a'],
    ]);
  });
});
