import { costOfGb, formatExact } from '../model/money.ts';
import { oncePerObject } from '../model/remembering.ts';
import { namesText } from '../model/visible-text.ts';
import { harmDays, keptDays } from './need/claim.ts';
import type { Division, NeedShare } from './need/division.ts';

/** Names of services that a sentence lists before it only counts the rest. */
const namedAtMost = 2;

/** Services that give up slack in this division, the largest part first. */
const slackOf = ({ shares }: Division): string[] =>
  shares
    .map(({ claim, gb }) => ({ claim, lostGb: (claim.needs?.currentGb ?? gb) - gb }))
    .filter(({ lostGb }) => lostGb > 0)
    .sort((a, b) => b.lostGb - a.lostGb)
    .map(({ claim }) => `${claim.project}/${claim.service}`);

/** Once for all shares of a division: it looks at all of them. */
const sourceOf = oncePerObject((division: Division): string => {
  const slack = slackOf(division);
  return slack.length === 0 ? 'free money' : `free money and the slack of ${namesText(slack, namedAtMost, ' and')}`;
});

const sizeOf = (budget: string, division: Division, { claim, gb, needGb, unmetGb, restGb }: NeedShare): string => {
  const { floorGb, wantGb, needs } = claim;
  const name = `budget "${budget}" (${formatExact(division.monthly)}/month)`;
  const now = needs?.currentGb ?? floorGb;
  const need =
    needs?.isKnown === false
      ? `Needs ${needGb} GB (one step, because its growth is not known yet)`
      : `Needs ${needGb} GB within ${harmDays} days`;
  if (division.frozen)
    return `Stays at ${gb} GB: disks that cannot be made smaller cost ${formatExact(division.floor)}, and ${name} pays less`;
  if (unmetGb > 0) return `${need} and gets ${gb} GB: ${name} does not reach for the needs of all its disks`;
  if (restGb > 0) return `${need}; gets ${gb} GB, ${restGb} GB of them its part of the rest of ${name}`;
  if (gb < now && now > wantGb) return `${need}; its rule allows ${wantGb} GB`;
  if (gb < now) return `${need}; what it has beyond ${keptDays} days goes to disks of ${name} that need it sooner`;
  if (gb === now) return `${need} and keeps its ${gb} GB in ${name}`;
  if (needGb <= floorGb) return `Needs no room within ${harmDays} days; gets ${gb} GB from free money of ${name}`;
  return `${need}; gets ${gb} GB from ${sourceOf(division)} of ${name}`;
};

/** The arithmetic of one share as sentences, amounts to the last decimal. */
export const shareReason = (budget: string, division: Division, share: NeedShare, gb: number): string => {
  const { floorGb, wantGb, atLeastGb, price, priority, weight } = share.claim;
  const cost = `${gb} GB × ${formatExact(price)} = ${formatExact(costOfGb(price, gb))}/month`;
  const guaranteed = atLeastGb === 0 ? '' : `, guaranteed ${Math.min(atLeastGb, wantGb)} GB`;
  const claim = `in use ${floorGb} GB${guaranteed}, at most ${wantGb} GB, tier ${priority}, weight ${weight}`;
  return `${sizeOf(budget, division, share)}. ${cost} (${claim}).`;
};
