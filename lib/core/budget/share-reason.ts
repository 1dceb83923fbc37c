import { costOfGb, formatExact } from '../model/money.ts';
import type { Allocation, Share } from './budget.ts';

const whyOf = ({ floor, left, next }: Allocation, { claim, cut }: Share): string => {
  if (cut === 'frozen') {
    return `because what cannot be taken back costs ${formatExact(floor)}, more than the budget, so everyone is frozen at it`;
  }
  if (cut === 'none' || next === null) {
    return claim.wantGb < claim.floorGb ? 'which is what it has already' : 'which is all it wants';
  }
  if (cut === 'tier') return `because the money ended in tier ${next.priority}, before its own`;
  const nextGb = `the next GB, for ${next.project}/${next.service}, costs ${formatExact(next.price)}, and ${formatExact(left)} is left`;
  if (cut === 'guarantee') return `because the money ended in the guaranteed shares: ${nextGb}`;
  return `because the money of its tier is divided by weight and ended there: ${nextGb}`;
};

/**
 * The arithmetic of one share as a sentence, amounts to the last decimal.
 * @param gb the maximum that follows; another one than the share where the difference is not worth a write
 */
export const shareReason = (budget: string, allocation: Allocation, share: Share, gb: number): string => {
  const { floorGb, wantGb, atLeastGb, price, priority, weight } = share.claim;
  const cost = formatExact(costOfGb(price, share.gb));
  const monthly = formatExact(allocation.monthly);
  const amount = `${share.gb} GB × ${formatExact(price)} = ${cost} of the ${monthly} a month of budget "${budget}"`;
  const guaranteed = atLeastGb === 0 ? '' : ` ${Math.min(atLeastGb, wantGb)} GB of it guaranteed,`;
  const claimed = `wants ${wantGb} GB,${guaranteed} has ${floorGb} GB at least, tier ${priority}, weight ${weight}`;
  const kept = gb === share.gb ? '' : ` The maximum stays at ${gb} GB: the difference is not worth a write.`;
  return `Its share is ${amount}, ${whyOf(allocation, share)} (${claimed}).${kept}`;
};
