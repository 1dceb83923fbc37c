import { describe, expect, it } from 'vitest';
import type { BudgetResult } from '../../../lib/core/budget/result.ts';
import { organizationMetricsOf } from '../../../lib/core/notices/organization-metrics.ts';

const protection = { protectedByUs: 3, protectedByOthers: 1, impossible: 7, exempt: 5, optedOut: 9, eligibleNotYet: 2 };
/** One GB is provisioned, and cannot be lowered from a maximum that costs 50.00. */
const budget = (allocatedMonthly: string, perGbMonth: string) =>
  ({
    allocatedMonthly,
    floorMonthly: '50.00',
    shares: [{ provisionedGb: 1, gb: 2, perGbMonth }],
  }) as unknown as BudgetResult;

describe('the levels after a run', () => {
  it('count services by protection, and add up the money of all budgets exactly', () => {
    const budgets = [budget('0.1', '0.000000000001'), budget('0.2', '12')];
    expect(organizationMetricsOf({ budgets }, { protection })).toEqual({
      protected: 4,
      unprotected: 2,
      grantedMonthly: '0.30',
      provisionedMonthly: '12.000000000001',
    });
  });

  it('are 0 where there is no budget, and unknown without a plan or a coverage', () => {
    expect(organizationMetricsOf({ budgets: [] }, { protection })?.grantedMonthly).toBe('0.00');
    expect(organizationMetricsOf(null, { protection })).toBeUndefined();
    expect(organizationMetricsOf({ budgets: [] }, undefined)).toBeUndefined();
  });
});
