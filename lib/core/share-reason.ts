import type { Allocation, Share } from './budget.ts';
import { costOfGb, formatExact } from './money.ts';

const whys: Readonly<Record<Share['cut'], string>> = {
  none: 'which is all it wants',
  frozen: 'because what is provisioned costs more than the budget, so everyone is frozen at it',
  tier: 'because the money ended in an earlier tier',
  level: 'because the money of its tier is divided evenly by weight',
};

/**
 * The arithmetic of one share as a sentence.
 * @param gb the maximum that follows; another one than the share where the difference is not worth a write
 */
export const shareReason = (
  budget: string,
  { monthly }: Allocation,
  { claim, gb: shareGb, cut }: Share,
  gb: number,
): string => {
  const { floorGb, wantGb, price, priority, weight } = claim;
  const cost = formatExact(costOfGb(price, shareGb));
  const amount = `${shareGb} GB × ${formatExact(price)} = ${cost} of the ${formatExact(monthly)} a month of budget "${budget}"`;
  const claimed = `wants ${wantGb} GB, has ${floorGb} GB at least, tier ${priority}, weight ${weight}`;
  const kept = gb === shareGb ? '' : ` The maximum stays at ${gb} GB: the difference is not worth a write.`;
  return `Its share is ${amount}, ${whys[cut]} (${claimed}).${kept}`;
};
