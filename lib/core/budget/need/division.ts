import { groupBy } from '../../model/grouping.ts';
import type { Money } from '../../model/money.ts';
import {
  costOfAll,
  daysOf,
  harmDays,
  inForceGb,
  type Level,
  levels,
  mayKeep,
  mustHave,
  type NeedClaim,
  needIn,
  raisedTo,
  unslackGb,
} from './claim.ts';
import { Draft, giveFirstSteps, giveGuarantees, giveNeeds, keepSlack } from './draft.ts';

/** The part of a budget that a service gets by its need. */
export interface NeedShare {
  readonly claim: NeedClaim;
  /** Whole GB, never below the floor. */
  readonly gb: number;
  /** GB that keep it out of trouble for 7 days, as far as its rule allows them. */
  readonly needGb: number;
  /** GB that it lacks of them; 0: its need is met. */
  readonly unmetGb: number;
  /** GB of `gb` that are its part of the rest of the money; 0 where that is kept. */
  readonly restGb: number;
}

interface NeedDivision {
  readonly shares: readonly NeedShare[];
  /** Cost of all shares. */
  readonly allocated: Money;
  /** The rest of the money; below zero where the floors cost more than the budget. */
  readonly left: bigint;
  /** Least money a month at which every disk has its full need; at most `monthly` where all needs are met. */
  readonly needed: Money;
  /** Whether the maximums in force cost more than the budget, so that nothing is raised. */
  readonly isOver: boolean;
}

/** What becomes of money and maximums beyond all needs: kept as they are, or shared among all. */
type Rest = 'keep' | 'share';

/** A division of the money of a budget. */
export interface Division extends NeedDivision {
  readonly monthly: Money;
  /** Cost of all floors. */
  readonly floor: Money;
  /** Whether the floors alone cost more than `monthly`; every share is then its floor. */
  readonly frozen: boolean;
}

/** More turns than levels and tiers of any policy. */
const mostTurns = 100;

type Rule = (claim: NeedClaim, level: Level) => number;

/**
 * GB of each claim in a state of all tiers: at state s, the last `s % tiers` tiers are one level further than the others. Each
 * level is computed once for each tier that comes to it.
 */
const statesOf = (claims: readonly NeedClaim[], rule: Rule) => {
  const indexes = claims.map((_, at) => at);
  const byPriority = groupBy(indexes, (at) => (claims[at] as NeedClaim).priority);
  const tiers = [...byPriority].sort(([a], [b]) => a - b);
  const tierOf = new Map(tiers.map(([priority], tier) => [priority, tier]));
  const levelAt = (state: number, tier: number): number =>
    Math.floor(state / tiers.length) + Number(tier >= tiers.length - (state % tiers.length));
  const gbs = levels.map(() => new Array<number>(claims.length));
  const costs = levels.map(() => new Map<number, Money>());
  const costOf = (level: number, tier: number): Money => {
    const memoized = costs[level]?.get(tier);
    if (memoized !== undefined) return memoized;
    const gb = gbs[level] ?? [];
    const own = tiers[tier]?.[1] ?? [];
    for (const at of own) gb[at] = rule(claims[at] as NeedClaim, levels[level] as Level);
    const cost = costOfAll(
      own.map((at) => claims[at] as NeedClaim),
      (_, index) => gb[own[index] ?? 0] ?? 0,
    );
    costs[level]?.set(tier, cost);
    return cost;
  };
  return {
    last: Math.max(0, (levels.length - 1) * tiers.length),
    costAt: (state: number): Money => tiers.reduce((sum, _, tier) => sum + costOf(levelAt(state, tier), tier), 0n),
    gbAt: (state: number) => {
      const columns = tiers.map((_, tier) => {
        const level = levelAt(state, tier);
        costOf(level, tier);
        return gbs[level] ?? [];
      });
      return ({ priority }: NeedClaim, at: number): number => columns[tierOf.get(priority) ?? 0]?.[at] ?? 0;
    },
  };
};

/** The first state that the money pays for, one beyond the last if there is none: a later state never costs more. */
const firstThatFits = ({ last, costAt }: ReturnType<typeof statesOf>, monthly: Money): number => {
  if (costAt(0) <= monthly) return 0;
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (costAt(middle) <= monthly) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** One division; it raises nothing while more is in force than the budget pays. */
const divideOnce = (monthly: Money, claims: readonly NeedClaim[], rest: Rest) => {
  // What a rule no longer allows is lowered in any case, before anything is raised.
  const isOver = costOfAll(claims, inForceGb) > monthly;
  const states = statesOf(claims, isOver ? mayKeep : mustHave);
  const state = firstThatFits(states, monthly);
  const kept = (claim: NeedClaim) => (isOver ? claim.floorGb : Math.min(inForceGb(claim), unslackGb(claim)));
  const draft = new Draft(claims, state > states.last ? kept : states.gbAt(state), monthly);
  if (!isOver) {
    if (state > 0) giveNeeds(draft, claims, states.gbAt(state - 1));
    giveGuarantees(draft, claims);
  }
  if (isOver || rest === 'keep') keepSlack(draft, claims);
  if (!isOver && rest === 'keep') giveFirstSteps(draft, claims);
  return { draft, isOver, isShort: !isOver && state > 0, wanted: isOver ? null : states.costAt(0) };
};

const withCurrent = (claims: readonly NeedClaim[], gb: readonly number[]): NeedClaim[] =>
  claims.map((claim, at) => {
    const now = gb[at] ?? claim.floorGb;
    if (claim.needs === null || now === claim.needs.currentGb) return claim;
    return claim.needs.currentGb === null && now === claim.floorGb
      ? claim
      : { ...claim, needs: { ...claim.needs, currentGb: now } };
  });

/**
 * Divides a budget by what disks need (docs/policy.md): provisioned storage first, then room for the coming days, the soonest
 * full first where the money does not reach for all; what is in force beyond that is kept where it is, and taken only for a need
 * that no free money meets. The order of the claims does not matter.
 * @param monthly the money available for a whole month
 * @param rest `share`: what is in force beyond the needs is not kept, because it is divided anew
 */
export const divideByNeed = (monthly: Money, claims: readonly NeedClaim[], rest: Rest = 'keep'): NeedDivision => {
  const first = divideOnce(monthly, claims, rest);
  let { draft, isShort } = first;
  const { isOver } = first;
  // Money that is left at a later level pays for a part of an earlier one, until nothing changes any more.
  for (let turn = 0; isShort && turn < mostTurns; turn += 1) {
    const before = draft.gb;
    ({ draft, isShort } = divideOnce(monthly, withCurrent(claims, before), rest));
    if (draft.gb.every((gb, at) => gb === before[at])) break;
  }
  const shares = claims.map((claim, at): NeedShare => {
    const gb = draft.gb[at] ?? claim.floorGb;
    const needGb = claim.needs === null ? gb : raisedTo(claim, needIn(claim, daysOf(claim, harmDays)));
    return { claim, gb, needGb, unmetGb: Math.max(0, needGb - gb), restGb: 0 };
  });
  const needed = first.wanted ?? costOfAll(claims, (claim) => mustHave(claim, levels[0] as Level));
  return { shares, allocated: monthly - draft.left, left: draft.left, needed, isOver };
};
