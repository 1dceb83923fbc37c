import { groupBy } from '../model/grouping.ts';
import { costOfGb, type Money } from '../model/money.ts';
import type { Price } from '../model/price.ts';
import { type Filled, fill, mostWantGb, mostWeight } from './water-level.ts';

/** What one service asks of its budget; a service has one claim. */
export interface Claim {
  readonly project: string;
  readonly service: string;
  /** Whole GB that cannot be taken away: what is provisioned. */
  readonly floorGb: number;
  /** Whole GB that are wanted; below the floor counts as the floor, above it at most 2 ** 23. */
  readonly wantGb: number;
  /** Whole GB that it gets before any tier is filled, as far as it wants them; 0: none. */
  readonly atLeastGb: number;
  /** Per GB and month. */
  readonly price: Price;
  /** Tier, 1 first. */
  readonly priority: number;
  /** How much more than the others of its tier, a whole number from 1 to 1000. */
  readonly weight: number;
}

/**
 * Why a service gets less than it wants: `none`, it does not; `frozen`, what is provisioned costs more than the budget;
 * `guarantee`, the money ended before everyone had what is guaranteed; `tier`, it ended in an earlier tier; `level`, in its
 * own.
 */
export type Cut = 'none' | 'frozen' | 'guarantee' | 'tier' | 'level';

/** What one service may have of its budget. */
export interface Share {
  readonly claim: Claim;
  /** Whole GB, never below the floor. */
  readonly gb: number;
  readonly cut: Cut;
}

/** How a budget is divided. Amounts are for a whole month. */
export interface Allocation {
  readonly monthly: Money;
  /** Cost of all floors. */
  readonly floor: Money;
  /** Cost of all shares; above `monthly` only when frozen. */
  readonly allocated: Money;
  /** What of `monthly` nobody has; 0 when frozen. */
  readonly left: Money;
  /** Whether the floors alone cost more than `monthly`: then every share is its floor. */
  readonly frozen: boolean;
  /** The claim whose next GB would cost more than what is left; null when all have what they want, or frozen. */
  readonly next: Claim | null;
  /** By project, then service. */
  readonly shares: readonly Share[];
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

/** @throws RangeError for a claim that no policy and no snapshot can make, because arithmetic on it might overspend */
const check = ({ project, service, floorGb, wantGb, atLeastGb, price, priority, weight }: Claim): void => {
  const isRight =
    isWhole(floorGb, 0, Number.MAX_SAFE_INTEGER) &&
    // What is not granted any more may be of any size.
    isWhole(wantGb, 0, Math.max(floorGb, mostWantGb)) &&
    isWhole(atLeastGb, 0, Number.MAX_SAFE_INTEGER) &&
    isWhole(priority, 1, Number.MAX_SAFE_INTEGER) &&
    isWhole(weight, 1, mostWeight) &&
    price >= 0n;
  if (isRight) return;
  const told = `floor ${floorGb} GB, want ${wantGb} GB, at least ${atLeastGb} GB, price ${price}, priority ${priority}, weight ${weight}`;
  throw new RangeError(`the claim of ${project}/${service} is out of range: ${told}`);
};

const byService = (a: Claim, b: Claim): number => {
  if (a.service < b.service) return -1;
  if (a.service > b.service) return 1;
  throw new RangeError(`${a.project}/${a.service} claims twice; give each service once`);
};

/** By project, then service, by code unit; each project by itself, which spares most comparisons. */
const inOrder = (claims: readonly Claim[]): Claim[] => {
  const projects = groupBy(claims, ({ project }) => project);
  const names = [...projects.keys()].sort();
  return names.flatMap((name) => (projects.get(name) ?? []).sort(byService));
};

type Draft = { -readonly [Key in keyof Share]: Share[Key] };

/** What a claim has before any tier is filled, where the money is enough for that. */
export const guaranteedGb = ({ floorGb, wantGb, atLeastGb }: Claim): number =>
  Math.max(floorGb, Math.min(wantGb, atLeastGb));

const claimOfNext = (drafts: readonly Draft[], { next }: Filled): Claim | null =>
  next === null ? null : (drafts[next]?.claim ?? null);

/** Fills these drafts from what they have up to a limit, and notes what each has then. */
const fillUp = (drafts: readonly Draft[], upTo: (claim: Claim) => number, money: Money): Filled => {
  const needs = drafts.map(({ claim, gb }) => ({ ...claim, floorGb: gb, wantGb: upTo(claim) }));
  const filled = fill(needs, money);
  drafts.forEach((draft, place) => {
    draft.gb = filled.gb[place] ?? draft.gb;
  });
  return filled;
};

/** Why a draft has less than it wants, where that is so. */
const cutOf = ({ claim, gb }: Draft, why: Cut): Cut => (gb < claim.wantGb ? why : 'none');

/** What is left after the floors goes to what is guaranteed first, whatever the tier. */
const grantGuaranteed = (drafts: readonly Draft[], money: Money): Pick<Allocation, 'left' | 'next'> => {
  const open = drafts.filter(({ claim, gb }) => gb < guaranteedGb(claim));
  if (open.length === 0) return { left: money, next: null };
  const filled = fillUp(open, guaranteedGb, money);
  return { left: filled.left, next: claimOfNext(open, filled) };
};

/** Gives what is left after the guaranteed shares to one tier after the other, until the first GB that does not fit. */
const grant = (drafts: readonly Draft[], money: Money): Pick<Allocation, 'left' | 'next'> => {
  const guaranteed = grantGuaranteed(drafts, money);
  const unfilled: Cut = guaranteed.next === null ? 'tier' : 'guarantee';
  let { left, next } = guaranteed;
  const tiers = [...groupBy(drafts, ({ claim }) => claim.priority)].sort(([a], [b]) => a - b);
  for (const [, tier] of tiers) {
    const filled: Filled | null = next === null ? fillUp(tier, ({ wantGb }) => wantGb, left) : null;
    for (const draft of tier) draft.cut = cutOf(draft, filled === null ? unfilled : 'level');
    if (filled === null) continue;
    left = filled.left;
    next = claimOfNext(tier, filled);
  }
  return { left, next };
};

/**
 * Divides a budget among the services that belong to it (design §8): everyone starts at the floor; then, first up to what
 * is guaranteed and in all tiers at once, and after that tier by tier, one GB after the other goes to the service with the
 * lowest (GB + 1) / weight that is below what it wants, ties by project, then service; all ends at the first GB that costs
 * more than what is left. Floors that cost more than the budget freeze it: everyone stays at the floor. The order of the
 * claims does not matter.
 * @param monthly what may be spent in a whole month
 * @throws RangeError for claims that are out of range, or two of one service
 */
export const allocate = (monthly: Money, claims: readonly Claim[]): Allocation => {
  let floor = 0n;
  const drafts = inOrder(claims).map((claim): Draft => {
    check(claim);
    floor += costOfGb(claim.price, claim.floorGb);
    return { claim, gb: claim.floorGb, cut: claim.floorGb >= claim.wantGb ? 'none' : 'frozen' };
  });
  if (floor > monthly) return { monthly, floor, allocated: floor, left: 0n, frozen: true, next: null, shares: drafts };
  const { left, next } = grant(drafts, monthly - floor);
  return { monthly, floor, allocated: monthly - left, left, frozen: false, next, shares: drafts };
};
