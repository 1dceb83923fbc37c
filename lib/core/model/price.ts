import { type Money, parseMoney, unit } from './money.ts';

/** Stands for an hourly price of the platform that cannot be read: it is no decimal, so nothing has this price. */
export const unreadablePrice = 'NaN';

/** Billing hours of a month: 365 days of 24 hours in 12 months (pf 2.8). */
const hoursPerMonth = 730n;

/**
 * Converts an hourly price of the platform to a monthly one, exactly.
 * @param hourly decimal string with up to 12 decimals, such as `0.000137`
 * @returns null for any other text, such as one with an exponent
 */
export const monthlyPrice = (hourly: string): Money | null => {
  const price = parseMoney(hourly);
  return price === null ? null : price * hoursPerMonth;
};

/**
 * A price times a factor, for another currency or a surcharge. It is rounded up at the 12th decimal, so that rounding
 * never causes a budget to be exceeded.
 * @param factor decimal string with up to 12 decimals
 * @returns null for any other text
 */
export const scaled = (price: Money, factor: string): Money | null => {
  const times = parseMoney(factor);
  return times === null ? null : (price * times + unit - 1n) / unit;
};
