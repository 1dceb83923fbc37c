import { type SizeAndPrice, serviceCost } from '../../../core/budget/service-costs.ts';
import type { ChangeResult } from '../../../core/change/change.ts';
import { type Decision, reasonText } from '../../../core/model/decision.ts';
import { groupBy, type ServiceName, serviceKey } from '../../../core/model/grouping.ts';
import { cents } from '../../../core/model/money.ts';
import type { EffectiveTags } from '../../../core/policy/effective-tags.ts';
import { protectionLabels, resultsByService } from '../../../core/service/protection.ts';
import { type ServiceRow, serviceRows } from '../../../dashboard/facts/service-rows.ts';
import type { ReportSection } from '../../../dashboard/pages/report/section.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { type Arrangement, arranged } from '../../shell/arrange.ts';
import { daysCells, daysHead } from './forecast-section.ts';

/** Worst first, because the worst result represents the service. */
const statuses = ['failed', 'unconfirmed', 'skipped', 'confirmed'] as const;

const worst = (results: readonly ChangeResult[]): string =>
  statuses.find((status) => results.some((result) => result.status === status)) ?? '';

const maximumOf = ({ effect, maxAdditionalGb }: Decision, gb: number | undefined): string =>
  effect === 'enable' ? String(gb ?? maxAdditionalGb ?? '') : '';

/** The worst result of a service's changes, and whether some wait for the end of a freeze. */
const resultCell = (results: readonly ChangeResult[], waits: boolean): string =>
  [worst(results), waits ? 'waiting' : ''].filter((part) => part !== '').join(', ');

/** The facts of one service for its row. */
interface Row extends ServiceRow {
  readonly ended: readonly ChangeResult[];
  readonly waits: boolean;
  readonly days: readonly string[];
}

type Columns = Readonly<Record<string, (row: Row) => string>>;

/** All columns by head, in order. */
const columns: Columns = {
  project: ({ decision }) => decision.project,
  service: ({ decision }) => decision.service,
  effect: ({ decision }) => decision.effect,
  rule: ({ decision }) => decision.rule,
  'maximum GB': ({ decision, share }) => maximumOf(decision, share?.gb),
  actual: ({ protection }) => (protection === null ? '' : protectionLabels[protection]),
  'actual maximum GB': ({ maximumGb }) => String(maximumGb ?? ''),
  changes: ({ ended, waits }) => resultCell(ended, waits),
  budget: ({ share }) => share?.budget ?? '',
  'a month': ({ share }) => (share?.monthly == null ? '' : `${cents(share.monthly)} ${share.currency}`),
  ...Object.fromEntries(daysHead.map((head, at) => [head, ({ days }: Row) => days[at] ?? ''])),
};

const lastColumns: Columns = {
  findings: ({ findings }) => findings.map(({ code }) => code).join(' '),
  reason: ({ decision }) => reasonText(decision.reasons),
};

/** Owners, tags and currency for the columns of money. */
export interface CostFacts {
  /** What the readings say, by `serviceKey`. */
  readonly known: ReadonlyMap<string, SizeAndPrice & { readonly tags: EffectiveTags }>;
  readonly currency: string;
  readonly ownerOf: (service: ServiceName) => string;
  /** Keys of the tags that have a column. */
  readonly tagColumns: readonly string[];
}

/** Numbers as numbers: exact amounts without a currency, which has a column of its own. */
const costColumns = ({ known, currency, ownerOf, tagColumns }: CostFacts): Columns => {
  const cell =
    (read: (cost: ReturnType<typeof serviceCost>) => number | string | null) =>
    ({ decision, share }: Row) =>
      String(read(serviceCost(decision, share, known.get(serviceKey(decision)))) ?? '');
  const tagCell = (key: string) => (row: Row) => known.get(serviceKey(row))?.tags.get(key)?.value ?? '';
  return {
    'disk GB': cell(({ diskGb }) => (diskGb === null ? null : Math.round(diskGb * 10) / 10)),
    'provisioned GB': cell(({ provisionedGb }) => provisionedGb),
    'provisioned a month': cell(({ provisionedMonthly }) => provisionedMonthly),
    'price per GB': cell(({ perGbMonth }) => perGbMonth),
    currency: () => currency,
    owner: ownerOf,
    ...Object.fromEntries(tagColumns.map((key) => [`tag ${key}`, tagCell(key)])),
    'a month': cell(({ maximumMonthly }) => maximumMonthly),
  };
};

/** The columns of a section: for programs with money, else only those for people. */
const columnsOf = (plan: ReportObject['plan'], facts: CostFacts | undefined): Columns => {
  if (facts === undefined || plan === null) return { ...columns, ...lastColumns };
  // The column of the monthly cost keeps its place.
  return { ...columns, ...costColumns(facts), ...lastColumns };
};

/**
 * One row per service: the decision and its maximum; the actual protection and maximum; the results of its changes; the
 * highest cost per month; and the days until its threshold and maximum, if they are near.
 * @param facts adds the columns of money for programs
 * @throws UsageError if no column has the name to sort by
 */
export const serviceSection = (
  report: Pick<ReportObject, 'plan' | 'results' | 'endedAt'>,
  arrangement: Arrangement = {},
  facts?: CostFacts,
): ReportSection => {
  const { plan, results } = report;
  const shown = columnsOf(plan, facts);
  const resultsOf = resultsByService(results);
  const waiting = groupBy(plan?.freeze?.waiting ?? [], serviceKey);
  const forecasts = new Map((plan?.forecast?.services ?? []).map((service) => [serviceKey(service), service]));
  const head = Object.keys(shown);
  const rows = serviceRows(report).map((service) => {
    const key = serviceKey(service);
    const row: Row = {
      ...service,
      ended: resultsOf(service.decision),
      waits: waiting.has(key),
      days: daysCells(forecasts.get(key)),
    };
    return Object.values(shown).map((cellOf) => cellOf(row));
  });
  return { title: 'Services', head, rows: arranged(head, rows, (row, at) => row[at] ?? '', arrangement).rows };
};
