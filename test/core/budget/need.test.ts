import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from '../../../lib/core/budget/budget.ts';
import { moneyNeeded } from '../../../lib/core/budget/need.ts';
import { claims, gbOf } from '../claims.ts';

const wishesOf = claims.chain((asked) =>
  fc.tuple(fc.constant(asked), fc.array(fc.record({ at: fc.nat(), gb: fc.nat(30) }), { minLength: 1, maxLength: 3 })),
);

describe('the money that wishes need', () => {
  it('is enough for all of them, and the smallest amount less is not', () => {
    fc.assert(
      fc.property(wishesOf, (given) => {
        const [asked, picks] = given;
        const wishes = picks.flatMap(({ at, gb }) => {
          const claim = asked[at % Math.max(1, asked.length)];
          return claim === undefined ? [] : [{ claim, gb: Math.min(gb, claim.wantGb) }];
        });
        const needed = moneyNeeded(allocate(0n, asked).shares, wishes);
        const hasAll = (money: bigint) => {
          const allocation = allocate(money, asked);
          const got = gbOf(allocation);
          return wishes.every(({ claim, gb }) => (got[`${claim.project}/${claim.service}`] ?? 0) >= gb);
        };
        expect(hasAll(needed)).toBe(true);
        const costs = wishes.some(({ claim, gb }) => gb > claim.floorGb && claim.price > 0n);
        if (costs) expect(hasAll(needed - 1n)).toBe(false);
      }),
      { numRuns: 1500 },
    );
  });

  it('is what the floors cost where nothing more is wished for', () => {
    fc.assert(
      fc.property(claims, (asked) => {
        const floors = asked.reduce((sum, { price, floorGb }) => sum + price * BigInt(floorGb), 0n);
        expect(moneyNeeded(allocate(0n, asked).shares, [])).toBe(floors);
      }),
    );
  });
});
