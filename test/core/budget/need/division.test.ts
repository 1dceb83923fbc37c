import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NeedClaim } from '../../../../lib/core/budget/need/claim.ts';
import { divideByNeed, type NeedShare } from '../../../../lib/core/budget/need/division.ts';
import { parseMoney } from '../../../../lib/core/model/money.ts';
import { lawsFor, oncePerExample } from '../../../laws.ts';
import { byNeed } from '../../../reference/division.ts';
import { monthly } from '../../claims.ts';
import { disk } from './claims.ts';

const money = (text: string) => parseMoney(text) ?? 0n;

const gbOf = (amount: string, ...claims: NeedClaim[]) =>
  Object.fromEntries(divideByNeed(money(amount), claims).shares.map(({ claim, gb }) => [claim.service, gb]));

describe('a division by need', () => {
  it('gives a disk with room for less than 7 days room for 14, and leaves one with more as it is', () => {
    const [short, calm] = [
      disk({ service: 'short', perDay: 2, currentGb: 13 }),
      disk({ service: 'calm', perDay: 2, currentGb: 14 }),
    ];
    expect(gbOf('100.00', short, calm)).toEqual({ short: 28, calm: 14 });
  });

  it('gives half the days to a disk at its threshold, whose autoscaler takes at once what it gets', () => {
    expect(gbOf('100.00', disk({ service: 'a', perDay: 2, currentGb: 0, takesAtOnce: true }))).toEqual({ a: 14 });
  });

  it('leaves the rest of the money, and what is in force beyond two weeks, as they are', () => {
    expect(gbOf('100.00', disk({ service: 'a', perDay: 1, currentGb: 60 }))).toEqual({ a: 60 });
  });

  it('takes slack for a need that free money does not meet: of the last tier first, and of the disk with the most days', () => {
    const needy = disk({ service: 'needy', perDay: 1, currentGb: 0 });
    const slack = (service: string, perDay: number, priority: number) =>
      disk({ service, perDay, priority, currentGb: 30 });
    expect(gbOf('100.00', needy, slack('first', 1, 1), slack('long', 1, 2), slack('short', 2, 2))).toEqual({
      needy: 14,
      first: 30,
      long: 26,
      short: 30,
    });
  });

  it('gives less days to all where the money does not reach for all needs, and to the last tier first', () => {
    const [first, last] = [
      disk({ service: 'first', perDay: 1, currentGb: 0 }),
      disk({ service: 'last', perDay: 1, priority: 2, currentGb: 0 }),
    ];
    expect(gbOf('28.00', first, last)).toEqual({ first: 14, last: 14 });
    expect(gbOf('25.00', first, last)).toEqual({ first: 14, last: 11 });
    expect(gbOf('12.00', first, last)).toEqual({ first: 7, last: 5 });
  });

  it('gives the soonest full of a tier its last two days first where even those do not fit', () => {
    const [soon, later] = [
      disk({ service: 'z-soon', usedGb: 2, perDay: 1, currentGb: 0 }),
      disk({ service: 'a-later', perDay: 1, currentGb: 0 }),
    ];
    expect(gbOf('5.00', soon, later)).toEqual({ 'z-soon': 4, 'a-later': 1 });
  });

  it('raises nothing while more is in force than the budget pays, and lowers no further than it must', () => {
    const needy = disk({ service: 'needy', perDay: 1, currentGb: 0 });
    expect(gbOf('50.00', needy, disk({ service: 'slack', perDay: 1, currentGb: 60 }))).toEqual({ needy: 0, slack: 50 });
  });

  it('lowers what no one granted first', () => {
    const granted = disk({ service: 'granted', perDay: 1, currentGb: 60, grantedGb: 40 });
    const slack = disk({ service: 'a-slack', perDay: 1, currentGb: 60 });
    expect(gbOf('60.00', granted, slack)).toEqual({ granted: 40, 'a-slack': 20 });
  });

  it('leaves every disk at what is provisioned where that alone costs more than the budget', () => {
    expect(gbOf('5.00', disk({ service: 'a', floorGb: 10, perDay: 5, currentGb: 40 }))).toEqual({ a: 10 });
  });

  it('gives a disk without an autoscaler that has room one growth step, once', () => {
    expect(gbOf('10.00', disk({ service: 'new', usedGb: -50, perDay: 1, firstStepGb: 4 }))).toEqual({ new: 4 });
    expect(gbOf('3.00', disk({ service: 'new', usedGb: -50, perDay: 1, firstStepGb: 4 }))).toEqual({ new: 0 });
  });

  it('counts a grant as need while it lasts, and a guarantee after all needs', () => {
    const granted = disk({ service: 'granted', grantedGb: 20, currentGb: 0 });
    const guaranteed = disk({ service: 'guaranteed', atLeastGb: 20, currentGb: 0, priority: 2 });
    expect(gbOf('30.00', granted, guaranteed)).toEqual({ granted: 20, guaranteed: 10 });
  });

  it('says what a disk lacks of the need of 7 days, and the money at which none lacks anything', () => {
    const { shares, needed } = divideByNeed(money('6.00'), [disk({ service: 'a', perDay: 2, currentGb: 0 })]);
    expect([shares[0]?.unmetGb, needed]).toEqual([8, money('28.00')]);
  });

  it('lets the rule and not the budget lack what is above its ceiling', () => {
    const { shares } = divideByNeed(money('100.00'), [disk({ service: 'a', perDay: 9, wantGb: 10, currentGb: 0 })]);
    expect(shares[0]).toMatchObject({ gb: 10, unmetGb: 0 });
  });
});

const drawn = fc
  .uniqueArray(
    fc.record({
      service: fc.integer({ min: 0, max: 99 }).map((at) => `s${at}`),
      usedGb: fc.integer({ min: -40, max: 40 }),
      perDay: fc.integer({ min: 0, max: 30 }).map((tenths) => tenths / 10),
      floorGb: fc.integer({ min: 0, max: 30 }),
      wantGb: fc.integer({ min: 0, max: 120 }),
      above: fc.option(fc.integer({ min: 0, max: 80 })),
      atLeastGb: fc.constantFrom(0, 0, 10),
      grantedGb: fc.constantFrom(0, 0, 0, 25),
      priority: fc.integer({ min: 1, max: 3 }),
      takesAtOnce: fc.boolean(),
      firstStepGb: fc.constantFrom(0, 3),
      cents: fc.integer({ min: 0, max: 300 }),
      leastGb: fc.constantFrom(0, 0, 8),
    }),
    { selector: ({ service }) => service, minLength: 1, maxLength: 12 },
  )
  .map((disks) =>
    disks.map(({ above, cents, leastGb, ...one }): NeedClaim => {
      const claim = disk({ ...one, currentGb: above === null ? null : one.floorGb + above });
      const gbFor = (days: number, confidence: number) => Math.ceil(one.usedGb + (one.perDay * days * confidence) / 95);
      return {
        ...claim,
        needs: claim.needs && { ...claim.needs, gbFor, leastGb },
        price: BigInt(cents) * 10n ** 10n,
      };
    }),
  );

interface Example {
  readonly budget: bigint;
  readonly requested: NeedClaim[];
  readonly rest: 'keep' | 'share';
}

const division = oncePerExample(({ budget, requested, rest }: Example) => divideByNeed(budget, requested, rest));
const holdsFor = lawsFor<Example>(
  fc.record({ budget: monthly, requested: drawn, rest: fc.constantFrom('keep', 'share') }),
  1_000,
);
const costOf = (shares: readonly NeedShare[], of: (share: NeedShare) => number) =>
  shares.reduce((sum, share) => sum + share.claim.price * BigInt(of(share)), 0n);
const mostOf = ({ floorGb, wantGb }: NeedClaim) => Math.max(floorGb, wantGb);
const currentOf = ({ claim }: NeedShare) => claim.needs?.currentGb ?? claim.floorGb;
const gbByService = (shares: readonly NeedShare[]) => new Map(shares.map(({ claim, gb }) => [claim.service, gb]));
const again = (shares: readonly NeedShare[]): NeedClaim[] =>
  shares.map(({ claim, gb }) =>
    claim.needs === null || (claim.needs.currentGb === null && gb === claim.floorGb)
      ? claim
      : { ...claim, needs: { ...claim.needs, currentGb: gb } },
  );

describe('every division by need', () => {
  it('is what the plainest arithmetic gives', () => {
    holdsFor((example) => {
      const plain = byNeed(example.budget, example.requested, example.rest);
      const { shares } = division(example);
      expect(shares.map(({ claim, gb }) => [claim.service, gb])).toEqual(
        shares.map(({ claim }) => [claim.service, plain.get(claim)]),
      );
    });
  });

  it('costs no more than the budget, to the last decimal, unless provisioned disks alone do', () => {
    holdsFor((example) => {
      const { shares, allocated } = division(example);
      const floors = costOf(shares, ({ claim }) => claim.floorGb);
      expect(allocated).toBe(costOf(shares, ({ gb }) => gb));
      expect(allocated <= example.budget || allocated === floors).toBe(true);
    });
  });

  it('gives nothing below what is provisioned, and nothing above what the rule allows', () => {
    holdsFor((example) => {
      const isWithin = ({ claim, gb }: NeedShare) => gb >= claim.floorGb && gb <= mostOf(claim);
      expect(division(example).shares.filter((share) => !isWithin(share))).toEqual([]);
    });
  });

  it('does not depend on the order of the claims', () => {
    holdsFor((example) => {
      const reversed = divideByNeed(example.budget, example.requested.toReversed(), example.rest);
      expect(gbByService(reversed.shares.toReversed())).toEqual(gbByService(division(example).shares));
    });
  });

  it('changes nothing when its own result is what is in force', () => {
    holdsFor((example) => {
      const { shares, isOver } = division(example);
      if (isOver) return;
      const second = divideByNeed(example.budget, again(shares), example.rest);
      expect(gbByService(second.shares)).toEqual(gbByService(shares));
    });
  });

  it('lowers no maximum that its rule allows, with the rest kept, while free money pays for all raises', () => {
    holdsFor((example) => {
      if (example.rest === 'share') return;
      const { shares, isOver } = division(example);
      const raises = costOf(shares, (share) => Math.max(0, share.gb - currentOf(share)));
      const inForce = costOf(shares, (share) => Math.max(share.claim.floorGb, currentOf(share)));
      if (isOver || raises > example.budget - inForce) return;
      const lowered = shares.filter((share) => share.gb < Math.min(currentOf(share), mostOf(share.claim)));
      expect(lowered).toEqual([]);
    });
  });

  it('takes from no need of two weeks while the maximums in force fit the budget', () => {
    holdsFor((example) => {
      const { shares, isOver } = division(example);
      if (isOver) return;
      const harmed = shares.filter((share) => {
        const { claim, gb } = share;
        const need = Math.min(mostOf(claim), Math.max(claim.floorGb, claim.needs?.gbFor(14, 95) ?? 0));
        return gb < Math.min(currentOf(share), need);
      });
      expect(harmed).toEqual([]);
    });
  });

  it('gives every disk of a budget that pays for all needs at least what a smaller one gives of its need', () => {
    holdsFor((example) => {
      const all = division(example);
      const smaller = gbByService(divideByNeed(example.budget / 2n, example.requested, example.rest).shares);
      if (all.isOver || all.needed > example.budget) return;
      const less = all.shares.filter(({ claim, gb, needGb }) => gb < Math.min(needGb, smaller.get(claim.service) ?? 0));
      expect(less).toEqual([]);
    });
  });
});
