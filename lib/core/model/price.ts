import { type Money, parseMoney, unit } from './money.ts';

/** What one GB of additional storage costs in a whole month. */
export type Price = Money;

/** Hours of a month as the platform counts them in prices: 365 days of 24 in 12 months (platform-facts §2.8). */
const hoursPerMonth = 730n;

/**
 * The price by the month of what the platform prices by the hour, exact to the last decimal.
 * @param hourly decimal string with up to 12 decimals, such as `0.000137`
 * @returns null when the text has any other form; an exponent is one
 */
export const monthlyPrice = (hourly: string): Price | null => {
  const price = parseMoney(hourly);
  return price === null ? null : price * hoursPerMonth;
};

/**
 * A price in another currency, or with what it leaves out added. What lies beyond the 12th decimal is rounded up, so that
 * nobody is ever over budget by it.
 * @param factor decimal string with up to 12 decimals
 * @returns null when the text has any other form
 */
export const scaled = (price: Price, factor: string): Price | null => {
  const times = parseMoney(factor);
  return times === null ? null : (price * times + unit - 1n) / unit;
};
