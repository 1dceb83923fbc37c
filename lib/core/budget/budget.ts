import { byText, type Place, placesBy } from '../model/grouping.ts';
import { createCostSum, type Money } from '../model/money.ts';
import type { Price } from '../model/price.ts';
import { type Columns, fill, mostWantGb, mostWeight } from './water-level.ts';

/** The claim of one service on its budget; a service has one claim. */
export interface Claim extends Place {
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
type Cut = 'none' | 'frozen' | 'guarantee' | 'tier' | 'level';

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
  if (a.service === b.service) throw new RangeError(`${a.project}/${a.service} has two claims; pass each service once`);
  return byText(a.service, b.service);
};

/** GB of a claim before any tier is filled, if the money is enough for all guarantees. */
export const guaranteedGb = ({ floorGb, wantGb, atLeastGb }: Claim): number =>
  Math.max(floorGb, Math.min(wantGb, atLeastGb));

/**
 * The shares, by project, then service, by code unit, and what a division reads of their claims as columns. The claims of
 * a large organization lie all over the memory, so each is read while its project is sorted, and then no more.
 */
interface Ledger extends Columns {
  readonly shares: readonly Draft[];
  readonly gb: number[];
  readonly wants: readonly number[];
  readonly guarantees: readonly number[];
  readonly priorities: readonly number[];
  /** Cost of all floors. */
  readonly floor: Money;
}

const ledgerOf = (claims: readonly Claim[]): Ledger => {
  // Of a known length, because a growing array is copied again and again.
  const column = () => new Array<number>(claims.length);
  const [gb, wants, guarantees, priorities] = [column(), column(), column(), column()];
  const weights = new Uint16Array(claims.length);
  const roughPrices = new Float64Array(claims.length);
  const shares = new Array<Draft>(claims.length);
  const prices = new Array<Price>(claims.length);
  const floors = createCostSum();
  const projects = placesBy(claims.length, (place) => claims[place]?.project ?? '');
  const claimsAt = (places: Uint32Array): Claim[] => {
    const found: Claim[] = [];
    for (const place of places) {
      const claim = claims[place];
      if (claim !== undefined) found.push(claim);
    }
    return found;
  };
  let place = 0;
  // Sorting each project separately saves most comparisons.
  for (const [, places] of [...projects].sort(([a], [b]) => byText(a, b))) {
    for (const claim of claimsAt(places).sort(byService)) {
      check(claim);
      const { floorGb, wantGb, price } = claim;
      const roughPrice = Number(price);
      gb[place] = floorGb;
      wants[place] = wantGb;
      guarantees[place] = guaranteedGb(claim);
      weights[place] = claim.weight;
      priorities[place] = claim.priority;
      roughPrices[place] = roughPrice;
      prices[place] = price;
      shares[place] = { claim, gb: floorGb, cut: floorGb >= wantGb ? 'none' : 'frozen' };
      floors.add(price, roughPrice, floorGb);
      place += 1;
    }
  }
  return { shares, gb, wants, guarantees, weights, priorities, prices, roughPrices, floor: floors.total() };
};

/** Fills these places from their current GB up to a limit, and stores the result in the ledger. */
const fillUp = (ledger: Ledger, places: Uint32Array, wants: readonly number[], money: Money) => {
  const filled = fill({ ...ledger, places, wants }, money);
  places.forEach((place, at) => {
    ledger.gb[place] = filled.gb[at] ?? 0;
  });
  const next = filled.next === null ? null : (ledger.shares[filled.next]?.claim ?? null);
  return { unused: filled.remaining, next };
};

/** Guarantees of all tiers come first, out of the money that the floors do not use. */
const grantGuaranteed = (ledger: Ledger, money: Money): Pick<Allocation, 'unused' | 'next'> => {
  const { gb, guarantees } = ledger;
  const isOpen = (place: number) => (gb[place] ?? 0) < (guarantees[place] ?? 0);
  const open = placesBy(gb.length, isOpen).get(true);
  return open === undefined ? { unused: money, next: null } : fillUp(ledger, open, guarantees, money);
};

/** Writes what services have into their shares, and why they have less than they want. */
const settle = ({ shares, gb, wants }: Ledger, places: Uint32Array, why: Cut): void => {
  for (const place of places) {
    const share = shares[place];
    if (share === undefined) continue;
    share.gb = gb[place] ?? 0;
    share.cut = share.gb < (wants[place] ?? 0) ? why : 'none';
  }
};

/**
 * Fills one tier after the other from the money that the guarantees do not use, until the first GB that does not fit, and
 * says it in the shares.
 */
const grant = (ledger: Ledger, money: Money): Pick<Allocation, 'unused' | 'next'> => {
  const { shares, wants, priorities } = ledger;
  let { unused, next } = grantGuaranteed(ledger, money);
  const unfilled: Cut = next === null ? 'tier' : 'guarantee';
  const tiers = placesBy(shares.length, (place) => priorities[place] ?? 0);
  for (const [, places] of [...tiers].sort(([a], [b]) => a - b)) {
    const why = next === null ? 'level' : unfilled;
    if (next === null) ({ unused, next } = fillUp(ledger, places, wants, unused));
    settle(ledger, places, why);
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
  const ledger = ledgerOf(claims);
  const { floor, shares } = ledger;
  if (floor > monthly) return { monthly, floor, allocated: floor, unused: 0n, frozen: true, next: null, shares };
  const { unused, next } = grant(ledger, monthly - floor);
  return { monthly, floor, allocated: monthly - unused, unused, frozen: false, next, shares };
};
