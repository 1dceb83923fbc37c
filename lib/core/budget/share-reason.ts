import { costOfGb, formatExact } from '../model/money.ts';
import type { Allocation, Share } from './budget.ts';

const sizeOf = (budget: string, { floor, monthly, unused, next }: Allocation, { claim, gb, cut }: Share): string => {
  const { floorGb, wantGb, priority } = claim;
  const name = `budget "${budget}" (${formatExact(monthly)}/month)`;
  const part = `Gets ${gb} GB of the ${wantGb} GB it could use`;
  if (cut === 'frozen')
    return `${part}: all maximums are frozen, because the minimums cost ${formatExact(floor)} and ${name} pays less`;
  if (cut === 'none' || next === null) {
    return wantGb < floorGb ? `Keeps its ${floorGb} GB in ${name}` : `Gets all ${wantGb} GB it could use from ${name}`;
  }
  if (cut === 'tier') return `${part}: ${name} was used up by tier ${next.priority}; this service is tier ${priority}`;
  const nextGb = `the next GB, for ${next.project}/${next.service}, costs ${formatExact(next.price)} and ${formatExact(unused)} is unused`;
  if (cut === 'guarantee') return `${part}: ${name} was used up by the guaranteed GB; ${nextGb}`;
  return `${part}: ${name} was used up by its own tier, which divides by weight; ${nextGb}`;
};

/**
 * The arithmetic of one share as sentences, amounts to the last decimal.
 * @param gb the resulting maximum; it differs from the share within the dead band
 */
export const shareReason = (budget: string, allocation: Allocation, share: Share, gb: number): string => {
  const { floorGb, wantGb, atLeastGb, price, priority, weight } = share.claim;
  const cost = `${share.gb} GB × ${formatExact(price)} = ${formatExact(costOfGb(price, share.gb))}/month`;
  const guaranteed = atLeastGb === 0 ? '' : `, guaranteed ${Math.min(atLeastGb, wantGb)} GB`;
  const claim = `minimum ${floorGb} GB${guaranteed}, wanted ${wantGb} GB, tier ${priority}, weight ${weight}`;
  const unchanged = gb === share.gb ? '' : ` The maximum stays at ${gb} GB: the difference is within the dead band.`;
  return `${sizeOf(budget, allocation, share)}. ${cost} (${claim}).${unchanged}`;
};
