import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costSums, costTotal, type ServiceCost, serviceCosts } from '../../../lib/core/budget/service-costs.ts';
import { priceKeyText } from '../../../lib/core/budget/service-price.ts';
import type { ChangeResult } from '../../../lib/core/change/change.ts';
import { serviceKey } from '../../../lib/core/model/grouping.ts';
import { parseMoney } from '../../../lib/core/model/money.ts';
import { aPolicy, aService, aSnapshot, planOf } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const snapshots = [aSnapshot({ services: [aService({ diskMb: 100 * 1024 })] })];

/** The platform has no price, so the policy's applies. */
const noPlatformPrice = platformPrices([
  [priceKeyText({ serviceType: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' }), null],
]);

const known = (perGbMonth: string | null) =>
  new Map([[serviceKey({ project: 'shop-prod', service: 'orders' }), { diskGb: 100, provisionedGb: 20, perGbMonth }]]);

describe('the cost of a service', () => {
  it('is its provisioned storage and its maximum at its price, exactly', () => {
    expect(serviceCosts(planOf(snapshots).plan, known('0.15'))).toEqual([
      {
        project: 'shop-prod',
        service: 'orders',
        rule: 'everyone',
        diskGb: 100,
        provisionedGb: 20,
        maximumGb: 100,
        perGbMonth: '0.15',
        provisionedMonthly: '3.00',
        maximumMonthly: '15.00',
        inForceGb: null,
        inForceMonthly: null,
        budget: '',
      },
    ]);
  });

  it('has the maximum and the name of its budget', () => {
    const budget = {
      name: 'all',
      match: { project: ['*'] },
      monthly: '6.00',
      basis: 'run-rate',
      rest: 'share',
      deadBandGb: 0,
      warnPercent: 0,
    } as const;
    const { plan } = planOf(snapshots, { policy: aPolicy({ budgets: [budget] }), prices: noPlatformPrice });
    expect(serviceCosts(plan, new Map())).toMatchObject([{ budget: 'all', provisionedGb: 20 }]);
  });

  it('is unknown without a price or a size, and the sum says so', () => {
    const costs = serviceCosts(planOf(snapshots).plan, known(null));
    expect(costs).toMatchObject([{ maximumGb: 100, perGbMonth: null, maximumMonthly: null }]);
    const sums = { provisionedGb: 20, provisionedMonthly: null, maximumGb: 0, maximumMonthly: '0.00', incomplete: 1 };
    expect(costTotal('all', costs)).toMatchObject(sums);
    expect(costTotal('all', serviceCosts(planOf(snapshots).plan, new Map()))).toMatchObject({ provisionedGb: null });
  });

  it('counts in a sum with the maximum that is in force, not with one that no run has set', () => {
    const { plan } = planOf(snapshots);
    const inForce = ({ results }: { readonly results: readonly ChangeResult[] }) =>
      costTotal('all', serviceCosts(plan, known('0.15'), results));
    expect(inForce({ results: [] })).toMatchObject({ maximumGb: 0, maximumMonthly: '0.00' });
    const status = 'confirmed' as const;
    const results = plan.changes.map((change): ChangeResult => ({ ...change, status }));
    expect(inForce({ results })).toMatchObject({ maximumGb: 100, maximumMonthly: '15.00', incomplete: 0 });
    const failed = results.map((result): ChangeResult => ({ ...result, status: 'failed' }));
    expect(inForce({ results: failed })).toMatchObject({ maximumGb: 0 });
  });

  it('has a size in tenths of a GB in a sum', () => {
    const [cost] = serviceCosts(planOf(snapshots).plan, known('0.15'));
    const costs = [80.0625, 100.25].flatMap((diskGb) => (cost === undefined ? [] : [{ ...cost, diskGb }]));
    expect(costTotal('all', costs).diskGb).toBe(180.3);
  });
});

const gb = fc.option(fc.integer({ min: 0, max: 9999 }));
const amount = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 99 }))
    .map(([units, cents]) => `${units}.${String(cents).padStart(2, '0')}`),
);
const cost: fc.Arbitrary<ServiceCost> = fc.record({
  project: fc.constantFrom('a', 'b', ''),
  service: fc.string(),
  rule: fc.constant('r'),
  diskGb: gb,
  provisionedGb: gb,
  maximumGb: gb,
  perGbMonth: amount,
  provisionedMonthly: amount,
  maximumMonthly: amount,
  inForceGb: gb,
  inForceMonthly: amount,
  budget: fc.constant(''),
});

it('sums by any value add up to the total, to the last decimal', () => {
  fc.assert(
    fc.property(fc.array(cost), (costs) => {
      const [sums, total] = [costSums(costs, ({ project }) => project), costTotal('total', costs)];
      const numbers = ['services', 'diskGb', 'provisionedGb', 'maximumGb', 'incomplete'] as const;
      for (const name of numbers) expect(sums.reduce((all, one) => all + (one[name] ?? 0), 0)).toBe(total[name] ?? 0);
      for (const name of ['provisionedMonthly', 'maximumMonthly'] as const) {
        expect(sums.reduce((all, one) => all + (parseMoney(one[name] ?? '0') ?? 0n), 0n)).toBe(
          parseMoney(total[name] ?? '0'),
        );
      }
      expect(
        sums
          .map(({ value }) => value)
          .toSorted()
          .toReversed(),
      ).toEqual([...new Set(costs.map(({ project }) => project))].toSorted().toReversed());
    }),
    { numRuns: 50 },
  );
});
