import { type Claim, guaranteedGb } from './budget.ts';
import { moneyNeeded, type Wish } from './budget-need.ts';
import { costOfGb, formatCents, formatCentsUp, type Money } from './money.ts';
import type { Starvation, Starved } from './starved.ts';

/** A service without room, and the GB of additional storage that it should be able to have in all. */
export interface Need {
  readonly starved: Starved;
  readonly gb: number;
}

/** What would give room to all services of a budget that need it. */
export interface Relief {
  /** By how much the budget would have to be larger a month; 0 when that is not what it lacks. */
  readonly raiseBy: Money;
  /** What each rule would have to guarantee; empty where the budget cannot pay for all of it. */
  readonly atLeastGb: ReadonlyMap<string, number>;
  /** How many services it is for. */
  readonly services: number;
}

const ruleOf = ({ of }: Starved): string => of.judgement.decision.rule;

const wishesOf = (needs: readonly Need[]): Wish[] =>
  needs.flatMap(({ starved: { share }, gb }) => (share === null ? [] : [{ claim: share.claim, gb }]));

/** Money for all guarantees, if those of these rules were so large. */
const costWith = ({ given }: Starvation, atLeastGb: ReadonlyMap<string, number>): Money =>
  given.reduce((sum, { member, share: { claim } }) => {
    const guaranteed = Math.max(claim.atLeastGb, atLeastGb.get(member.of.judgement.decision.rule) ?? 0);
    return sum + costOfGb(claim.price, guaranteedGb({ ...claim, atLeastGb: guaranteed }));
  }, 0n);

const guaranteesFor = (starvation: Starvation, needs: readonly Need[]): ReadonlyMap<string, number> => {
  const wanted = new Map<string, number>();
  for (const { starved, gb } of needs) {
    const rule = ruleOf(starved);
    if (starved.share !== null && gb > starved.share.claim.atLeastGb)
      wanted.set(rule, Math.max(gb, wanted.get(rule) ?? 0));
  }
  return costWith(starvation, wanted) <= starvation.allocation.monthly ? wanted : new Map();
};

/** What would help all of these services at once. */
export const reliefFor = (starvation: Starvation, needs: readonly Need[]): Relief => {
  const { shares, monthly } = starvation.allocation;
  const wishes = wishesOf(needs);
  const missing = wishes.length === 0 ? 0n : moneyNeeded(shares, wishes) - monthly;
  return {
    raiseBy: missing > 0n ? missing : 0n,
    atLeastGb: guaranteesFor(starvation, needs),
    services: wishes.length,
  };
};

/** Of maximums that come before a claim or stand beside it: what nobody uses. */
const unusedBefore = ({ given }: Starvation, { priority }: Claim, isTier: boolean) => {
  const unused = { gb: 0, money: 0n };
  for (const { member, share, gb } of given) {
    const isBefore = isTier ? share.claim.priority < priority : share.claim.priority <= priority;
    const free = gb - (member.standing.provisionedGb ?? gb);
    if (!isBefore || member.standing.kind !== 'wants' || free <= 0) continue;
    unused.gb += free;
    unused.money += costOfGb(share.claim.price, free);
  }
  return unused;
};

const lowering = (starvation: Starvation, { share }: Starved): string[] => {
  if (share === null || share.cut === 'frozen' || share.cut === 'none') return [];
  const isTier = share.cut === 'tier';
  const { gb, money } = unusedBefore(starvation, share.claim, isTier);
  if (gb === 0) return [];
  const whose = isTier ? 'of earlier tiers' : 'of other services';
  return [
    `lower maximums ${whose}, which leave ${gb} GB (${formatCents(money)} ${starvation.currency} a month) unused`,
  ];
};

/** What helps one of the services, each as a sentence's end: what costs nothing first. */
export const reliefTexts = (
  starvation: Starvation,
  { raiseBy, atLeastGb, services }: Relief,
  starved: Starved,
): string[] => {
  const rule = ruleOf(starved);
  const guarantee = starved.share === null ? undefined : atLeastGb.get(rule);
  const enough = services === 1 ? '' : `, enough for each of the ${services} services that it leaves without room`;
  return [
    ...(guarantee === undefined ? [] : [`set atLeastGb: ${guarantee} in rule "${rule}", which the budget can pay for`]),
    ...lowering(starvation, starved),
    ...(starved.share === null || raiseBy === 0n
      ? []
      : [`raise the budget by ${formatCentsUp(raiseBy)} ${starvation.currency} a month${enough}`]),
    'free space on the disk',
  ];
};
