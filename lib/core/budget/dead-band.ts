import { costOfGb } from '../model/money.ts';
import type { Allocation, Claim } from './budget.ts';

interface Wish {
  readonly claim: Claim;
  readonly shareGb: number;
  /** The maximum that it keeps when the difference is not worth a write. */
  readonly keptGb: number;
}

const costOf = (wishes: readonly Wish[], gbOf: (wish: Wish) => number): bigint =>
  wishes.reduce((sum, wish) => sum + costOfGb(wish.claim.price, gbOf(wish)), 0n);

/**
 * Leaves maximums alone that differ from their share by less than a dead band, so that small moves of the world cause no
 * writes (design §8). A raise that small is always left out; lowers that small are left out as long as all maximums
 * together stay within the budget, and otherwise all of them are carried out.
 * @param currentGb the maximum that a service has; null when it has none, and takes its share
 * @returns the maximum of every claim, in whole GB
 */
export const applyDeadBand = (
  { shares, monthly }: Allocation,
  currentGb: (claim: Claim) => number | null,
  deadBandGb: number,
): Map<Claim, number> => {
  const wishes = shares.map(({ claim, gb }): Wish => {
    const current = currentGb(claim);
    const isSmall = current !== null && Math.abs(current - gb) < deadBandGb && current >= claim.floorGb;
    return { claim, shareGb: gb, keptGb: isSmall ? current : gb };
  });
  const fits = costOf(wishes, ({ keptGb }) => keptGb) <= monthly;
  return new Map(wishes.map(({ claim, shareGb, keptGb }) => [claim, fits ? keptGb : Math.min(shareGb, keptGb)]));
};
