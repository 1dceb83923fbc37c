import { createHash } from 'node:crypto';

/** Draws that depend on nothing but their names: the same names give the same draws in every simulation. */
export interface Draws {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the items. @throws RangeError when there are none */
  one<T>(items: readonly T[]): T;
}

/** A number generator (mulberry32), which is small, quick and good enough to spread cases. */
const generator = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * A stream of draws of its own for each concern, such as `faults` or `growth`, day and thing: what one concern draws
 * never moves the draws of another, so two policies meet the same organization.
 */
export const drawsOf = (seed: number, ...names: readonly (string | number)[]): Draws => {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...names]))
    .digest();
  const fraction = generator(digest.readUInt32LE(0));
  const below = (count: number) => Math.floor(fraction() * count);
  return {
    fraction,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => fraction() < probability,
    one: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to draw from.');
      return item;
    },
  };
};
