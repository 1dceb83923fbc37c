import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Allocation, allocate, type Claim, type Share } from '../../../lib/core/budget/budget.ts';
import { lawsFor, oncePerExample } from '../../laws.ts';
import { greedily, guaranteed } from '../../reference/division.ts';
import { claims, gbOf, monthly } from '../claims.ts';

const numRuns = 2_500;
const nameOf = ({ project, service }: Claim) => `${project}/${service}`;
const wanted = ({ floorGb, wantGb }: Claim) => Math.max(floorGb, wantGb);

interface Example {
  readonly budget: bigint;
  readonly requested: Claim[];
}

const division = oncePerExample(({ budget, requested }: Example) => allocate(budget, requested));

/** Holds the law against budgets, what is requested of them, and how they are divided. */
const holdsFor = lawsFor<Example>(fc.record({ budget: monthly, requested: claims }), numRuns);
const holds = (law: (divided: Allocation, budget: bigint, requested: Claim[]) => void) =>
  holdsFor((example) => law(division(example), example.budget, example.requested));

describe('an allocation', () => {
  it('is exactly what giving one GB after the other comes to', () => {
    holds((divided, budget, requested) => {
      expect(gbOf(divided)).toEqual(greedily(budget, requested));
    });
  });

  it('never costs more than the budget, to the last decimal, unless it is frozen at the floors', () => {
    holds(({ shares, allocated, floor, unused, frozen }, budget, requested) => {
      const cost = shares.reduce((sum, { claim, gb }) => sum + claim.price * BigInt(gb), 0n);
      const floors = requested.reduce((sum, { price, floorGb }) => sum + price * BigInt(floorGb), 0n);
      const rest = frozen ? shares.filter(({ claim, gb }) => gb !== claim.floorGb) : allocated + unused;
      expect([allocated, floor, frozen, rest, unused >= 0n]).toEqual([
        cost,
        floors,
        floors > budget,
        frozen ? [] : budget,
        true,
      ]);
    });
  });

  it('is never below the floor, and never above what is wanted', () => {
    holds(({ shares }) => {
      const isWithin = ({ claim, gb }: Share) => gb >= claim.floorGb && gb <= wanted(claim);
      expect(shares.filter((share) => !isWithin(share))).toEqual([]);
    });
  });

  it('leaves no money while the next GB fits', () => {
    holds(({ shares, unused, next, frozen }) => {
      if (frozen) return;
      const short = shares.filter(({ claim, gb }) => gb < wanted(claim));
      expect(next === null).toBe(short.length === 0);
      if (next !== null) expect(next.price > unused).toBe(true);
    });
  });

  it('lowers no service when the budget is larger', () => {
    fc.assert(
      fc.property(monthly, monthly, claims, (a, b, requested) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const larger = gbOf(allocate(more, requested));
        const smaller = Object.entries(gbOf(allocate(less, requested)));
        expect(smaller.filter(([name, gb]) => gb > (larger[name] ?? -1))).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('raises no other service when one wants more', () => {
    fc.assert(
      fc.property(monthly, claims, fc.nat(), fc.nat(20), (budget, requested, at, more) => {
        const greedy = requested[at % Math.max(1, requested.length)];
        if (greedy === undefined) return;
        const changed = requested.map((each) => (each === greedy ? { ...each, wantGb: each.wantGb + more } : each));
        const before = gbOf(allocate(budget, requested));
        const others = Object.entries(gbOf(allocate(budget, changed))).filter(([name]) => name !== nameOf(greedy));
        expect(others.filter(([name, gb]) => gb > (before[name] ?? -1))).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('does not depend on the order of the claims', () => {
    const shuffled = claims.chain((requested) =>
      fc.tuple(fc.constant(requested), fc.shuffledSubarray(requested, { minLength: requested.length })),
    );
    fc.assert(
      fc.property(monthly, shuffled, (budget, [requested, other]) => {
        expect(allocate(budget, other)).toEqual(allocate(budget, requested));
      }),
      { numRuns },
    );
  });

  it('changes nothing when it is what is wanted', () => {
    holds((divided, budget, requested) => {
      const once = gbOf(divided);
      const again = requested.map((each) => ({ ...each, wantGb: once[nameOf(each)] ?? -1 }));
      expect(gbOf(allocate(budget, again))).toEqual(once);
    });
  });

  it('gives what is guaranteed before any tier gets more', () => {
    holds(({ shares, frozen }, budget) => {
      const isShort = shares.some(({ claim, gb }) => gb < guaranteed(claim));
      const above = shares.filter(({ claim, gb }) => gb > guaranteed(claim));
      if (isShort) expect(above).toEqual([]);
      const cost = shares.reduce((sum, { claim }) => sum + claim.price * BigInt(guaranteed(claim)), 0n);
      if (!frozen) expect(isShort).toBe(cost > budget);
    });
  });

  it('guarantees no one more than is wanted, and 0 GB means nothing', () => {
    holds((_, budget, requested) => {
      const boundless = requested.map((each) => ({ ...each, atLeastGb: each.wantGb + each.atLeastGb }));
      const all = requested.map((each) => ({ ...each, atLeastGb: each.wantGb }));
      expect(gbOf(allocate(budget, boundless))).toEqual(gbOf(allocate(budget, all)));
      const none = requested.map((each) => ({ ...each, atLeastGb: 0 }));
      const floors = requested.map((each) => ({ ...each, atLeastGb: each.floorGb }));
      expect(gbOf(allocate(budget, floors))).toEqual(gbOf(allocate(budget, none)));
    });
  });

  it('lifts a tier above what is guaranteed only when the tiers before it have all they want', () => {
    holds(({ shares }) => {
      const short = shares.filter(({ claim, gb }) => gb < wanted(claim)).map(({ claim }) => claim.priority);
      const first = Math.min(...short);
      const later = shares.filter(({ claim }) => claim.priority > first);
      expect(later.filter(({ claim, gb }) => gb > guaranteed(claim))).toEqual([]);
    });
  });

  it('gives services that are equal but for their names at most one GB more than each other', () => {
    fc.assert(
      fc.property(monthly, claims, fc.nat(), (budget, requested, at) => {
        const model = requested[at % Math.max(1, requested.length)];
        if (model === undefined) return;
        const twins = ['t1', 't2', 't3'].map((service) => ({ ...model, service }));
        const got = gbOf(allocate(budget, [...requested, ...twins]));
        const ofTwins = [model, ...twins].map((twin) => got[nameOf(twin)] ?? -1);
        expect(Math.max(...ofTwins) - Math.min(...ofTwins)).toBeLessThanOrEqual(1);
      }),
      { numRuns },
    );
  });

  it('says of each share why it is less than what is wanted', () => {
    holds(({ shares, frozen, next }) => {
      const unguaranteed = shares.some(({ claim, gb }) => gb < guaranteed(claim));
      const reasonOf = (priority: number) => {
        if (frozen) return 'frozen';
        if (unguaranteed) return 'guarantee';
        return priority === next?.priority ? 'level' : 'tier';
      };
      const expected = shares.map(({ claim, gb }) => (gb < claim.wantGb ? reasonOf(claim.priority) : 'none'));
      expect(shares.map(({ cut }) => cut)).toEqual(expected);
    });
  });
});
