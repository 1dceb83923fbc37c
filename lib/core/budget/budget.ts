import { groupBy } from '../model/grouping.ts';
import { createCostSum, type Money } from '../model/money.ts';
import type { Price } from '../model/price.ts';
import { type Filled, fill, mostWantGb, mostWeight } from './water-level.ts';

/** The claim of one service on its budget; a service has one claim. */
export interface Claim {
  readonly project: string;
  readonly service: string;
  /** Whole GB that cannot be taken away: the provisioned size, or a maximum that cannot be lowered further. */
  readonly floorGb: number;
  /** Whole GB the service could use; a value below the floor counts as the floor. At most 2 ** 23 above the floor. */
  readonly wantGb: number;
  /** Whole GB guaranteed before any tier is filled, at most `wantGb`; 0: none. */
  readonly atLeastGb: number;
  /** Per GB and month. */
  readonly price: Price;
  /** Tier, 1 first. */
  readonly priority: number;
  /** Weight within its tier, a whole number from 1 to 1000. */
  readonly weight: number;
}

/**
 * Why a service gets less than it wants. `none`: it gets all of it. `frozen`: the floors cost more than the budget.
 * `guarantee`: the guaranteed GB used up the budget. `tier`: an earlier tier used it up. `level`: its own tier did.
 */
export type Cut = 'none' | 'frozen' | 'guarantee' | 'tier' | 'level';

/** The part of a budget that one service gets. */
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
  /** Part of `monthly` that no service gets; 0 when frozen. */
  readonly unused: Money;
  /** Whether the floors alone cost more than `monthly`; every share is then its floor. */
  readonly frozen: boolean;
  /** The claim whose next GB costs more than the unused money; null when every claim is met, or when frozen. */
  readonly next: Claim | null;
  /** By project, then service. */
  readonly shares: readonly Share[];
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

/** @throws RangeError for a claim that no policy and no snapshot can produce, because arithmetic on it might overspend */
const check = ({ project, service, floorGb, wantGb, atLeastGb, price, priority, weight }: Claim): void => {
  const isRight =
    isWhole(floorGb, 0, Number.MAX_SAFE_INTEGER) &&
    // The floor is not granted, so the exactness bound does not apply to it.
    isWhole(wantGb, 0, Math.max(floorGb, mostWantGb)) &&
    isWhole(atLeastGb, 0, Number.MAX_SAFE_INTEGER) &&
    isWhole(priority, 1, Number.MAX_SAFE_INTEGER) &&
    isWhole(weight, 1, mostWeight) &&
    price >= 0n;
  if (isRight) return;
  const values = `floor ${floorGb} GB, want ${wantGb} GB, at least ${atLeastGb} GB, price ${price}, priority ${priority}, weight ${weight}`;
  throw new RangeError(`the claim of ${project}/${service} is out of range: ${values}`);
};

type Draft = { -readonly [Key in keyof Share]: Share[Key] };

const byService = (a: Claim, b: Claim): number => {
  if (a.service < b.service) return -1;
  if (a.service > b.service) return 1;
  throw new RangeError(`${a.project}/${a.service} has two claims; pass each service once`);
};

const draftOf = (claim: Claim): Draft => {
  check(claim);
  return { claim, gb: claim.floorGb, cut: claim.floorGb >= claim.wantGb ? 'none' : 'frozen' };
};

/** Drafts by project, then service, by code unit. Sorting each project separately saves most comparisons. */
const inOrder = (claims: readonly Claim[]): Draft[] => {
  const projects = groupBy(claims, ({ project }) => project);
  const drafts: Draft[] = [];
  for (const name of [...projects.keys()].sort()) {
    for (const claim of (projects.get(name) ?? []).sort(byService)) drafts.push(draftOf(claim));
    // The largest organizations need the memory.
    projects.delete(name);
  }
  return drafts;
};

/** GB of a claim before any tier is filled, if the money is enough for all guarantees. */
export const guaranteedGb = ({ floorGb, wantGb, atLeastGb }: Claim): number =>
  Math.max(floorGb, Math.min(wantGb, atLeastGb));

const claimOfNext = (drafts: readonly Draft[], { next }: Filled): Claim | null =>
  next === null ? null : (drafts[next]?.claim ?? null);

/** Fills these drafts from their current GB up to a limit, and stores the result in them. */
const fillUp = (drafts: readonly Draft[], upTo: (claim: Claim) => number, money: Money): Filled => {
  const needOf = ({ claim, gb }: Draft) => ({
    floorGb: gb,
    wantGb: upTo(claim),
    price: claim.price,
    weight: claim.weight,
  });
  const filled = fill(drafts, needOf, money);
  drafts.forEach((draft, place) => {
    draft.gb = filled.gb[place] ?? draft.gb;
  });
  return filled;
};

/** The cause if a draft gets less than it wants. */
const cutOf = ({ claim, gb }: Draft, why: Cut): Cut => (gb < claim.wantGb ? why : 'none');

/** Guarantees of all tiers come first, out of the money that the floors do not use. */
const grantGuaranteed = (drafts: readonly Draft[], money: Money): Pick<Allocation, 'unused' | 'next'> => {
  const open = drafts.filter(({ claim, gb }) => gb < guaranteedGb(claim));
  if (open.length === 0) return { unused: money, next: null };
  const filled = fillUp(open, guaranteedGb, money);
  return { unused: filled.remaining, next: claimOfNext(open, filled) };
};

/** Fills one tier after the other from the money that the guarantees do not use, until the first GB that does not fit. */
const grant = (drafts: readonly Draft[], money: Money): Pick<Allocation, 'unused' | 'next'> => {
  const guaranteed = grantGuaranteed(drafts, money);
  const unfilled: Cut = guaranteed.next === null ? 'tier' : 'guarantee';
  let { unused, next } = guaranteed;
  const tiers = [...groupBy(drafts, ({ claim }) => claim.priority)].sort(([a], [b]) => a - b);
  for (const [, tier] of tiers) {
    const filled: Filled | null = next === null ? fillUp(tier, ({ wantGb }) => wantGb, unused) : null;
    for (const draft of tier) draft.cut = cutOf(draft, filled === null ? unfilled : 'level');
    if (filled === null) continue;
    unused = filled.remaining;
    next = claimOfNext(tier, filled);
  }
  return { unused, next };
};

/**
 * Divides a budget among its services (design §8). Every service starts at its floor. Single GB then go to the service
 * with the lowest (GB + 1) / weight that is still below its target; equal values go by project, then service. The first
 * target is the guarantee, in all tiers at once; the second is `wantGb`, tier by tier. The division ends at the first GB
 * that costs more than the unused money. Floors that cost more than the budget freeze it: every service stays at its
 * floor. The order of the claims does not matter.
 * @param monthly the money available for a whole month
 * @throws RangeError for claims that are out of range, or two of one service
 */
export const allocate = (monthly: Money, claims: readonly Claim[]): Allocation => {
  const drafts = inOrder(claims);
  const floors = createCostSum();
  for (const { claim, gb } of drafts) floors.add(claim.price, Number(claim.price), gb);
  const floor = floors.total();
  if (floor > monthly)
    return { monthly, floor, allocated: floor, unused: 0n, frozen: true, next: null, shares: drafts };
  const { unused, next } = grant(drafts, monthly - floor);
  return { monthly, floor, allocated: monthly - unused, unused, frozen: false, next, shares: drafts };
};
