import { createCostSum, type Money } from '../model/money.ts';

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

/**
 * What a division reads of claims, one column for each field: repeated passes over a million services are fast only over
 * plain numbers.
 */
export interface Columns {
  /** Whole GB that each service has. */
  readonly gb: readonly number[];
  readonly weights: Uint16Array;
  readonly prices: readonly Money[];
  /** The same prices as numbers, exact only below 2 ** 53. */
  readonly roughPrices: Float64Array;
}

interface Needs extends Columns {
  /** Their indexes in the columns. */
  readonly indexes: Uint32Array;
  /** Whole GB that each service could use. */
  readonly wants: readonly number[];
}

/** The lowest level at which every service has what it wants. */
const topOf = ({ indexes, gb, wants, weights }: Needs): number => {
  let top = 0;
  for (const index of indexes) {
    const wantGb = wants[index] ?? 0;
    if (wantGb > (gb[index] ?? 0)) top = Math.max(top, Math.ceil(wantGb / (weights[index] ?? 1)) * partsPerGb);
  }
  return top;
};

const gbOf = ({ gb, wants, weights }: Needs, index: number, level: number): number =>
  gbAt(level, gb[index] ?? 0, wants[index] ?? 0, weights[index] ?? 0);

/** What it costs to raise the services to a water level. */
const costAt = (needs: Needs, level: number): Money => {
  const { indexes, gb, prices, roughPrices } = needs;
  const cost = createCostSum();
  for (const index of indexes) {
    const added = gbOf(needs, index, level) - (gb[index] ?? 0);
    cost.add(prices[index] ?? 0n, roughPrices[index] ?? 0, added);
  }
  return cost.total();
};

/**
 * The highest level that the money pays for, and what remains of the money. Costs grow nearly evenly between two levels, so
 * interpolating needs a few looks at all services where halving needs forty; every third look halves, whatever the curve.
 */
const levelFor = (needs: Needs, money: Money): { readonly level: number; readonly remaining: Money } => {
  let [low, high] = [0, topOf(needs)];
  let [lowCost, highCost] = [0n, costAt(needs, high)];
  if (highCost <= money) return { level: high, remaining: money - highCost };
  for (let look = 0; high - low > 1; look += 1) {
    const part = look % 3 === 2 ? 0.5 : Number(money - lowCost) / Number(highCost - lowCost);
    const level = low + Math.min(high - low - 1, Math.max(1, Math.floor((high - low) * part)));
    const cost = costAt(needs, level);
    if (cost <= money) [low, lowCost] = [level, cost];
    else [high, highCost] = [level, cost];
  }
  return { level: low, remaining: money - lowCost };
};

interface Filled {
  /** Whole GB of each of the services, in their order. */
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
 * highest water level that fits; the GB of the next level are given in the order of indexes.
 */
export const fill = (needs: Needs, money: Money): Filled => {
  const { level, remaining: unspent } = levelFor(needs, money);
  let remaining = unspent;
  let next: number | null = null;
  const gb = new Array<number>(needs.indexes.length);
  for (const [at, index] of needs.indexes.entries()) {
    const reached = gbOf(needs, index, level);
    const isNext = next === null && gbOf(needs, index, level + 1) > reached;
    const price = needs.prices[index] ?? 0n;
    if (isNext && price > remaining) next = index;
    const hasNext = isNext && price <= remaining;
    if (hasNext) remaining -= price;
    gb[at] = hasNext ? reached + 1 : reached;
  }
  return { gb, remaining, next };
};
