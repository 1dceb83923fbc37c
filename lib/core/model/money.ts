/**
 * An amount of money in units of 10⁻¹², never negative. Sums and products are exact: the platform's hourly prices have
 * up to 12 decimals.
 */
export type Money = bigint;

const decimals = 12;
/** One whole unit of the currency. */
export const unit: Money = 10n ** BigInt(decimals);
const form = /^(\d{1,12})(?:\.(\d{1,12}))?$/;

/**
 * Reads a decimal string such as `0.15`: up to 12 digits before the point and up to 12 after it.
 * @returns null for any other text
 */
export const parseMoney = (text: string): Money | null => {
  const parts = form.exec(text);
  if (parts === null) return null;
  return BigInt(parts[1] ?? '0') * unit + BigInt((parts[2] ?? '').padEnd(decimals, '0'));
};

/** The exact amount as a decimal string with at least two decimals; `parseMoney` restores it. */
export const formatExact = (amount: Money): string => {
  const fraction = (amount % unit)
    .toString()
    .padStart(decimals, '0')
    .replace(/0{1,10}$/, '');
  return `${amount / unit}.${fraction}`;
};

/** Display text with two decimals, half a cent rounded up. Sums need the exact amounts. */
export const formatCents = (amount: Money): string => {
  const unitsPerCent = unit / 100n;
  const cents = (amount + unitsPerCent / 2n) / unitsPerCent;
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`;
};

/** Display text rounded up to whole cents, for amounts that must not be understated. */
export const formatCentsUp = (amount: Money): string => {
  const unitsPerCent = unit / 100n;
  return formatCents(((amount + unitsPerCent - 1n) / unitsPerCent) * unitsPerCent);
};

/** Display text of a difference; the sign appears only if the rounded cents are below zero. */
export const formatCentsSigned = (difference: bigint): string => {
  const size = formatCents(difference < 0n ? -difference : difference);
  return difference < 0n && size !== '0.00' ? `-${size}` : size;
};

/** Monthly cost of `gb` whole GB at a price per GB and month. */
export const costOfGb = (pricePerGb: Money, gb: number): Money => pricePerGb * BigInt(gb);

/** An amount of a document with two decimals, for people; CSV and JSON have exact amounts. */
export const cents = (amount: string): string => {
  const money = parseMoney(amount);
  return money === null ? amount : formatCents(money);
};

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
