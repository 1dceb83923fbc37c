import { costOfGb, formatCents, formatCentsUp, type Money } from '../model/money.ts';
import { guaranteedGb, type Share } from './budget.ts';
import { moneyNeeded, type Wish } from './need.ts';
import type { Starvation, Starved } from './starved.ts';

/** A service without room to grow, and the GB of additional storage that it should be able to reach in all. */
export interface Need {
  readonly starved: Starved;
  readonly gb: number;
}

/** Measures that would give room to all services of a budget that need it. */
export interface BudgetRemedy {
  /** Increase of the monthly budget; 0 when the budget does not lack money. */
  readonly raiseBy: Money;
  /** `atLeastGb` of each rule; empty if the budget cannot pay for all of them. */
  readonly atLeastGb: ReadonlyMap<string, number>;
  /** GB of maximums that are not provisioned, and their cost a month, by tier. */
  readonly unused: ReadonlyMap<number, { readonly gb: number; readonly money: Money }>;
  /** Number of services that it covers. */
  readonly services: number;
}

const ruleOf = ({ subject }: Pick<Starved, 'subject'>): string => subject.judgement.decision.rule;

/** Cost of all guarantees with these values of `atLeastGb`. */
const costWith = ({ grants }: Starvation, atLeastGb: ReadonlyMap<string, number>): Money =>
  grants.reduce((sum, { member, share: { claim } }) => {
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

const unusedByTier = ({ grants }: Starvation): BudgetRemedy['unused'] => {
  const tiers = new Map<number, { gb: number; money: Money }>();
  for (const { member, share, gb } of grants) {
    const free = member.position.kind === 'wants' ? gb - member.position.provisionedGb : 0;
    if (free <= 0) continue;
    const { priority, price } = share.claim;
    const before = tiers.get(priority) ?? { gb: 0, money: 0n };
    tiers.set(priority, { gb: before.gb + free, money: before.money + costOfGb(price, free) });
  }
  return tiers;
};

/** Measures that cover all of these services of a budget at once. */
export const budgetRemedyFor = (starvation: Starvation, needs: readonly Need[]): BudgetRemedy => {
  const { shares, monthly } = starvation.allocation;
  const wishes = needs.flatMap(({ starved: { share }, gb }): Wish[] =>
    share === null ? [] : [{ claim: share.claim, gb }],
  );
  const missing = wishes.length === 0 ? 0n : moneyNeeded(shares, wishes) - monthly;
  return {
    raiseBy: missing > 0n ? missing : 0n,
    atLeastGb: guaranteesFor(starvation, needs),
    unused: unusedByTier(starvation),
    services: wishes.length,
  };
};

/** Tiers whose maximums compete with a share: earlier tiers, its own tier as well, or all tiers. */
const tiersBefore = ({ cut, claim }: Share): ((tier: number) => boolean) => {
  if (cut === 'tier') return (tier) => tier < claim.priority;
  return cut === 'level' ? (tier) => tier <= claim.priority : () => cut === 'guarantee';
};

const lowering = (currency: string, unused: BudgetRemedy['unused'], share: Share): string[] => {
  const isBefore = tiersBefore(share);
  const tiers = [...unused].flatMap(([tier, amount]) => (isBefore(tier) ? [amount] : []));
  const gb = tiers.reduce((sum, tier) => sum + tier.gb, 0);
  const money = tiers.reduce((sum, tier) => sum + tier.money, 0n);
  if (gb === 0) return [];
  const whose = share.cut === 'tier' ? 'of earlier tiers' : 'of other services';
  return [`lower maximums ${whose}: ${gb} GB of them (${formatCents(money)} ${currency} a month) are unused`];
};

/** Measures for one of the services, as list items; measures without cost come first. */
export const budgetRemedyTexts = ({ currency }: Starvation, remedy: BudgetRemedy, starved: Starved): string[] => {
  const { raiseBy, services } = remedy;
  const free = 'free space on the disk';
  const { share } = starved;
  if (share === null) return [free];
  const rule = ruleOf(starved);
  const guarantee = remedy.atLeastGb.get(rule);
  const enough = services === 1 ? '' : `, enough for all ${services} services without room to grow`;
  return [
    ...(guarantee === undefined ? [] : [`set atLeastGb: ${guarantee} in rule "${rule}" (the budget can pay for it)`]),
    ...lowering(currency, remedy.unused, share),
    ...(raiseBy === 0n ? [] : [`raise the budget by ${formatCentsUp(raiseBy)} ${currency} a month${enough}`]),
    free,
  ];
};
