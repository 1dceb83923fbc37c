import { describe, expect, it } from 'vitest';
import { monthlyPrice, scaled } from '../../../lib/core/model/money.ts';
import { parsePolicy } from '../../../lib/documents/documents.ts';
import { unpricedOffers, withPolicyPrices } from '../../../lib/simulate/from-store/policy-prices.ts';
import { knownOrganization } from './known-organization.ts';

const unpriced = { ...knownOrganization(1, 2, 100), prices: [] };
const policyWith = (more: string) =>
  parsePolicy(
    `version: 1\nmode: enforce\nrules: [{ name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 10 }]\n${more}`,
    'policy.yaml',
  );
const budget = `budgets: [{ name: all, match: { project: '*' }, monthly: "10.00" }]\n`;

describe('the prices of an organization whose store has none', () => {
  it('are sought once for each plan and cloud, and not where the store has one', () => {
    expect(unpricedOffers(unpriced)).toEqual([{ type: 'pg', plan: 'large', cloud: 'cloud-a', base: '0' }]);
    expect(unpricedOffers(knownOrganization(1, 2, 100))).toEqual([]);
  });

  it('are those of the first policy that names one, at most a millionth lower in its currency', () => {
    const prices = 'prices: { currency: EUR, exchangeRate: "0.92", factor: "1.1", default: "0.15" }\n';
    const [row] = withPolicyPrices(unpriced, [policyWith(''), policyWith(prices + budget)]).prices ?? [];
    const back = scaled(scaled(monthlyPrice(row?.additionalGb ?? '') ?? 0n, '0.92') ?? 0n, '1.1') ?? 0n;
    expect(Number(back) / 1e12).toBeCloseTo(0.15, 6);
  });

  it('are 0 where no budget counts on them, and an error where one does', () => {
    expect(withPolicyPrices(unpriced, [policyWith('')]).prices?.[0]?.additionalGb).toBe('0');
    expect(() => withPolicyPrices(unpriced, [policyWith(budget)])).toThrow(
      /the store has no price of additional storage for plan pg\/large\/cloud-a: run headroom plan/,
    );
  });
});
