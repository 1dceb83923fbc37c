import { describe, expect, it } from 'vitest';
import { allocate, type Claim } from '../../../lib/core/budget/budget.ts';
import { shareReason } from '../../../lib/core/budget/share-reason.ts';
import { parseMoney } from '../../../lib/core/model/money.ts';

const money = (text: string) => parseMoney(text) ?? -1n;

const claim = (service: string, floorGb: number, wantGb: number, more: Partial<Claim> = {}): Claim => ({
  project: 'shop-prod',
  service,
  floorGb,
  wantGb,
  atLeastGb: 0,
  price: money('0.15'),
  priority: 1,
  weight: 1,
  ...more,
});

/** The reason for the share of `pg`. */
const reason = (monthly: string, claims: readonly Claim[], maximumGb?: number): string => {
  const allocation = allocate(money(monthly), claims);
  const share = allocation.shares.find(({ claim: { service } }) => service === 'pg');
  if (share === undefined) throw new Error('pg has no share');
  return shareReason('shop', allocation, share, maximumGb ?? share.gb);
};

describe('the reason for a share', () => {
  it('shows the arithmetic of what is wanted in full', () => {
    expect(reason('90.00', [claim('pg', 40, 200)])).toBe(
      'Gets all 200 GB it could use from budget "shop" (90.00/month). 200 GB × 0.15 = 30.00/month (minimum 40 GB, wanted 200 GB, tier 1, weight 1).',
    );
  });

  it('says when it has more than it wants', () => {
    expect(reason('90.00', [claim('pg', 40, 20)])).toBe(
      'Keeps its 40 GB in budget "shop" (90.00/month). 40 GB × 0.15 = 6.00/month (minimum 40 GB, wanted 20 GB, tier 1, weight 1).',
    );
  });

  it('names the GB that did not fit, and the unused money', () => {
    expect(reason('15.10', [claim('pg', 0, 200, { weight: 3 }), claim('kafka', 0, 200)])).toBe(
      'Gets 75 GB of the 200 GB it could use: budget "shop" (15.10/month) was used up by its own tier, which divides by weight; the next GB, for shop-prod/pg, costs 0.15 and 0.10 is unused. 75 GB × 0.15 = 11.25/month (minimum 0 GB, wanted 200 GB, tier 1, weight 3).',
    );
  });

  it('names the tier that used the money up', () => {
    expect(reason('15.00', [claim('pg', 10, 200, { priority: 3 }), claim('kafka', 0, 200, { priority: 2 })])).toContain(
      'Gets 10 GB of the 200 GB it could use: budget "shop" (15.00/month) was used up by tier 2; this service is tier 3. 10 GB × 0.15 = 1.50/month (',
    );
  });

  it('shows the guaranteed GB, and when they use up the budget', () => {
    const requested = [claim('pg', 0, 200, { atLeastGb: 30, priority: 2 }), claim('kafka', 0, 300)];
    expect(reason('15.00', requested)).toBe(
      'Gets 30 GB of the 200 GB it could use: budget "shop" (15.00/month) was used up by tier 1; this service is tier 2. 30 GB × 0.15 = 4.50/month (minimum 0 GB, guaranteed 30 GB, wanted 200 GB, tier 2, weight 1).',
    );
    expect(reason('3.10', requested)).toContain(
      'Gets 20 GB of the 200 GB it could use: budget "shop" (3.10/month) was used up by the guaranteed GB; the next GB, for shop-prod/pg, costs 0.15 and 0.10 is unused. 20 GB × 0.15 = 3.00/month (',
    );
  });

  it('shows the cost of the minimums when it exceeds the budget', () => {
    expect(reason('10.00', [claim('pg', 40, 200), claim('kafka', 50, 200)])).toContain(
      'Gets 40 GB of the 200 GB it could use: all maximums are frozen, because the minimums cost 13.50 and budget "shop" (10.00/month) pays less. 40 GB × 0.15 = 6.00/month (',
    );
  });

  it('says when the maximum stays as it is', () => {
    expect(reason('90.00', [claim('pg', 40, 200)], 198)).toMatch(
      / The maximum stays at 198 GB: the difference is within the dead band\.$/,
    );
  });
});
