import { costOfGb, formatCents, formatCentsUp, type Money } from '../model/money.ts';
import { guaranteedGb, type Share } from './budget.ts';
import { moneyNeeded, type Wish } from './need.ts';
import type { Starvation, Starved } from './starved.ts';

/** A service without room, and the GB of additional storage that it should be able to have in all. */
export interface Need {
  readonly starved: Starved;
  readonly gb: number;
}

/** GB of maximums that are not provisioned, and what they cost a month. */
interface Unused {
  readonly gb: number;
  readonly money: Money;
}

/** What would give room to all services of a budget that need it. */
export interface Relief {
  /** By how much the budget would have to be larger a month; 0 when that is not what it lacks. */
  readonly raiseBy: Money;
  /** What each rule would have to guarantee; empty where the budget cannot pay for all of it. */
  readonly atLeastGb: ReadonlyMap<string, number>;
  /** By tier. */
  readonly unused: ReadonlyMap<number, Unused>;
  /** How many services it is for. */
  readonly services: number;
}

const ruleOf = ({ subject }: Pick<Starved, 'subject'>): string => subject.judgement.decision.rule;

const wishesOf = (needs: readonly Need[]): Wish[] =>
  needs.flatMap(({ starved: { share }, gb }) => (share === null ? [] : [{ claim: share.claim, gb }]));

/** Money for all guarantees, if those of these rules were so large. */
const costWith = ({ given }: Starvation, atLeastGb: ReadonlyMap<string, number>): Money =>
  given.reduce((sum, { member, share: { claim } }) => {
    const guaranteed = Math.max(claim.atLeastGb, atLeastGb.get(ruleOf(member)) ?? 0);
    return sum + costOfGb(claim.price, guaranteedGb({ ...claim, atLeastGb: guaranteed }));
  }, 0n);

const guaranteesFor = (starvation: Starvation, needs: readonly Need[]): ReadonlyMap<string, number> => {
  const wanted = new Map<string, number>();
  for (const { starved, gb } of needs) {
    if (starved.share === null || gb <= starved.share.claim.atLeastGb) continue;
    wanted.set(ruleOf(starved), Math.max(gb, wanted.get(ruleOf(starved)) ?? 0));
  }
  return costWith(starvation, wanted) <= starvation.allocation.monthly ? wanted : new Map();
};

const unusedByTier = ({ given }: Starvation): ReadonlyMap<number, Unused> => {
  const tiers = new Map<number, Unused>();
  for (const { member, share, gb } of given) {
    const free = member.position.kind === 'wants' ? gb - member.position.provisionedGb : 0;
    if (free <= 0) continue;
    const { priority, price } = share.claim;
    const before = tiers.get(priority) ?? { gb: 0, money: 0n };
    tiers.set(priority, { gb: before.gb + free, money: before.money + costOfGb(price, free) });
  }
  return tiers;
};

/** What would help all of these services of a budget at once. */
export const reliefFor = (starvation: Starvation, needs: readonly Need[]): Relief => {
  const { shares, monthly } = starvation.allocation;
  const wishes = wishesOf(needs);
  const missing = wishes.length === 0 ? 0n : moneyNeeded(shares, wishes) - monthly;
  return {
    raiseBy: missing > 0n ? missing : 0n,
    atLeastGb: guaranteesFor(starvation, needs),
    unused: unusedByTier(starvation),
    services: wishes.length,
  };
};

/** Tiers whose maximums keep a share small: the money ended in an earlier one, in its own, or before any tier got some. */
const tiersBefore = ({ cut, claim }: Share): ((tier: number) => boolean) => {
  if (cut === 'tier') return (tier) => tier < claim.priority;
  return cut === 'level' ? (tier) => tier <= claim.priority : () => cut === 'guarantee';
};

const lowering = (currency: string, unused: Relief['unused'], share: Share): string[] => {
  const isBefore = tiersBefore(share);
  const tiers = [...unused].flatMap(([tier, amount]) => (isBefore(tier) ? [amount] : []));
  const gb = tiers.reduce((sum, tier) => sum + tier.gb, 0);
  const money = tiers.reduce((sum, tier) => sum + tier.money, 0n);
  if (gb === 0) return [];
  const whose = share.cut === 'tier' ? 'of earlier tiers' : 'of other services';
  return [`lower maximums ${whose}, which leave ${gb} GB (${formatCents(money)} ${currency} a month) unused`];
};

/** What helps one of the services, each as the end of a sentence: what costs nothing first. */
export const reliefTexts = ({ currency }: Starvation, relief: Relief, starved: Starved): string[] => {
  const { raiseBy, services } = relief;
  const free = 'free space on the disk';
  const { share } = starved;
  if (share === null) return [free];
  const rule = ruleOf(starved);
  const guarantee = relief.atLeastGb.get(rule);
  const enough = services === 1 ? '' : `, enough for each of the ${services} services that it leaves without room`;
  return [
    ...(guarantee === undefined ? [] : [`set atLeastGb: ${guarantee} in rule "${rule}", which the budget can pay for`]),
    ...lowering(currency, relief.unused, share),
    ...(raiseBy === 0n ? [] : [`raise the budget by ${formatCentsUp(raiseBy)} ${currency} a month${enough}`]),
    free,
  ];
};
