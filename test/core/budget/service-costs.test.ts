import { describe, expect, it } from 'vitest';
import { serviceCosts } from '../../../lib/core/budget/service-costs.ts';
import { priceKeyText } from '../../../lib/core/budget/service-price.ts';
import { serviceKey } from '../../../lib/core/model/grouping.ts';
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

  it('is unknown without a price or a size', () => {
    const costs = serviceCosts(planOf(snapshots).plan, known(null));
    expect(costs).toMatchObject([{ maximumGb: 100, perGbMonth: null, maximumMonthly: null }]);
  });
});
