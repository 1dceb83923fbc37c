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
