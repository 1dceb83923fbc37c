import { byText, indexesBy, type ServiceName } from '../model/grouping.ts';
import { costOfGb, createCostSum, type Money } from '../model/money.ts';
import { type Columns, fill, mostWantGb, mostWeight } from './water-level.ts';

/** The claim of one service on its budget; a service has one claim. */
export interface Claim extends ServiceName {
  /** Whole GB that cannot be taken away: the provisioned size, or a maximum that cannot be lowered further. */
  readonly floorGb: number;
  /** Whole GB the service could use; a value below the floor counts as the floor. At most 2 ** 23 above the floor. */
  readonly wantGb: number;
  /** Per GB and month. */
  readonly price: Money;
  /** Tier, 1 first. */
  readonly priority: number;
  /** Weight within its tier, a whole number from 1 to 1000. */
  readonly weight: number;
}

/** The part of a budget that one service gets. */
export interface Share {
  readonly claim: Claim;
  /** Whole GB, never below the floor. */
  readonly gb: number;
}

/** How a budget is divided. Amounts are for a whole month. */
export interface SharedMoney {
  readonly monthly: Money;
  /** Cost of all floors. */
  readonly floor: Money;
  /** Cost of all shares; above `monthly` only when frozen. */
  readonly allocated: Money;
  /** Whether the floors alone cost more than `monthly`; every share is then its floor. */
  readonly frozen: boolean;
  /** By project, then service. */
  readonly shares: readonly Share[];
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

/** @throws RangeError for a claim that no policy and no snapshot can produce, because arithmetic on it might overspend */
const check = ({ project, service, floorGb, wantGb, price, priority, weight }: Claim): void => {
  const isRight =
    isWhole(floorGb, 0, Number.MAX_SAFE_INTEGER) &&
    // The floor is not granted, so the exactness bound does not apply to it.
    isWhole(wantGb, 0, Math.max(floorGb, mostWantGb)) &&
    isWhole(priority, 1, Number.MAX_SAFE_INTEGER) &&
    isWhole(weight, 1, mostWeight) &&
    price >= 0n;
  if (isRight) return;
  const values = `floor ${floorGb} GB, want ${wantGb} GB, price ${price}, priority ${priority}, weight ${weight}`;
  throw new RangeError(`the claim of ${project}/${service} is out of range: ${values}`);
};

type Draft = { -readonly [Key in keyof Share]: Share[Key] };

const byService = (a: Claim, b: Claim): number => {
  if (a.service === b.service) throw new RangeError(`${a.project}/${a.service} has two claims; pass each service once`);
  return byText(a.service, b.service);
};

/**
 * The shares, by project, then service, by code unit, and what a division reads of their claims as columns. The claims of
 * a large organization lie all over the memory, so each is read while its project is sorted, and then no more.
 */
interface Ledger extends Columns {
  readonly shares: readonly Draft[];
  readonly gb: number[];
  readonly wants: readonly number[];
  readonly priorities: readonly number[];
  /** Cost of all floors. */
  readonly floor: Money;
}

const ledgerOf = (claims: readonly Claim[]): Ledger => {
  // Of a known length, because a growing array is copied again and again.
  const column = () => new Array<number>(claims.length);
  const [gb, wants, priorities] = [column(), column(), column()];
  const weights = new Uint16Array(claims.length);
  const roughPrices = new Float64Array(claims.length);
  const shares = new Array<Draft>(claims.length);
  const prices = new Array<Money>(claims.length);
  const floors = createCostSum();
  const projects = indexesBy(claims.length, (index) => claims[index]?.project ?? '');
  const claimsAt = (indexes: Uint32Array): Claim[] => {
    const found: Claim[] = [];
    for (const index of indexes) {
      const claim = claims[index];
      if (claim !== undefined) found.push(claim);
    }
    return found;
  };
  let index = 0;
  // Sorting each project separately saves most comparisons.
  for (const [, indexes] of [...projects].sort(([a], [b]) => byText(a, b))) {
    for (const claim of claimsAt(indexes).sort(byService)) {
      check(claim);
      const { floorGb, wantGb, price } = claim;
      const roughPrice = Number(price);
      gb[index] = floorGb;
      wants[index] = wantGb;
      weights[index] = claim.weight;
      priorities[index] = claim.priority;
      roughPrices[index] = roughPrice;
      prices[index] = price;
      shares[index] = { claim, gb: floorGb };
      floors.add(price, roughPrice, floorGb);
      index += 1;
    }
  }
  return { shares, gb, wants, weights, priorities, prices, roughPrices, floor: floors.total() };
};

/**
 * Fills one tier after the other, until the first GB that does not fit, and says it in the shares.
 * @returns the money that is left
 */
const grant = (ledger: Ledger, money: Money): Money => {
  const { shares, gb, priorities } = ledger;
  let left = money;
  const tiers = indexesBy(shares.length, (index) => priorities[index] ?? 0);
  for (const [, indexes] of [...tiers].sort(([a], [b]) => a - b)) {
    const filled = fill({ ...ledger, indexes }, left);
    left = filled.remaining;
    for (const [at, index] of indexes.entries()) {
      gb[index] = filled.gb[at] ?? 0;
      const share = shares[index];
      if (share !== undefined) share.gb = gb[index];
    }
    if (filled.next !== null) break;
  }
  return left;
};

/**
 * Divides a budget among its services (design §8). Every service starts at its floor. Single GB then go to the service
 * with the lowest (GB + 1) / weight that is still below what it wants, tier by tier; equal values go by project, then service.
 * The division ends at the first GB that costs more than the money that is left. Floors that cost more than the budget freeze it: every service stays at its
 * floor. The order of the claims does not matter.
 * @param monthly the money available for a whole month
 * @throws RangeError for claims that are out of range, or two of one service
 */
export const allocate = (monthly: Money, claims: readonly Claim[]): SharedMoney => {
  const ledger = ledgerOf(claims);
  const { floor, shares } = ledger;
  if (floor > monthly) return { monthly, floor, allocated: floor, frozen: true, shares };
  return { monthly, floor, allocated: monthly - grant(ledger, monthly - floor), frozen: false, shares };
};

interface Candidate {
  readonly claim: Claim;
  readonly shareGb: number;
  /** The current maximum if it differs from the share by less than the dead band, otherwise the share. */
  readonly bandedGb: number;
}

const costOf = (candidates: readonly Candidate[], gbOf: (candidate: Candidate) => number): bigint =>
  candidates.reduce((sum, candidate) => sum + costOfGb(candidate.claim.price, gbOf(candidate)), 0n);

/**
 * Skips changes of less than a dead band, so that small fluctuations cause no writes (design §8). Raises below the band
 * are always skipped. Lowers below it are skipped while all maximums together stay within the budget; otherwise all of
 * them are applied.
 * @param currentGb the current maximum of a service; null when it has none, and then gets its share
 * @returns the maximum of every claim, in whole GB
 */
export const applyDeadBand = (
  { shares, monthly }: SharedMoney,
  currentGb: (claim: Claim) => number | null,
  deadBandGb: number,
): Map<Claim, number> => {
  const candidates = shares.map(({ claim, gb }): Candidate => {
    const current = currentGb(claim);
    const isSmall = current !== null && Math.abs(current - gb) < deadBandGb && current >= claim.floorGb;
    return { claim, shareGb: gb, bandedGb: isSmall ? current : gb };
  });
  const fits = costOf(candidates, ({ bandedGb }) => bandedGb) <= monthly;
  return new Map(
    candidates.map(({ claim, shareGb, bandedGb }) => [claim, fits ? bandedGb : Math.min(shareGb, bandedGb)]),
  );
};
