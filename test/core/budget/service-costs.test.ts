import { describe, expect, it } from 'vitest';
import type { BudgetShare } from '../../../lib/core/budget/result.ts';
import { serviceCost } from '../../../lib/core/budget/service-costs.ts';
import type { Decision } from '../../../lib/core/model/decision.ts';

const decision: Decision = {
  ...{ project: 'shop-prod', service: 'orders', rule: 'everyone', reasons: [] },
  ...{ effect: 'enable', maxAdditionalGb: 100 },
};
const known = (perGbMonth: string | null) => ({ diskGb: 100, provisionedGb: 20, perGbMonth });

describe('the cost of a service', () => {
  it('is its provisioned storage and its maximum at its price, exactly', () => {
    expect(serviceCost(decision, null, known('0.15'))).toEqual({
      diskGb: 100,
      provisionedGb: 20,
      perGbMonth: '0.15',
      provisionedMonthly: '3.00',
      maximumMonthly: '15.00',
    });
  });

  it('has the maximum, the size and the price of its budget', () => {
    const share = { provisionedGb: 30, gb: 40, perGbMonth: '0.10' } as BudgetShare;
    expect(serviceCost(decision, share, known('0.15'))).toMatchObject({
      provisionedMonthly: '3.00',
      maximumMonthly: '4.00',
    });
  });

  it('is unknown without a price or a size', () => {
    const unknown = { provisionedMonthly: null, maximumMonthly: null };
    expect(serviceCost(decision, null, known(null))).toMatchObject(unknown);
    expect(serviceCost({ ...decision, maxAdditionalGb: undefined }, null, undefined)).toMatchObject(unknown);
  });

  it('has no maximum without an autoscaler by policy', () => {
    expect(serviceCost({ ...decision, effect: 'disable' }, null, known('0.15')).maximumMonthly).toBeNull();
  });
});
