import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type Claim } from '../../lib/core/budget.ts';
import { claims, gbOf, greedily, guaranteed, monthly } from './claims.ts';

const runs = { numRuns: 10_000 };
const nameOf = ({ project, service }: Claim) => `${project}/${service}`;
const wanted = ({ floorGb, wantGb }: Claim) => Math.max(floorGb, wantGb);

/** Holds the law against so many budgets and what is asked of them. */
const holds = (law: (budget: bigint, asked: Claim[]) => void, numRuns = runs.numRuns) =>
  fc.assert(fc.property(monthly, claims, law), { numRuns });

describe('an allocation', () => {
  it('is exactly what giving one GB after the other comes to', () => {
    holds((budget, asked) => {
      expect(gbOf(allocate(budget, asked))).toEqual(greedily(budget, asked));
    });
  });

  it('never costs more than the budget, to the last decimal, unless it is frozen at the floors', () => {
    holds((budget, asked) => {
      const { shares, allocated, floor, left, frozen } = allocate(budget, asked);
      const cost = shares.reduce((sum, { claim, gb }) => sum + claim.price * BigInt(gb), 0n);
      const floors = asked.reduce((sum, { price, floorGb }) => sum + price * BigInt(floorGb), 0n);
      expect([allocated, floor, frozen]).toEqual([cost, floors, floors > budget]);
      if (frozen) for (const { claim, gb } of shares) expect(gb).toBe(claim.floorGb);
      else expect(allocated + left).toBe(budget);
      expect(left >= 0n).toBe(true);
    });
  });

  it('is never below the floor, and never above what is wanted', () => {
    holds((budget, asked) => {
      for (const { claim, gb } of allocate(budget, asked).shares) {
        expect(gb).toBeGreaterThanOrEqual(claim.floorGb);
        expect(gb).toBeLessThanOrEqual(wanted(claim));
      }
    });
  });

  it('leaves no money while the next GB fits', () => {
    holds((budget, asked) => {
      const { shares, left, next, frozen } = allocate(budget, asked);
      if (frozen) return;
      const short = shares.filter(({ claim, gb }) => gb < wanted(claim));
      expect(next === null).toBe(short.length === 0);
      if (next !== null) expect(next.price > left).toBe(true);
    });
  });

  it('is lower for nobody when the budget is larger', () => {
    fc.assert(
      fc.property(monthly, monthly, claims, (a, b, asked) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const larger = gbOf(allocate(more, asked));
        for (const [name, gb] of Object.entries(gbOf(allocate(less, asked))))
          expect(larger[name]).toBeGreaterThanOrEqual(gb);
      }),
      runs,
    );
  });

  it('is higher for nobody else when one wants more', () => {
    fc.assert(
      fc.property(monthly, claims, fc.nat(), fc.nat(20), (budget, asked, at, more) => {
        const greedy = asked[at % Math.max(1, asked.length)];
        if (greedy === undefined) return;
        const changed = asked.map((each) => (each === greedy ? { ...each, wantGb: each.wantGb + more } : each));
        const before = gbOf(allocate(budget, asked));
        for (const [name, gb] of Object.entries(gbOf(allocate(budget, changed))))
          if (name !== nameOf(greedy)) expect(gb).toBeLessThanOrEqual(before[name] ?? -1);
      }),
      runs,
    );
  });

  it('does not depend on the order of the claims', () => {
    const shuffled = claims.chain((asked) =>
      fc.tuple(fc.constant(asked), fc.shuffledSubarray(asked, { minLength: asked.length })),
    );
    fc.assert(
      fc.property(monthly, shuffled, (budget, [asked, other]) => {
        expect(allocate(budget, other)).toEqual(allocate(budget, asked));
      }),
      runs,
    );
  });

  it('changes nothing when it is what is wanted', () => {
    holds((budget, asked) => {
      const once = gbOf(allocate(budget, asked));
      const again = asked.map((each) => ({ ...each, wantGb: once[nameOf(each)] ?? -1 }));
      expect(gbOf(allocate(budget, again))).toEqual(once);
    });
  });

  it('gives what is guaranteed before any tier gets more', () => {
    holds((budget, asked) => {
      const { shares, frozen } = allocate(budget, asked);
      const isShort = shares.some(({ claim, gb }) => gb < guaranteed(claim));
      for (const { claim, gb } of shares) if (isShort) expect(gb).toBeLessThanOrEqual(guaranteed(claim));
      const cost = shares.reduce((sum, { claim }) => sum + claim.price * BigInt(guaranteed(claim)), 0n);
      if (!frozen) expect(isShort).toBe(cost > budget);
    }, 3000);
  });

  it('guarantees nobody more than is wanted, and 0 GB means nothing', () => {
    holds((budget, asked) => {
      const boundless = asked.map((each) => ({ ...each, atLeastGb: each.wantGb + each.atLeastGb }));
      const all = asked.map((each) => ({ ...each, atLeastGb: each.wantGb }));
      expect(gbOf(allocate(budget, boundless))).toEqual(gbOf(allocate(budget, all)));
      const none = asked.map((each) => ({ ...each, atLeastGb: 0 }));
      const floors = asked.map((each) => ({ ...each, atLeastGb: each.floorGb }));
      expect(gbOf(allocate(budget, floors))).toEqual(gbOf(allocate(budget, none)));
    }, 1000);
  });

  it('lifts a tier above what is guaranteed only when the tiers before it have all they want', () => {
    holds((budget, asked) => {
      const { shares } = allocate(budget, asked);
      const short = shares.filter(({ claim, gb }) => gb < wanted(claim)).map(({ claim }) => claim.priority);
      const first = Math.min(...short);
      for (const { claim, gb } of shares) if (claim.priority > first) expect(gb).toBeLessThanOrEqual(guaranteed(claim));
    });
  });

  it('gives services that are equal but for their names at most one GB more than each other', () => {
    fc.assert(
      fc.property(monthly, claims, fc.nat(), (budget, asked, at) => {
        const model = asked[at % Math.max(1, asked.length)];
        if (model === undefined) return;
        const twins = ['t1', 't2', 't3'].map((service) => ({ ...model, service }));
        const got = gbOf(allocate(budget, [...asked, ...twins]));
        const ofTwins = [model, ...twins].map((twin) => got[nameOf(twin)] ?? -1);
        expect(Math.max(...ofTwins) - Math.min(...ofTwins)).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it('says of each share why it is less than what is wanted', () => {
    holds((budget, asked) => {
      const { shares, frozen, next } = allocate(budget, asked);
      const unguaranteed = shares.some(({ claim, gb }) => gb < guaranteed(claim));
      const reasonOf = (priority: number) => {
        if (frozen) return 'frozen';
        if (unguaranteed) return 'guarantee';
        return priority === next?.priority ? 'level' : 'tier';
      };
      for (const { claim, gb, cut } of shares) expect(cut).toBe(gb < claim.wantGb ? reasonOf(claim.priority) : 'none');
    });
  });
});
