import fc from 'fast-check';
import type { Allocation, Claim } from '../../lib/core/budget/budget.ts';
import type { Money } from '../../lib/core/model/money.ts';

const projects = ['a', 'a-b', 'B', 'ä'];

/** Of small numbers, so that ties, equal services and budgets that end in the middle of a step are common. */
export const claim: fc.Arbitrary<Claim> = fc.record({
  project: fc.constantFrom(...projects),
  service: fc.constantFrom('pg', 'kafka', 'Kafka', 'pg-1', 'pg-10', 'pg-2'),
  floorGb: fc.nat(12),
  wantGb: fc.nat(30),
  atLeastGb: fc.oneof(fc.constant(0), fc.nat(20)),
  price: fc.oneof(
    fc.constantFrom(0n, 1n, 100_010_000_000n, 150_000_000_000n),
    fc.bigInt({ min: 0n, max: 400_000_000_000n }),
  ),
  priority: fc.integer({ min: 1, max: 3 }),
  weight: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(7, 997, 999, 1000)),
});

export const claims: fc.Arbitrary<Claim[]> = fc.uniqueArray(claim, {
  maxLength: 7,
  selector: ({ project, service }) => `${project}/${service}`,
});

/** From nothing to about all that any claims above could want, more often too little than too much. */
export const monthly: fc.Arbitrary<Money> = fc.oneof(
  fc.bigInt({ min: 0n, max: 40_000_000_000_000n }),
  fc.bigInt({ min: 0n, max: 5_000_000_000_000n }),
);

export const gbOf = ({ shares }: Allocation): Record<string, number> =>
  Object.fromEntries(shares.map(({ claim: { project, service }, gb }) => [`${project}/${service}`, gb]));

const comesFirst = (a: { claim: Claim; gb: number }, b: { claim: Claim; gb: number }): boolean => {
  // (a + 1) / v < (b + 1) / w, without a division.
  const [left, right] = [(a.gb + 1) * b.claim.weight, (b.gb + 1) * a.claim.weight];
  if (left !== right) return left < right;
  if (a.claim.project !== b.claim.project) return a.claim.project < b.claim.project;
  return a.claim.service < b.claim.service;
};

/** What a claim has before any tier gets more: what is guaranteed, as far as it wants that, and never less than it has. */
export const guaranteed = ({ floorGb, wantGb, atLeastGb }: Claim): number =>
  Math.max(floorGb, Math.min(wantGb, atLeastGb));

/** The method of design §8 word for word, one GB at a time: what `allocate` is measured against. */
export const greedily = (budget: Money, asked: readonly Claim[]): Record<string, number> => {
  const all = asked.map((each) => ({ claim: each, gb: each.floorGb }));
  const result = () =>
    Object.fromEntries(all.map(({ claim: { project, service }, gb }) => [`${project}/${service}`, gb]));
  let left = all.reduce((money, { claim: { price }, gb }) => money - price * BigInt(gb), budget);
  if (left < 0n) return result();
  const tiers = [...new Set(asked.map(({ priority }) => priority))].sort((a, b) => a - b);
  // What is guaranteed comes first, in all tiers at once.
  const rounds = [
    { isIn: () => true, upTo: guaranteed },
    ...tiers.map((tier) => ({ isIn: (one: Claim) => one.priority === tier, upTo: (one: Claim) => one.wantGb })),
  ];
  for (const { isIn, upTo } of rounds) {
    while (true) {
      const below = all.filter(({ claim: one, gb }) => isIn(one) && gb < upTo(one));
      if (below.length === 0) break;
      const lowest = below.reduce((first, other) => (comesFirst(other, first) ? other : first));
      if (lowest.claim.price > left) return result();
      left -= lowest.claim.price;
      lowest.gb += 1;
    }
  }
  return result();
};
