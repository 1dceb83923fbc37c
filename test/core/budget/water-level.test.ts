import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fill as fillColumns, mostWantGb, mostWeight } from '../../../lib/core/budget/water-level.ts';

const one = 10n ** 12n;

interface Need {
  readonly floorGb: number;
  readonly wantGb: number;
  readonly price: bigint;
  readonly weight: number;
}

const fill = (needs: readonly Need[], money: bigint) =>
  fillColumns(
    {
      indexes: Uint32Array.from(needs.keys()),
      gb: needs.map(({ floorGb }) => floorGb),
      wants: needs.map(({ wantGb }) => wantGb),
      weights: Uint16Array.from(needs, ({ weight }) => weight),
      prices: needs.map(({ price }) => price),
      roughPrices: Float64Array.from(needs, ({ price }) => Number(price)),
    },
    money,
  );

const need = (wantGb: number, weight = 1, price = one, floorGb = 0): Need => ({ floorGb, wantGb, weight, price });

/** Needs as large as can be, with weights whose GB come at heights that are nearly the same. */
const largeNeed: fc.Arbitrary<Need> = fc.record({
  floorGb: fc.nat(mostWantGb),
  wantGb: fc.nat(mostWantGb),
  price: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  weight: fc.oneof(fc.integer({ min: 1, max: mostWeight }), fc.constantFrom(996, 997, 998, 999, 1000)),
});

/** Whether GB number `a` of one service comes before number `b` of another. */
const comesBefore = (a: number, of: Need, place: number, b: number, other: Need, otherPlace: number): boolean => {
  const [remaining, right] = [BigInt(a) * BigInt(other.weight), BigInt(b) * BigInt(of.weight)];
  return remaining < right || (remaining === right && place < otherPlace);
};

describe('the water level', () => {
  it('gives in proportion to the weights', () => {
    expect(fill([need(100), need(100, 2), need(100, 3)], 60n * one)).toEqual({
      gb: [10, 20, 30],
      remaining: 0n,
      next: 2,
    });
  });

  it('stops at the first that does not fit, also where a cheaper one behind it would', () => {
    expect(fill([need(5, 1, 3n), need(5, 1, 1n)], 6n)).toEqual({ gb: [1, 1], remaining: 2n, next: 0 });
  });

  it('fills every service if the money is enough', () => {
    const needs = [need(7), need(3, 1000), need(2, 5, one, 9)];
    expect(fill(needs, 10n * one)).toEqual({ gb: [7, 3, 9], remaining: 0n, next: null });
    expect(fill(needs, 11n * one).remaining).toBe(one);
  });

  it('gives what costs nothing without money, and nothing else', () => {
    expect(fill([need(50, 1, 0n), need(60, 1, 0n)], 0n)).toEqual({ gb: [50, 60], remaining: 0n, next: null });
    expect(fill([need(50, 1, 0n), need(60, 1, 1n)], 0n)).toEqual({ gb: [1, 0], remaining: 0n, next: 1 });
  });

  it('of no services is full', () => {
    expect(fill([], 5n)).toEqual({ gb: [], remaining: 5n, next: null });
  });

  it.each([0, 1, 7, 4095])('distinguishes heights that differ by a millionth of a GB, after %i rounds', (rounds) => {
    // 1/1000 comes before 1/999, although the one of 1/999 comes first where they are equal.
    const needs = [need(mostWantGb, 999), need(mostWantGb, 1000)];
    const { gb, next } = fill(needs, one * BigInt(1999 * rounds + 1));
    expect([gb, next]).toEqual([[999 * rounds, 1000 * rounds + 1], 0]);
  });

  it('is exact where floating point is not', () => {
    const price = 10n ** 30n + 1n;
    const needs = [need(mostWantGb, 1, price), need(mostWantGb, 1, price)];
    const money = price * 2n * 4_000_001n;
    expect(fill(needs, money)).toEqual({ gb: [4_000_001, 4_000_001], remaining: 0n, next: 0 });
    expect(fill(needs, money - 1n)).toEqual({ gb: [4_000_001, 4_000_000], remaining: price - 1n, next: 1 });
  });

  it('has given every GB that comes before the one that did not fit, and none after it, however large the numbers', () => {
    fc.assert(
      fc.property(
        fc.array(largeNeed, { maxLength: 8 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.bigInt({ min: -2n, max: 2n }),
        (needs, millionths, offset) => {
          const whole = needs.reduce(
            (sum, { price, wantGb, floorGb }) => sum + price * BigInt(Math.max(0, wantGb - floorGb)),
            0n,
          );
          const share = (whole * BigInt(millionths)) / 1_000_000n + offset;
          const money = share < 0n ? 0n : share;
          const { gb, remaining, next } = fill(needs, money);
          const spent = needs.reduce(
            (sum, { price, floorGb }, at) => sum + price * BigInt((gb[at] ?? 0) - floorGb),
            0n,
          );
          expect(spent + remaining).toBe(money);
          expect(remaining >= 0n).toBe(true);
          const stopped = next === null ? undefined : needs[next];
          if (next === null || stopped === undefined) {
            expect(gb).toEqual(needs.map(({ floorGb, wantGb }) => Math.max(floorGb, wantGb)));
            return;
          }
          expect(stopped.price > remaining).toBe(true);
          const refused = (gb[next] ?? 0) + 1;
          needs.forEach((other, at) => {
            const has = gb[at] ?? 0;
            if (has > other.floorGb) expect(comesBefore(has, other, at, refused, stopped, next)).toBe(true);
            if (has < other.wantGb && at !== next)
              expect(comesBefore(refused, stopped, next, has + 1, other, at)).toBe(true);
          });
        },
      ),
      { numRuns: 2_500 },
    );
  });
});
