import type { CostSum } from '../../../core/budget/service-costs.ts';
import { cents } from '../../../core/model/money.ts';
import type { Outcome } from '../../../core/plan/outcome.ts';
import type { ReportSection } from '../../../dashboard/pages/report/section.ts';

type Cell = (sum: CostSum, amountText: (exact: string | null) => string) => string | number;

/** Columns of sums by head. */
const sumColumns: Readonly<Record<string, Cell>> = {
  services: ({ services }) => services,
  'disk GB': ({ diskGb }) => diskGb ?? '',
  'provisioned GB': ({ provisionedGb }) => provisionedGb ?? '',
  'provisioned a month': ({ provisionedMonthly }, amountText) => amountText(provisionedMonthly),
  'maximum GB': ({ maximumGb }) => maximumGb,
  'maximum a month': ({ maximumMonthly }, amountText) => amountText(maximumMonthly),
  'planned GB': ({ plannedGb }) => plannedGb,
  'planned a month': ({ plannedMonthly }, amountText) => amountText(plannedMonthly),
  incomplete: ({ incomplete }) => incomplete,
};
const sumHead = Object.keys(sumColumns);

/** Exact amounts for programs, two decimals for people. */
const sumCells = (sum: CostSum, isData: boolean): string[] => {
  const amountText = (exact: string | null): string => (exact === null ? '' : isData ? exact : cents(exact));
  return Object.values(sumColumns).map((cell) => String(cell(sum, amountText)));
};

/** Sums by owner, project or a tag; a last row has the total. */
export const sumSection = (
  by: string,
  sums: readonly CostSum[],
  { currency, isData }: { readonly currency: string; readonly isData: boolean },
): ReportSection => ({
  title: `Sums by ${by}`,
  head: [by, ...sumHead, 'currency'],
  rows: sums.map((sum) => [sum.value, ...sumCells(sum, isData), currency]),
});

/** One run in the history; sums only while its report is stored. */
export interface HistoryRow {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly outcome: Outcome | null;
  readonly addedGb: number | null;
  readonly addedMonthly: string | null;
  readonly findings: number;
  readonly currency: string;
  /** Null also for a run of some projects: its sums are not of the whole organization. */
  readonly sums: Omit<CostSum, 'value'> | null;
  /** Whether the run was for some projects only, or only undid or adopted. */
  readonly isPart?: true;
}

/** The sizes of whole disks are known for today only, so a history leaves them out. */
const diskAt = sumHead.indexOf('disk GB');
const historyHead = sumHead.toSpliced(diskAt, 1);

/** The runs, oldest first: storage and cost after each plan. */
export const historySection = (rows: readonly HistoryRow[], isData: boolean): ReportSection => ({
  title: 'History',
  head: ['started', 'run', 'outcome', ...historyHead, 'added GB', 'added a month', 'findings', 'currency'],
  rows: rows.map(({ startedAt, runId, outcome, sums, addedGb, addedMonthly, findings, currency }) => [
    startedAt,
    runId,
    outcome ?? '',
    ...(sums === null ? historyHead.map(() => '') : sumCells({ ...sums, value: '' }, isData).toSpliced(diskAt, 1)),
    String(addedGb ?? ''),
    addedMonthly === null ? '' : isData ? addedMonthly : cents(addedMonthly),
    String(findings),
    currency,
  ]),
});
