import type { Money } from '../model/money.ts';
import type { Life } from './life.ts';

/** What a life is judged by, each with its sentence for people. Money is a monthly rate unless it says otherwise. */
export const measures = {
  'production-full-hours': 'hours that production services ran with a full disk',
  'full-hours': 'hours that services ran with a full disk',
  'production-services-full': 'production services whose disk was ever full',
  'services-full': 'services whose disk was ever full',
  cost: 'cost of provisioned additional storage in all days together',
  provisioned: 'highest monthly cost of provisioned additional storage',
  'worst-case': 'highest monthly cost if all disks grew to their maximums',
  unspent: 'least that budgets left unspent in a month',
  'avoided-hour-price': 'extra cost for each hour with a full disk that the policy avoids',
  gb: 'provisioned additional GB at the end',
  'maximum-gb': 'additional GB at the end if all disks grew to their maximums',
  approvals: 'approvals that people gave',
  'days-waited': 'days on which a plan waited for an approval',
  'services-waiting': 'services whose change waits for an approval at the end',
  notices: 'messages to owners',
  calls: 'platform calls',
  writes: 'platform writes',
} as const;

export type MeasureName = keyof typeof measures;

export const measureNames = Object.keys(measures) as readonly MeasureName[];

/** Measures in money; all others are numbers. */
const moneyMeasures = ['cost', 'provisioned', 'worst-case', 'unspent', 'avoided-hour-price'] as const;

type MoneyMeasure = (typeof moneyMeasures)[number];

export const isMoney = (name: MeasureName): name is MoneyMeasure =>
  (moneyMeasures as readonly MeasureName[]).includes(name);

/** Money of a life in units of 10⁻¹², everything else as it is; null where there is nothing to measure. */
export type Measured = Readonly<Record<MeasureName, number | bigint | null>>;

const sum = (values: readonly number[]): number => Math.round(values.reduce((all, value) => all + value, 0) * 10) / 10;

/** The highest of some amounts; 0 without any. */
export const highest = (amounts: readonly Money[]): Money =>
  amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);

const least = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce((less, amount) => (amount !== null && (less === null || amount < less) ? amount : less), null);

/** Hours are multiples of a tenth, so that the division is one of whole numbers. */
const priceOfAvoided = (life: Life, baseline: Life): bigint | null => {
  const hours = (lived: Life) => BigInt(Math.round(sum(lived.services.map(({ fullHours }) => fullHours)) * 10));
  const avoided = hours(baseline) - hours(life);
  const extra = life.cost - baseline.cost;
  return avoided <= 0n || extra < 0n ? null : (extra * 10n) / avoided;
};

/**
 * All measures of a life.
 * @param baseline the life of the same seed without a policy
 */
export const measure = (life: Life, baseline: Life): Measured => {
  const { services, months } = life;
  const production = services.filter(({ isProduction }) => isProduction);
  const ever = services.filter(({ firstFullDay }) => firstFullDay !== null);
  return {
    'production-full-hours': sum(production.map(({ fullHours }) => fullHours)),
    'full-hours': sum(services.map(({ fullHours }) => fullHours)),
    'production-services-full': ever.filter(({ isProduction }) => isProduction).length,
    'services-full': ever.length,
    cost: life.cost,
    provisioned: highest(months.map(({ provisioned }) => provisioned)),
    'worst-case': highest(months.map(({ worstCase }) => worstCase)),
    unspent: least(months.map(({ unspent }) => unspent)),
    'avoided-hour-price': life === baseline ? null : priceOfAvoided(life, baseline),
    gb: life.gb,
    'maximum-gb': life.maximumGb,
    approvals: life.approvals,
    'days-waited': life.daysWaited,
    'services-waiting': life.waiting?.services ?? 0,
    notices: life.notices,
    calls: life.calls,
    writes: life.writes,
  };
};
