import { type BudgetResult, provisionedIn } from '../budget/result.ts';
import { countRooms, type FleetDisk } from '../disk/fleet-disks.ts';
import type { Finding } from '../model/decision.ts';
import { minuteMs } from '../model/durations.ts';
import { findings as facts } from '../model/findings/findings.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';
import type { Coverage } from '../notices/coverage.ts';
import type { ReadingFacts } from './readings.ts';

/** The platform's alert says since when a disk is full; a measurement alone does not. */
const fullMinutes = ({ alert, readAt }: FleetDisk, nowMs: number): number | null =>
  alert.kind !== 'active' || alert.minutes === null ? null : alert.minutes + (nowMs - Date.parse(readAt)) / minuteMs;

/**
 * The full disks that a person should know of and no notice names.
 * @param named findings that people were notified of or have accepted
 * @returns how many, and for how many minutes they have been full all together; null if that is unknown of one of them
 */
export const unreportedDisks = (
  disks: readonly FleetDisk[],
  named: readonly Pick<Finding, 'code' | 'project' | 'service'>[],
  nowMs: number,
) => {
  const reported = new Set(named.filter(({ code }) => facts[code].event === 'DiskFillsUp').map(serviceKey));
  const silent = disks.filter((disk) => disk.needsPerson && !reported.has(serviceKey(disk)));
  const spans = silent.map((disk) => fullMinutes(disk, nowMs));
  return {
    disks: silent.length,
    minutes: spans.includes(null) ? null : spans.reduce<number>((sum, span) => sum + (span ?? 0), 0),
  };
};

/** One metric of a store, as programs scrape it. A metric that is unknown is left out: 0 would say that all is well. */
interface StoreMetric {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

type BudgetAmounts = Pick<BudgetResult, 'name' | 'currency' | 'monthly' | 'allocatedMonthly' | 'shares'>;

/** The amounts of a budget by what they count. */
const amountsOf = (budget: BudgetAmounts) => ({
  budget: budget.monthly,
  maximums: budget.allocatedMonthly,
  provisioned: provisionedIn(budget).monthly,
});

/** What the metrics are made of. Null and undefined: unknown. */
interface StoreMetricFacts {
  readonly nowMs: number;
  /** The last run. */
  readonly report: { readonly endedAt: string; readonly outcome: string } | null;
  /** The last run that describes the whole organization. */
  readonly whole: {
    readonly endedAt: string;
    readonly coverage?: Coverage;
    readonly plan: {
      readonly findings: readonly Finding[];
      readonly accepted?: readonly Finding[];
      readonly budgets: readonly BudgetAmounts[];
    } | null;
  } | null;
  /** Every disk of the projects with a reading. */
  readonly disks: readonly FleetDisk[] | null;
  /** Open findings that people were notified of. */
  readonly notified: readonly Pick<Finding, 'code' | 'project' | 'service'>[];
  readonly readings: ReadingFacts | null;
}

const gauge = (name: string, help: string, value: number | null | undefined): StoreMetric[] =>
  value === null || value === undefined ? [] : [{ name, help, values: [{ value }] }];

const byState = (name: string, help: string, of: Readonly<Record<string, number>>, label: string): StoreMetric => ({
  name,
  help,
  values: Object.entries(of).map(([state, value]) => ({ labels: { [label]: state }, value })),
});

const aboutReadings = ({ readings }: StoreMetricFacts): StoreMetric[] => {
  if (readings === null) return [];
  const { projects, neverRead, troubled, oldest, promisedMinutes } = readings;
  const promised = promisedMinutes === null ? null : promisedMinutes * 60;
  return [
    ...gauge('headroom_projects_read', 'Projects with a reading.', projects),
    ...gauge('headroom_projects_never_read', 'Projects that no run has read.', neverRead.length),
    ...gauge('headroom_projects_unreadable', 'Projects whose last reading failed.', troubled.length),
    ...gauge('headroom_oldest_reading_seconds', 'Age of the oldest reading.', oldest && oldest.msAgo / 1000),
    ...gauge('headroom_promised_reading_seconds', 'Age that no reading should exceed.', promised),
  ];
};

const aboutDisks = ({ disks, notified, whole, nowMs }: StoreMetricFacts): StoreMetric[] => {
  if (disks === null) return [];
  const full = unreportedDisks(disks, [...notified, ...(whole?.plan?.accepted ?? [])], nowMs);
  const rooms = 'Disks by room: nearly full, full within a year at the soonest, unknown, lasts longer.';
  return [
    byState('headroom_disks', rooms, countRooms(disks), 'room'),
    ...gauge('headroom_unreported_full_disks', 'Full disks that do not grow and have no open notice.', full.disks),
    ...gauge('headroom_unreported_full_disk_minutes', 'For how long they have been full, all together.', full.minutes),
  ];
};

const aboutServices = (coverage: Coverage | undefined): StoreMetric[] => {
  if (coverage === undefined) return [];
  const protection = 'Services by whether an autoscaler can still grow their disk.';
  return [
    ...gauge('headroom_projects_listed', 'Projects of the organization.', coverage.listed),
    byState('headroom_services_by_policy', 'Services by what the policy wants.', coverage.services, 'effect'),
    byState('headroom_services_by_protection', protection, { ...coverage.protection }, 'protection'),
  ];
};

const aboutFindings = (findings: readonly Finding[]): StoreMetric[] => {
  const values = [...groupBy(findings, ({ code }) => code)].map(([code, all]) => ({
    labels: { code },
    value: all.length,
  }));
  return [
    ...gauge('headroom_findings_open', 'Findings of the last plan of the organization.', findings.length),
    { name: 'headroom_findings', help: 'Findings of the last plan of the organization by code.', values },
  ];
};

const aboutBudgets = (budgets: readonly BudgetAmounts[]): StoreMetric => ({
  name: 'headroom_budget_monthly',
  help: 'Money of a budget for a month, by what it counts.',
  values: budgets.flatMap((budget) =>
    Object.entries(amountsOf(budget)).map(([of, amount]) => ({
      labels: { budget: budget.name, currency: budget.currency, of },
      // A graph needs no exact money.
      value: Number(amount),
    })),
  ),
});

/** The metrics of a store: rooms, ages, coverage and money. */
export const storeMetricsOf = (facts: StoreMetricFacts): StoreMetric[] => {
  const { report, whole, nowMs } = facts;
  const { plan = null, coverage } = whole ?? {};
  const ageOf = (run: { readonly endedAt: string } | null) => run && (nowMs - Date.parse(run.endedAt)) / 1000;
  return [
    ...gauge('headroom_last_run_age_seconds', 'Time since the last run ended.', ageOf(report)),
    ...(report === null
      ? []
      : [byState('headroom_last_run_outcome', 'Outcome of the last run.', { [report.outcome]: 1 }, 'outcome')]),
    ...aboutReadings(facts),
    ...aboutDisks(facts),
    ...aboutServices(coverage),
    ...gauge('headroom_plan_age_seconds', 'Age of the figures of services, findings and budgets.', ageOf(whole)),
    ...(plan === null ? [] : [...aboutFindings(plan.findings), aboutBudgets(plan.budgets)]),
  ];
};

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** Figures in the text format of Prometheus, which OpenMetrics scrapers read too. */
export const prometheusText = (metrics: readonly StoreMetric[]): string =>
  metrics
    .filter(({ values }) => values.length > 0)
    .map(({ name, help, values }) => {
      const lines = values.map(({ labels = {}, value }) => {
        const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
        return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
      });
      return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n');
    })
    .join('');
