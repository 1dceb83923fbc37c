import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type Claim, type Share, type SharedMoney } from '../../../lib/core/budget/budget.ts';
import { lawsFor, oncePerExample } from '../../laws.ts';
import { greedily } from '../../reference/division.ts';
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
const holds = (law: (divided: SharedMoney, budget: bigint, requested: Claim[]) => void) =>
  holdsFor((example) => law(division(example), example.budget, example.requested));

describe('an allocation', () => {
  it('is exactly what giving one GB after the other comes to', () => {
    holds((divided, budget, requested) => {
      expect(gbOf(divided)).toEqual(greedily(budget, requested));
    });
  });

  it('never costs more than the budget, to the last decimal, unless it is frozen at the floors', () => {
    holds(({ shares, allocated, floor, frozen }, budget, requested) => {
      const cost = shares.reduce((sum, { claim, gb }) => sum + claim.price * BigInt(gb), 0n);
      const floors = requested.reduce((sum, { price, floorGb }) => sum + price * BigInt(floorGb), 0n);
      expect([allocated, floor, frozen]).toEqual([cost, floors, floors > budget]);
      if (frozen) expect(shares.filter(({ claim, gb }) => gb !== claim.floorGb)).toEqual([]);
      else expect(allocated <= budget).toBe(true);
    });
  });

  it('is never below the floor, and never above what is wanted', () => {
    holds(({ shares }) => {
      const isWithin = ({ claim, gb }: Share) => gb >= claim.floorGb && gb <= wanted(claim);
      expect(shares.filter((share) => !isWithin(share))).toEqual([]);
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

  it('lifts a tier only when the tiers before it have all they want', () => {
    holds(({ shares }) => {
      const short = shares.filter(({ claim, gb }) => gb < wanted(claim)).map(({ claim }) => claim.priority);
      const first = Math.min(...short);
      const later = shares.filter(({ claim }) => claim.priority > first);
      expect(later.filter(({ claim, gb }) => gb > claim.floorGb)).toEqual([]);
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
});
