import { counted } from '../../../core/model/visible-text.ts';
import type { PolicyResult, ServiceMove } from '../../../core/twin/comparison.ts';
import type { Judged } from '../../../core/twin/fail-on.ts';
import { measureNames } from '../../../core/twin/measures.ts';
import type { Range } from '../../../core/twin/ranges.ts';
import { amountText, labels, measureText, nameOf, none, rangeText } from './amounts.ts';
import type { Simulation } from './simulation.ts';

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
