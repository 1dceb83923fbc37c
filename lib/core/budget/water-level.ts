import { createCostSum, type Money } from '../model/money.ts';
import type { Price } from '../model/price.ts';

/** The need of one service of a tier; `Claim` documents the fields. */
export interface Need {
  readonly floorGb: number;
  readonly wantGb: number;
  readonly price: Price;
  readonly weight: number;
}

/** Upper bounds of `wantGb` and `weight`: within them every level is exact. */
export const mostWantGb = 2 ** 23;
export const mostWeight = 1000;

/**
 * A level is GB per unit of weight, in whole parts of a GB. The parts are so small that two GB fall between neighbouring
 * levels only if their heights are equal: different k / w and l / v differ by at least 1 / (1000 * 999).
 * A level times a weight stays below 2 ** 53, so all levels are exact.
 */
const partsPerGb = 2 ** 20;

/** GB of a service at a water level, between its floor and `wantGb`. */
const gbAt = (level: number, floorGb: number, wantGb: number, weight: number): number =>
  Math.max(floorGb, Math.min(wantGb, Math.floor((level * weight) / partsPerGb)));

/** The needs as columns: repeated passes over a million services are fast only over plain numbers. */
interface Columns {
  readonly floors: Float64Array;
  readonly wants: Float64Array;
  readonly weights: Float64Array;
  readonly prices: readonly Price[];
  /** Exact only below 2 ** 53. */
  readonly roughPrices: Float64Array;
  /** Level at which every service reaches `wantGb`. */
  readonly top: number;
}

const columnsOf = <Item>(items: readonly Item[], needOf: (item: Item) => Need): Columns => {
  const column = () => new Float64Array(items.length);
  const [floors, wants, weights, roughPrices] = [column(), column(), column(), column()];
  let top = 0;
  const prices = items.map((item, place) => {
    const { floorGb, wantGb, weight, price } = needOf(item);
    floors[place] = floorGb;
    wants[place] = wantGb;
    weights[place] = weight;
    roughPrices[place] = Number(price);
    if (wantGb > floorGb) top = Math.max(top, Math.ceil(wantGb / weight) * partsPerGb);
    return price;
  });
  return { floors, wants, weights, prices, roughPrices, top };
};

const gbOf = ({ floors, wants, weights }: Columns, place: number, level: number): number =>
  gbAt(level, floors[place] ?? 0, wants[place] ?? 0, weights[place] ?? 0);

/** The money that remains at a water level; null when the level costs more than the money. */
const remainingAt = (columns: Columns, level: number, money: Money): Money | null => {
  const { floors, prices, roughPrices } = columns;
  const cost = createCostSum();
  for (let place = 0; place < prices.length; place += 1) {
    const added = gbOf(columns, place, level) - (floors[place] ?? 0);
    cost.add(prices[place] ?? 0n, roughPrices[place] ?? 0, added);
  }
  const remaining = money - cost.total();
  return remaining < 0n ? null : remaining;
};

/** Approximate cost of a level in floating point, much faster than `remainingAt`. */
const roughCost = (columns: Columns, level: number): number => {
  const { floors, roughPrices } = columns;
  let cost = 0;
  for (let place = 0; place < roughPrices.length; place += 1)
    cost += (gbOf(columns, place, level) - (floors[place] ?? 0)) * (roughPrices[place] ?? 0);
  return cost;
};

/**
 * Level whose approximate cost is the money, from below. Costs grow nearly evenly between two levels, so interpolating
 * needs a few looks at all services where halving needs forty; every third look halves, whatever the curve.
 */
const roughLevel = (columns: Columns, money: number): number => {
  let [low, high] = [0, columns.top];
  let [lowCost, highCost] = [0, roughCost(columns, high)];
  if (highCost <= money) return high;
  for (let look = 0; high - low > 1; look += 1) {
    const part = look % 3 === 2 ? 0.5 : (money - lowCost) / (highCost - lowCost);
    const level = low + Math.min(high - low - 1, Math.max(1, Math.floor((high - low) * part)));
    const cost = roughCost(columns, level);
    if (cost <= money) [low, lowCost] = [level, cost];
    else [high, highCost] = [level, cost];
  }
  return low;
};

/**
 * The largest whole number up to `top` that fits; `fits` is monotonic and 0 fits. Gallops away from the guess with
 * doubling hops, then bisects once it has probes on both sides.
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
  readonly remaining: Money;
  /** Place of the service whose next GB costs more than the remaining money; null when every need is met. */
  readonly next: number | null;
}

/**
 * Weighted max-min fairness in whole GB (design §8). The result equals giving 1 GB at a time to the service with the
 * lowest (allocation + 1) / weight, equal values by place, until the first GB that costs more than the remaining money.
 *
 * That order of GB does not depend on the money, and the cost of its prefixes only grows. A search can therefore find the
 * highest water level that fits; the GB of the next level are given in the order of places. The search starts where
 * floating point predicts the end of the money, which is nearly always right; exact money decides.
 */
export const fill = <Item>(items: readonly Item[], needOf: (item: Item) => Need, money: Money): Filled => {
  const columns = columnsOf(items, needOf);
  const { top, prices } = columns;
  const guess = roughLevel(columns, Number(money));
  let remaining = money;
  const level = lastFitting(top, guess, 1, (probe) => {
    const rest = remainingAt(columns, probe, money);
    if (rest !== null) remaining = rest;
    return rest !== null;
  });
  let next: number | null = null;
  const gb = prices.map((price, place) => {
    const reached = gbOf(columns, place, level);
    if (next !== null || gbOf(columns, place, level + 1) === reached) return reached;
    if (price > remaining) {
      next = place;
      return reached;
    }
    remaining -= price;
    return reached + 1;
  });
  return { gb, remaining, next };
};
