import { describe, expect, it } from 'vitest';
import { answeredPrice } from '../../../lib/core/budget/service-price.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf } from '../organization.ts';

const budget = (monthly: string) => storageBudget(monthly, 'keep');

/** A service with a maximum of 320 GB in force, in a budget that pays for so many GB. */
const saidWith = (paysGb: number, rule: Partial<Rule>, given: Partial<PlanInput> = {}) => {
  const service = aService({ integrations: [{ id: 'integration-1', endpointId: 'endpoint-1' }] });
  const { plan } = planOf([aSnapshot({ services: [service], endpoints: [anEndpoint({ maximum: additional(320) })] })], {
    policy: aPolicy({ rules: [{ ...enableAll(320), ...rule }], budgets: [budget((paysGb * 0.15).toFixed(2))] }),
    prices: new Map([['pg/startup-4/aws-eu-west-1', answeredPrice(null)]]),
    ...given,
  });
  expect(plan.summary.lower).toBe(1);
  return plan.findings.filter(({ code }) => code === 'maximum-below-promise').map(({ message }) => message);
};

describe('a maximum that falls below what was promised', () => {
  it('is said to the owner of a service with a guarantee or a grant', () => {
    expect(saidWith(48, { atLeastGb: 100 })).toEqual([
      expect.stringMatching(
        /^Its maximum falls from 320 GB to 48 GB, below the 100 GB that rule "everyone" guarantees\. ./,
      ),
    ]);
    const at = { by: 'ada', at: '2030-06-14T00:00:00.000Z', through: '2030-06-20' };
    const grants = [{ project: 'shop-prod', service: 'orders', maxGb: 320, ...at }];
    expect(saidWith(48, { maxAdditionalGb: 100 }, { grants })).toEqual([
      expect.stringContaining('below the 320 GB that a grant gives it.'),
    ]);
  });

  it('is not said of one that keeps its guarantee, or that has none', () => {
    expect(saidWith(150, { atLeastGb: 100 })).toEqual([]);
    expect(saidWith(48, {})).toEqual([]);
  });
});
