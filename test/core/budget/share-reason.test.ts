import { describe, expect, it } from 'vitest';
import { costOfAll, type NeedClaim } from '../../../lib/core/budget/need/claim.ts';
import { divideByNeed } from '../../../lib/core/budget/need/division.ts';
import { shareReason } from '../../../lib/core/budget/share-reason.ts';
import { parseMoney } from '../../../lib/core/model/money.ts';
import { disk } from './need/claims.ts';

/** The reason for the share of `pg`. */
const reason = (monthly: string, ...claims: NeedClaim[]): string => {
  const money = parseMoney(monthly) ?? 0n;
  const floor = costOfAll(claims, ({ floorGb }) => floorGb);
  const division = { ...divideByNeed(money, claims), monthly: money, floor, frozen: floor > money };
  const share = division.shares.find(({ claim: { service } }) => service === 'pg');
  if (share === undefined) throw new Error('pg has no share');
  return shareReason('shop', division, share, share.gb);
};

describe('the reason for a share', () => {
  it('says what the disk needs, where it comes from, and the arithmetic', () => {
    expect(reason('90.00', disk({ service: 'pg', perDay: 2, currentGb: 10, atLeastGb: 5 }))).toBe(
      'Needs 14 GB within 7 days; gets 28 GB from free money of budget "shop" (90.00/month). 28 GB × 1.00 = 28.00/month (in use 0 GB, guaranteed 5 GB, at most 1000 GB, tier 1, weight 1).',
    );
  });

  it('says that a disk whose growth is not known gets one step', () => {
    const claim = disk({ service: 'pg', usedGb: 7, currentGb: 0 });
    const unknown = { ...claim, needs: claim.needs && { ...claim.needs, isKnown: false } };
    expect(reason('90.00', unknown)).toMatch(
      /^Needs 7 GB \(one step, because its growth is not known yet\); gets 7 GB from free money of budget "shop"/,
    );
  });

  it('names the disks whose slack it gets', () => {
    const slack = ['a', 'b', 'c'].map((service) => disk({ service, currentGb: 30 }));
    expect(reason('100.00', disk({ service: 'pg', perDay: 6, currentGb: 0 }), ...slack)).toMatch(
      /^Needs 42 GB within 7 days; gets 84 GB from free money and the slack of p\/\w, p\/\w and 1 more of budget "shop"/,
    );
  });

  it('says that it keeps what it has', () => {
    expect(reason('90.00', disk({ service: 'pg', perDay: 1, currentGb: 40 }))).toMatch(
      /^Needs 7 GB within 7 days and keeps its 40 GB in budget "shop" \(90\.00\/month\)\. /,
    );
  });

  it('says that its slack goes to disks that need it sooner', () => {
    const needy = disk({ service: 'needy', perDay: 2, currentGb: 0 });
    expect(reason('42.00', disk({ service: 'pg', perDay: 1, currentGb: 40 }), needy)).toMatch(
      /^Needs 7 GB within 7 days; what it has beyond 14 days goes to disks of budget "shop" \(42\.00\/month\) that need it sooner\. 14 GB/,
    );
  });

  it('says that the money does not reach for its need', () => {
    expect(reason('10.00', disk({ service: 'pg', perDay: 2, currentGb: 0 }))).toMatch(
      /^Needs 14 GB within 7 days and gets 10 GB: budget "shop" \(10\.00\/month\) does not reach for the needs of all its disks\. /,
    );
  });

  it('says that its rule allows less than it has', () => {
    expect(reason('90.00', disk({ service: 'pg', perDay: 1, currentGb: 40, wantGb: 20 }))).toMatch(
      /^Needs 7 GB within 7 days; its rule allows 20 GB\. /,
    );
  });

  it('says that a disk with room gets its first step', () => {
    expect(reason('90.00', disk({ service: 'pg', usedGb: -50, perDay: 1, firstStepGb: 4 }))).toMatch(
      /^Needs no room within 7 days; gets 4 GB from free money of budget "shop"/,
    );
  });

  it('shows the cost of what cannot be made smaller when it exceeds the budget', () => {
    expect(reason('10.00', disk({ service: 'pg', floorGb: 40, perDay: 9 }))).toMatch(
      /^Stays at 40 GB: disks that cannot be made smaller cost 40\.00, and budget "shop" \(10\.00\/month\) pays less\. /,
    );
  });
});
