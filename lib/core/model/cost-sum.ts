import type { Money } from './money.ts';

/** Prices are split at this bit, so that both products with whole GB are exact in floating point. */
const split = 2 ** 27;
const mostPrice = 2 ** 53;
const mostGb = 2 ** 23;
/** A part of the sum stays exact until the next product, which is at most 2 ** 50, is added. */
const mostPart = 2 ** 52;

/**
 * The exact cost of many services. It adds in floating point while every step is exact, because big integers for each of a
 * million products take most of the time and memory.
 */
export const createCostSum = () => {
  let whole: Money = 0n;
  // Numbers of an array stay where they are; a variable that a function shares would become a new object each time.
  const parts = new Float64Array(2);
  const carry = () => {
    const [high = 0, low = 0] = parts;
    whole += BigInt(high) * BigInt(split) + BigInt(low);
    parts.fill(0);
  };
  return {
    /**
     * Adds the cost of whole GB.
     * @param price per GB
     * @param rounded the same price as a number
     */
    add: (price: Money, rounded: number, gb: number): void => {
      if (rounded >= mostPrice || gb > mostGb) {
        whole += price * BigInt(gb);
        return;
      }
      const upper = Math.floor(rounded / split);
      const high = (parts[0] ?? 0) + upper * gb;
      const low = (parts[1] ?? 0) + (rounded - upper * split) * gb;
      parts[0] = high;
      parts[1] = low;
      if (low > mostPart || high > mostPart) carry();
    },
    total: (): Money => {
      carry();
      return whole;
    },
  };
};
