import type { Money } from '../model/money.ts';
import type { Price } from '../model/price.ts';

/** What one service of a tier asks for; what its fields mean is said at `Claim`. */
export interface Need {
  readonly floorGb: number;
  readonly wantGb: number;
  readonly price: Price;
  readonly weight: number;
}

/** Most GB that may be wanted, and largest weight: up to here every level below is exact. */
export const mostWantGb = 2 ** 23;
export const mostWeight = 1000;

/**
 * A level is GB for each unit of weight, in whole parts of a GB so small that no two GB of any services come between two
 * neighbouring levels unless they come at the very same height: k / w and l / v differ by at least 1 / (1000 * 999).
 * A level times a weight stays below 2 ** 53, so all levels are exact.
 */
const partsPerGb = 2 ** 20;

/** What a service has when the water stands at the level: never less than its floor, never more than it wants. */
const gbAt = (level: number, floorGb: number, wantGb: number, weight: number): number =>
  Math.max(floorGb, Math.min(wantGb, Math.floor((level * weight) / partsPerGb)));

/** The needs field by field: walking through a million services again and again is quick only over plain numbers. */
interface Columns {
  readonly floors: Float64Array;
  readonly wants: Float64Array;
  readonly weights: Float64Array;
  readonly prices: readonly Price[];
  /** Not exact; only good for a guess. */
  readonly roughPrices: Float64Array;
  /** Level from which on every service has what it wants. */
  readonly top: number;
}

const columnsOf = (needs: readonly Need[]): Columns => {
  const column = () => new Float64Array(needs.length);
  const [floors, wants, weights, roughPrices] = [column(), column(), column(), column()];
  let top = 0;
  needs.forEach(({ floorGb, wantGb, weight, price }, place) => {
    floors[place] = floorGb;
    wants[place] = wantGb;
    weights[place] = weight;
    roughPrices[place] = Number(price);
    if (wantGb > floorGb) top = Math.max(top, Math.ceil(wantGb / weight) * partsPerGb);
  });
  return { floors, wants, weights, prices: needs.map(({ price }) => price), roughPrices, top };
};

const gbOf = ({ floors, wants, weights }: Columns, place: number, level: number): number =>
  gbAt(level, floors[place] ?? 0, wants[place] ?? 0, weights[place] ?? 0);

/** What is left of the money when the water stands at the level; null when the money does not reach that far. */
const leftAt = (columns: Columns, level: number, money: Money): Money | null => {
  const { floors, prices } = columns;
  let left = money;
  for (let place = 0; place < prices.length; place += 1) {
    const added = gbOf(columns, place, level) - (floors[place] ?? 0);
    if (added === 0) continue;
    left -= (prices[place] ?? 0n) * BigInt(added);
    if (left < 0n) return null;
  }
  return left;
};

/** About what the money goes down by in `leftAt`, in much less time. */
const roughCost = (columns: Columns, level: number): number => {
  const { floors, roughPrices } = columns;
  let cost = 0;
  for (let place = 0; place < roughPrices.length; place += 1)
    cost += (gbOf(columns, place, level) - (floors[place] ?? 0)) * (roughPrices[place] ?? 0);
  return cost;
};

/**
 * The last whole number up to `top` that fits, where all below one that fits do too, as 0 does. Looks near the guess
 * first: hops away from it twice as far each time, and halves once it has been on both sides.
 */
const lastFitting = (top: number, guess: number, firstHop: number, fits: (level: number) => boolean): number => {
  let [low, high, hop] = [0, top + 1, firstHop];
  let probe = Math.max(1, guess);
  while (high - low > 1) {
    const isLow = fits(probe);
    if (isLow) low = probe;
    else high = probe;
    const next = Math.min(hop, Math.floor((high - low) / 2));
    probe = isLow ? low + next : high - next;
    hop *= 2;
  }
  return low;
};

export interface Filled {
  /** Whole GB of each service, in the order of the needs. */
  readonly gb: readonly number[];
  readonly left: Money;
  /** Place of the service whose next GB is more than what is left; null when all have what they want. */
  readonly next: number | null;
}

/**
 * Weighted max-min fairness in whole GB (design §8): exactly what comes of giving 1 GB again and again to the service
 * with the lowest (allocation + 1) / weight, ties by place, until the first that is more than what is left.
 *
 * That order of all GB does not depend on the money, and what a beginning of it costs only grows. So the water level up
 * to which everything fits can be searched for, and what comes at the next level is given in the order of places. The
 * search is begun where floating point says that the money ends, which is right nearly always; exact money decides.
 */
export const fill = (needs: readonly Need[], money: Money): Filled => {
  const columns = columnsOf(needs);
  const { top, prices } = columns;
  const guess = lastFitting(top, top, top, (level) => roughCost(columns, level) <= Number(money));
  let left = money;
  const level = lastFitting(top, guess, 1, (probe) => {
    const rest = leftAt(columns, probe, money);
    if (rest !== null) left = rest;
    return rest !== null;
  });
  let next: number | null = null;
  const gb = prices.map((price, place) => {
    const reached = gbOf(columns, place, level);
    if (next !== null || gbOf(columns, place, level + 1) === reached) return reached;
    if (price > left) {
      next = place;
      return reached;
    }
    left -= price;
    return reached + 1;
  });
  return { gb, left, next };
};
