import type { Money } from './money.ts';
import type { Price } from './price.ts';

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

/** What is left of the money when the water stands at the level; null when the money does not reach that far. */
const leftAt = (needs: readonly Need[], level: number, money: Money): Money | null => {
  let left = money;
  for (const { floorGb, wantGb, weight, price } of needs) {
    const added = gbAt(level, floorGb, wantGb, weight) - floorGb;
    if (added === 0) continue;
    left -= price * BigInt(added);
    if (left < 0n) return null;
  }
  return left;
};

/** About what `leftAt` takes away, twenty times as fast. Only good for a guess. */
const roughCost = (needs: readonly Need[]): ((level: number) => number) => {
  const floors = Float64Array.from(needs, ({ floorGb }) => floorGb);
  const wants = Float64Array.from(needs, ({ wantGb }) => wantGb);
  const weights = Float64Array.from(needs, ({ weight }) => weight);
  const prices = Float64Array.from(needs, ({ price }) => Number(price));
  return (level) => {
    let cost = 0;
    for (let index = 0; index < floors.length; index += 1) {
      const floorGb = floors[index] ?? 0;
      const gb = gbAt(level, floorGb, wants[index] ?? 0, weights[index] ?? 0);
      cost += (gb - floorGb) * (prices[index] ?? 0);
    }
    return cost;
  };
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

/** Level from which on every service has what it wants. */
const topOf = (needs: readonly Need[]): number => {
  let top = 0;
  for (const { floorGb, wantGb, weight } of needs)
    if (wantGb > floorGb) top = Math.max(top, Math.ceil(wantGb / weight));
  return top * partsPerGb;
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
  const top = topOf(needs);
  const rough = roughCost(needs);
  const guess = lastFitting(top, top, top, (level) => rough(level) <= Number(money));
  let left = money;
  const level = lastFitting(top, guess, 1, (probe) => {
    const rest = leftAt(needs, probe, money);
    if (rest !== null) left = rest;
    return rest !== null;
  });
  let next: number | null = null;
  const gb = needs.map(({ floorGb, wantGb, weight, price }, place) => {
    const reached = gbAt(level, floorGb, wantGb, weight);
    if (next !== null || gbAt(level + 1, floorGb, wantGb, weight) === reached) return reached;
    if (price > left) {
      next = place;
      return reached;
    }
    left -= price;
    return reached + 1;
  });
  return { gb, left, next };
};
