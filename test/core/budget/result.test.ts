import { describe, expect, it } from 'vitest';
import { type BudgetShare, outsideText, provisionedIn } from '../../../lib/core/budget/result.ts';
import type { Decision } from '../../../lib/core/model/decision.ts';

const share = (provisionedGb: number | null, perGbMonth: string | null, gb = 100) =>
  ({ provisionedGb, perGbMonth, gb }) as BudgetShare;

describe('the cost of what is provisioned in a budget', () => {
  it('counts the disks as they are, not maximums that cannot be lowered', () => {
    expect(provisionedIn({ shares: [share(20, '0.28032', 120), share(0, '0.30003')] })).toEqual({
      monthly: '5.6064',
      omits: '',
    });
  });

  it('says how many services it leaves out because a size or a price is unknown', () => {
    const shares = [share(10, '0.15'), share(10, null), share(null, '0.15')];
    expect(provisionedIn({ shares })).toEqual({
      monthly: '1.50',
      omits: 'without 2 services of unknown size or price',
    });
  });

  it('needs no price for a disk without additional storage', () => {
    expect(provisionedIn({ shares: [share(0, null)] })).toEqual({ monthly: '0.00', omits: '' });
  });
});

describe('services that the policy enables and no budget has', () => {
  const decision = (service: string, effect: Decision['effect']) => ({ project: 'shop', service, effect }) as Decision;
  const decisions = [decision('a', 'enable'), decision('b', 'enable'), decision('c', 'ignore')];
  const having = (...services: string[]) => ({
    shares: services.map((service) => ({ project: 'shop', service }) as BudgetShare),
  });

  it('are counted over all budgets, such as all of them where a tag in a match is misspelt', () => {
    expect(outsideText({ budgets: [having(), having()], decisions })).toBe(
      '2 services that the policy enables are in no budget, so no amount counts or bounds them.',
    );
    expect(outsideText({ budgets: [having('a'), having()], decisions })).toBe(
      '1 service that the policy enables is in no budget, so no amount counts or bounds it.',
    );
  });

  it('are no subject where every one has a budget, or the policy has no budgets', () => {
    expect(outsideText({ budgets: [having('a'), having('b')], decisions })).toBe('');
    expect(outsideText({ budgets: [], decisions })).toBe('');
  });
});
