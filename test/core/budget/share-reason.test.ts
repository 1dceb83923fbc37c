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
const reason = (monthly: string, claims: readonly Claim[], keptGb?: number): string => {
  const allocation = allocate(money(monthly), claims);
  const share = allocation.shares.find(({ claim: { service } }) => service === 'pg');
  if (share === undefined) throw new Error('pg has no share');
  return shareReason('shop', allocation, share, keptGb ?? share.gb);
};

describe('the reason for a share', () => {
  it('shows the arithmetic of what is wanted in full', () => {
    expect(reason('90.00', [claim('pg', 40, 200)])).toBe(
      'Its share is 200 GB × 0.15 = 30.00 of the 90.00 a month of budget "shop", which is all it wants (wants 200 GB, has 40 GB at least, tier 1, weight 1).',
    );
  });

  it('says when it has more than it wants', () => {
    expect(reason('90.00', [claim('pg', 40, 20)])).toBe(
      'Its share is 40 GB × 0.15 = 6.00 of the 90.00 a month of budget "shop", which is what it has already (wants 20 GB, has 40 GB at least, tier 1, weight 1).',
    );
  });

  it('names the GB that did not fit, and what is left', () => {
    expect(reason('15.10', [claim('pg', 0, 200, { weight: 3 }), claim('kafka', 0, 200)])).toBe(
      'Its share is 75 GB × 0.15 = 11.25 of the 15.10 a month of budget "shop", because the money of its tier is divided by weight and ended there: the next GB, for shop-prod/pg, costs 0.15, and 0.10 is left (wants 200 GB, has 0 GB at least, tier 1, weight 3).',
    );
  });

  it('names the tier that used the money up', () => {
    expect(reason('15.00', [claim('pg', 10, 200, { priority: 3 }), claim('kafka', 0, 200, { priority: 2 })])).toContain(
      '10 GB × 0.15 = 1.50 of the 15.00 a month of budget "shop", because the money ended in tier 2, before its own (',
    );
  });

  it('says what is guaranteed, and when the money ended in that', () => {
    const asked = [claim('pg', 0, 200, { atLeastGb: 30, priority: 2 }), claim('kafka', 0, 300)];
    expect(reason('15.00', asked)).toBe(
      'Its share is 30 GB × 0.15 = 4.50 of the 15.00 a month of budget "shop", because the money ended in tier 1, before its own (wants 200 GB, 30 GB of it guaranteed, has 0 GB at least, tier 2, weight 1).',
    );
    expect(reason('3.10', asked)).toContain(
      'Its share is 20 GB × 0.15 = 3.00 of the 3.10 a month of budget "shop", because the money ended in the guaranteed shares: the next GB, for shop-prod/pg, costs 0.15, and 0.10 is left (',
    );
  });

  it('says what all that cannot be taken back costs when that is more than the budget', () => {
    expect(reason('10.00', [claim('pg', 40, 200), claim('kafka', 50, 200)])).toContain(
      'because what cannot be taken back costs 13.50, more than the budget, so everyone is frozen at it (',
    );
  });

  it('says when the maximum stays as it is', () => {
    expect(reason('90.00', [claim('pg', 40, 200)], 198)).toMatch(
      / The maximum stays at 198 GB: the difference is not worth a write\.$/,
    );
  });
});
