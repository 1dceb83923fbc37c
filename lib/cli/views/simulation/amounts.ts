import { formatCentsSigned, parseMoney } from '../../../core/model/money.ts';
import type { Amount, PolicyResult } from '../../../core/twin/comparison.ts';
import { isMoney, type MeasureName } from '../../../core/twin/measures.ts';
import type { Range } from '../../../core/twin/ranges.ts';

/** Cell of what cannot be measured. */
export const none = '–';

const grouped = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Money with two decimals, from an exact decimal that may be negative. */
const moneyText = (amount: string): string => {
  const size = parseMoney(amount.replace('-', '')) ?? 0n;
  const [whole = '0', cents = '00'] = formatCentsSigned(amount.startsWith('-') ? -size : size).split('.');
  return `${grouped(whole)}.${cents}`;
};

const numberText = (value: number): string => {
  const [whole = '0', rest] = String(value).split('.');
  return `${grouped(whole)}${rest === undefined ? '' : `.${rest}`}`;
};

export const amountText = (value: Amount): string => {
  if (value === null) return none;
  return typeof value === 'number' ? numberText(value) : moneyText(value);
};

/** The middle of a range, and its ends where they differ: `12 (8–20)`. */
export const rangeText = ({ p10, p50, p90 }: Range<Amount>): string => {
  const [low, middle, high] = [amountText(p10), amountText(p50), amountText(p90)];
  return low === high ? middle : `${middle} (${low}–${high})`;
};

/** The name of a policy for people. */
export const nameOf = ({ name }: Pick<PolicyResult, 'name'>): string => name ?? 'no policy';

/** Labels of the measures in tables. */
export const labels: Readonly<Record<MeasureName, string>> = {
  'production-full-hours': 'hours full, production',
  'full-hours': 'hours full, all services',
  'production-services-full': 'services ever full, production',
  'services-full': 'services ever full, all',
  cost: 'cost of the whole time',
  provisioned: 'provisioned a month, highest',
  'worst-case': 'all maximums a month, highest',
  unspent: 'left unspent by budgets a month, least',
  'avoided-hour-price': 'price of an avoided hour',
  gb: 'GB provisioned at the end',
  'maximum-gb': 'GB if all disks grew to their maximums',
  approvals: 'approvals',
  'days-waited': 'days waited for approvals',
  'services-waiting': 'services waiting at the end',
  notices: 'notices to owners',
  calls: 'platform calls',
  writes: 'platform writes',
};

/** A condition's value with its unit. */
export const measureText = (name: MeasureName, value: Amount): string =>
  isMoney(name) && value !== null ? moneyText(String(value)) : amountText(value);
