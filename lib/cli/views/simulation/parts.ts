import { formatCentsSigned, parseMoney } from '../../../core/model/money.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Amount, PolicyResult, ServiceMove } from '../../../core/twin/comparison.ts';
import type { Judged } from '../../../core/twin/fail-on.ts';
import { isMoney, type MeasureName, measureNames } from '../../../core/twin/measures.ts';
import type { Range } from '../../../core/twin/ranges.ts';
import type { Simulation } from './simulation.ts';

/** Cell of what cannot be measured. */
const none = '–';

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

const amountText = (value: Amount): string => {
  if (value === null) return none;
  return typeof value === 'number' ? numberText(value) : moneyText(value);
};

/** The middle of a range, and its ends where they differ: `12 (8–20)`. */
const rangeText = ({ p10, p50, p90 }: Range<Amount>): string => {
  const [low, middle, high] = [amountText(p10), amountText(p50), amountText(p90)];
  return low === high ? middle : `${middle} (${low}–${high})`;
};

/** The name of a policy for people. */
const nameOf = ({ name }: Pick<PolicyResult, 'name'>): string => name ?? 'no policy';

/** Labels of the measures in tables. */
const labels: Readonly<Record<MeasureName, string>> = {
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
const measureText = (name: MeasureName, value: Amount): string =>
  isMoney(name) && value !== null ? moneyText(String(value)) : amountText(value);

/** Tables of a simulation as plain text, for the terminal, comments and pages. */
export interface PlainTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Its share of a comment. */
  readonly mostBytes: number;
}

/** A plan that has waited since the beginning and still waits: the policy does less than it says. */
export const waitingLines = ({ policies }: Simulation): string[] =>
  policies.flatMap((policy) => {
    const { waiting } = policy;
    if (waiting === null) return [];
    const since = waiting.sinceDay < 1 ? 'since day 0' : `since day ${Math.floor(waiting.sinceDay)}`;
    const why = waiting.reasons.length === 0 ? '' : ` ${waiting.reasons.join(' ')}`;
    return [
      `${nameOf(policy)}: changes of ${counted(waiting.services, 'service')} wait for an approval ${since}.${why}`,
    ];
  });

/** Measures that say nothing where they are 0 or absent under every policy. */
const quiet = new Set(['unspent', 'approvals', 'days-waited', 'services-waiting', 'avoided-hour-price']);

const isEmpty = ({ p10, p90 }: Range<unknown>): boolean => [p10, p90].every((value) => value === null || value === 0);

/** One column for each policy, one row for each measure. */
const measureTable = ({ policies }: Simulation): PlainTable => ({
  title: 'Comparison',
  head: ['', ...policies.map(nameOf)],
  rows: measureNames
    .filter((name) => !quiet.has(name) || policies.some(({ measures }) => !isEmpty(measures[name])))
    .map((name) => [labels[name], ...policies.map(({ measures }) => rangeText(measures[name]))]),
  mostBytes: 12_000,
});

/** Money by month; parts of a month as the rate of a whole one. */
const monthTable = ({ policies }: Simulation): PlainTable => ({
  title: 'Money by month',
  head: ['policy', 'month', 'hours', 'provisioned', 'all maximums', 'budgets', 'unspent'],
  rows: policies.flatMap((policy) =>
    policy.months.map(({ month, hours, provisioned, worstCase, budget, unspent }) => [
      nameOf(policy),
      month,
      String(hours),
      rangeText(provisioned),
      rangeText(worstCase),
      amountText(budget),
      unspent === null ? none : rangeText(unspent),
    ]),
  ),
  mostBytes: 8_000,
});

const dayText = ({ p10, p50, p90 }: Range<number | null>): string => {
  const [low, middle, high] = [p10, p50, p90].map((day) => (day === null ? 'never' : String(day)));
  return low === high ? `${middle}` : `${middle} (${low}–${high})`;
};

/** Services that ever had a full disk under the last policy. */
const fullTable = ({ policies, seeds }: Simulation): PlainTable | undefined => {
  const last = policies.at(-1) as PolicyResult;
  if (last.full.length === 0) return undefined;
  return {
    title: `Full disks: ${nameOf(last)}`,
    head: ['project', 'service', 'owner', 'production', 'hours full', 'first day', 'seeds'],
    rows: last.full.map((service) => [
      service.project,
      service.service,
      service.owner,
      service.isProduction ? 'yes' : 'no',
      rangeText(service.fullHours),
      dayText(service.firstFullDay),
      `${service.seeds} of ${seeds}`,
    ]),
    mostBytes: 16_000,
  };
};

/** Services that do better or worse under the last policy than under the one before it. */
const moveTable = ({ policies, better, worse }: Simulation): PlainTable | undefined => {
  const [after, before] = policies.toReversed();
  if (before === undefined || after === undefined || better.length + worse.length === 0) return undefined;
  const rowOf = (verdict: string) => (move: ServiceMove) => [
    verdict,
    move.project,
    move.service,
    move.owner,
    `${amountText(move.fromHours)} → ${amountText(move.toHours)}`,
  ];
  return {
    title: `Hours full: ${nameOf(before)} → ${nameOf(after)}`,
    head: ['', 'project', 'service', 'owner', 'hours full'],
    rows: [...worse.map(rowOf('worse')), ...better.map(rowOf('better'))],
    mostBytes: 16_000,
  };
};

/** The tables of a simulation in the order of every view: the comparison first. */
export const tablesOf = (simulation: Simulation): PlainTable[] =>
  [measureTable, moveTable, fullTable, monthTable].flatMap((tableOf) => tableOf(simulation) ?? []);

/** The verdict on a condition, in a sentence. */
export const conditionLine = ({ text, measure, part, value, fails }: Judged): string =>
  `${fails ? 'failed' : 'passed'}: ${text} (${part.toUpperCase()} is ${measureText(measure, value)})`;
