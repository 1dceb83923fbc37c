import { cents } from '../../../core/model/money.ts';
import { idleText, type Month, type MonthOfBudget, monthNamed } from '../../../core/status/month.ts';
import type { SizeChange } from '../../../core/status/room-moved.ts';
import { monthLegend, monthPicture, monthTiles } from '../../../dashboard/pages/month.ts';
import { tiles } from '../../../dashboard/pages/parts.ts';
import type { ReportDocument, ReportSection } from '../../../dashboard/pages/report/section.ts';
import { html, type Markup } from '../../../dashboard/pictures/html.ts';
import type { Store } from '../../../ports.ts';
import { runPolicy } from '../../../run/policy/policy-in-force.ts';
import { readMonth, readRoomMoved } from '../../../run/publish/month.ts';
import { describing, readLatestReport } from '../../../run/publish/reports.ts';
import { keys } from '../../../run/store/keys.ts';
import { readIfWhole } from '../../../run/store/objects.ts';
import type { Lease, RunObject } from '../../../run/store/run-objects.ts';
import { type Column, textTable } from '../../shell/columns.ts';
import { UsageError } from '../../shell/usage-error.ts';

/** Services that a document lists; JSON has all. */
const mostServices = 20;

/** @throws UsageError if it is no month, or one that has not begun */
export const monthFrom = (text: string, nowMs: number): Month => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new UsageError(`--month ${text}: must be a month, such as 2030-01`);
  const month = monthNamed(text);
  if (month.fromMs > nowMs) throw new UsageError(`--month ${text}: this month has not begun`);
  return month;
};

/** Everything that is known of the money of a month. */
interface MonthFacts {
  readonly organization: string | null;
  readonly month: Month;
  readonly prices: string;
  readonly budgets: readonly MonthOfBudget[];
  readonly maximums: readonly SizeChange[];
  readonly disks: readonly SizeChange[];
}

/** Where the prices of the amounts are from: the policy of the last run that knew the services, whatever failed after it. */
const pricesText = async (store: Store): Promise<string> => {
  const latest = await readLatestReport(store);
  const report = latest && (await describing(store, latest));
  const run = report && (await readIfWhole<RunObject>(store, keys.run(report.runId)));
  if (run === undefined) return 'unknown: no run of this store describes the services';
  const { currency, exchangeRate, factor } = runPolicy(run).prices;
  const rate = currency === 'USD' ? '' : `1 USD = ${exchangeRate} ${currency}, `;
  return `${rate}factor ${factor}, by the policy of ${run.startedAt.slice(0, 10)}; each day at the prices of that day`;
};

/** @throws Error without a record of the month */
export const monthFacts = async (store: Store, month: Month, nowMs: number): Promise<MonthFacts> => {
  const budgets = await readMonth(store, month, nowMs);
  if (budgets.length === 0) {
    throw new Error(`no day of ${month.name} is on record: headroom apply notes one a day, for policies with budgets`);
  }
  const lease = await readIfWhole<Lease>(store, keys.lease);
  const organization = lease?.owner?.organization ?? null;
  return {
    organization,
    month,
    prices: await pricesText(store),
    budgets,
    ...(await readRoomMoved(store, month, nowMs)),
  };
};

const optional = (amount: string | null): string => (amount === null ? '' : cents(amount));

const budgetColumns: readonly Column<MonthOfBudget>[] = [
  { name: 'budget', cell: ({ name }) => name },
  { name: 'currency', cell: ({ currency }) => currency },
  { name: 'spent', cell: ({ spent }) => cents(spent) },
  { name: 'last month', cell: ({ lastMonth }) => optional(lastMonth) },
  { name: 'expected', cell: ({ expected }) => optional(expected?.likely ?? null) },
  { name: 'at least', cell: ({ expected }) => optional(expected?.least ?? null) },
  { name: 'at most', cell: ({ expected }) => optional(expected?.most ?? null) },
  { name: 'a month', cell: ({ monthly }) => cents(monthly) },
  { name: 'provisioned', cell: ({ provisionedMonthly }) => cents(provisionedMonthly) },
  { name: 'in force', cell: ({ inForceMonthly }) => cents(inForceMonthly) },
  { name: 'idle beside full disks', cell: ({ idleBesideFull }) => cents(idleBesideFull) },
];

type TeamRow = MonthOfBudget['teams'][number] & Pick<MonthOfBudget, 'currency'> & { readonly budget: string };

const teamColumns: readonly Column<TeamRow>[] = [
  { name: 'team', cell: ({ owner }) => owner },
  { name: 'budget', cell: ({ budget }) => budget },
  { name: 'spent', cell: ({ spent, currency }) => `${cents(spent)} ${currency}` },
  { name: 'last month', cell: ({ lastMonth }) => optional(lastMonth) },
  { name: 'provisioned', cell: ({ provisionedMonthly }) => cents(provisionedMonthly) },
  { name: 'in force', cell: ({ inForceMonthly }) => cents(inForceMonthly) },
  { name: 'services', cell: ({ services }) => String(services) },
  { name: 'full disks', cell: ({ fullDisks }) => String(fullDisks) },
];

const movedColumns: readonly Column<SizeChange>[] = [
  { name: 'service', cell: ({ project, service }) => `${project}/${service}` },
  { name: 'from GB', cell: ({ fromGb }) => String(fromGb) },
  { name: 'to GB', cell: ({ toGb }) => String(toGb) },
  { name: 'change GB', cell: ({ fromGb, toGb }) => `${toGb > fromGb ? '+' : ''}${toGb - fromGb}` },
];

const movedSection = (title: string, all: readonly SizeChange[]): ReportSection => ({
  title: all.length > mostServices ? `${title}: ${mostServices} of ${all.length}` : title,
  ...textTable(movedColumns, all.slice(0, mostServices)),
});

const rowsOfTeams = (budgets: readonly MonthOfBudget[]): TeamRow[] =>
  budgets.flatMap(({ name, currency, teams }) => teams.map((team) => ({ ...team, currency, budget: name })));

/** Budgets with a wide curve; more of them share a row, so that a month stays on a few sheets of paper. */
const mostWide = 2;

/** What stands above the table of the budgets. */
const monthFigures = (budgets: readonly MonthOfBudget[]): Markup => {
  const isWide = budgets.length <= mostWide;
  const pictures = budgets.map((budget) => {
    const picture = monthPicture(budget, isWide ? 'wide' : 'small');
    return html`<figure><figcaption>${budget.name}</figcaption>${isWide ? tiles(monthTiles(budget)) : ''}${picture}</figure>`;
  });
  return html`<div class="${isWide ? '' : 'figures'}">${pictures}</div>${isWide ? '' : monthLegend}`;
};

/** A month for readers: what it cost, whose it was, and what moved. */
export const monthDocument = (facts: MonthFacts): ReportDocument => {
  const { organization, month, prices, budgets, maximums, disks } = facts;
  const raised = maximums.filter(({ fromGb, toGb }) => toGb > fromGb);
  const lowered = maximums.filter(({ fromGb, toGb }) => toGb < fromGb).reverse();
  const idle = budgets.map(
    (budget) => `${budget.name} ${cents(budget.idleBesideFull)} ${budget.currency} (${idleText(budget)})`,
  );
  const [longest] = budgets.toSorted((a, b) => b.days.length - a.days.length);
  const name = new Date(month.fromMs).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    title: `${organization ?? 'Organization not known'}, ${name}`,
    about: 'About the month',
    facts: [
      ['money idle beside full disks', idle.join('; ')],
      [
        'days on record',
        `${longest?.days.length ?? 0}, from ${longest?.days[0]?.day ?? ''}; a day without a record counts as the one before it`,
      ],
      ['prices', prices],
    ],
    sections: [
      { title: 'Budgets', ...textTable(budgetColumns, budgets), above: monthFigures(budgets) },
      { title: 'Teams', ...textTable(teamColumns, rowsOfTeams(budgets)) },
      movedSection('Disks that grew most', disks),
      movedSection('Got room', raised),
      movedSection('Gave room', lowered),
    ].filter(({ rows }) => rows.length > 0),
  };
};

/** Every amount of the month on record: a row for each day and budget. */
export const monthTable = ({ budgets }: MonthFacts): ReportSection => ({
  title: 'Days',
  head: ['day', 'budget', 'currency', 'provisioned', 'in force', 'a month', 'full disks'],
  rows: budgets.flatMap(({ name, currency, days }) =>
    days.map((day) => [
      day.day,
      name,
      currency,
      day.provisionedMonthly,
      day.inForceMonthly,
      day.monthly,
      String(day.fullDisks),
    ]),
  ),
});
