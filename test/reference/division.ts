import type { Claim } from '../../lib/core/budget/budget.ts';
import type { Money } from '../../lib/core/model/money.ts';

interface Pot {
  readonly claim: Claim;
  gb: number;
}

const comesFirst = (a: Pot, b: Pot): boolean => {
  // (a + 1) / v < (b + 1) / w, without a division.
  const [left, right] = [(a.gb + 1) * b.claim.weight, (b.gb + 1) * a.claim.weight];
  if (left !== right) return left < right;
  if (a.claim.project !== b.claim.project) return a.claim.project < b.claim.project;
  return a.claim.service < b.claim.service;
};

/** What a claim has before any tier gets more: what is guaranteed, as far as it wants that, and never less than it has. */
export const guaranteed = ({ floorGb, wantGb, atLeastGb }: Claim): number =>
  Math.max(floorGb, Math.min(wantGb, atLeastGb));

/** The method of design §8 word for word, one GB at a time: whole GB by `project/service`. */
export const greedily = (budget: Money, asked: readonly Claim[]): Record<string, number> => {
  const all = asked.map((each): Pot => ({ claim: each, gb: each.floorGb }));
  const result = () =>
    Object.fromEntries(all.map(({ claim: { project, service }, gb }) => [`${project}/${service}`, gb]));
  let left = all.reduce((money, { claim: { price }, gb }) => money - price * BigInt(gb), budget);
  if (left < 0n) return result();
  const tiers = [...new Set(asked.map(({ priority }) => priority))].sort((a, b) => a - b);
  // What is guaranteed comes first, in all tiers at once.
  const rounds = [
    { isIn: (_: Claim) => true, upTo: guaranteed },
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
