import { hourMs } from '../../../lib/core/model/durations.ts';
import { windowAt } from '../organization/freeze.ts';
import { isExempt, type SimulatedPolicy, wishOf } from '../organization/policy.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { costNanos } from './budgets.ts';
import { type Circumstances, earlier, type Law, nameOf, type PassSeen, type RunBegun } from './law.ts';
import { knownImpossible } from './not-offered.ts';

interface ReportedChange {
  readonly project: string;
  readonly service: string;
}

/** The part of a report that the law looks at. */
export interface Reported {
  readonly startedAt: string;
  readonly outcome: string;
  readonly unread: readonly { readonly project: string }[];
  readonly results: readonly (ReportedChange & { readonly status: string })[];
  readonly coverage?: {
    readonly listed: number;
    readonly protection?: Readonly<Record<string, number>>;
  };
  readonly plan: null | {
    readonly digest: string;
    readonly decisions: readonly { readonly project: string; readonly service: string }[];
    readonly findings: readonly (ReportedChange & { readonly code: string; readonly subject?: string })[];
    readonly disks?: { readonly known: number; readonly unknown: number; readonly nearlyFull: number };
    readonly forecast?: { readonly services: readonly (ReportedChange & { readonly isReached: boolean })[] };
    readonly freeze?: { readonly reason: string; readonly waiting: readonly unknown[] };
    /** What waits beside the approved changes: for their money, or for an approval of its own. */
    readonly approval?: {
      readonly waiting: readonly ReportedChange[];
    };
    readonly proposal?: { readonly changes: readonly ReportedChange[] } | null;
    readonly budgets: readonly {
      readonly name: string;
      readonly monthly: string;
      readonly allocatedMonthly: string;
      readonly shares: readonly {
        readonly project: string;
        readonly service: string;
        readonly gb: number;
        readonly monthly: string;
      }[];
    }[];
  };
}

const differs = (what: string, said: unknown, is: unknown): string[] =>
  JSON.stringify(said) === JSON.stringify(is)
    ? []
    : [`the report says ${what} ${JSON.stringify(said)}, and it is ${JSON.stringify(is)}`];

const classes = ['protectedByUs', 'protectedByOthers', 'impossible', 'exempt', 'optedOut', 'eligibleNotYet'] as const;

type Class = (typeof classes)[number];

/** The class of a service, or two where only faults and the end of a week decide what Headroom knows of it. */
const classesOf = ({ policy, notOffered = new Map() }: RunBegun, atMs: number, truth: ServiceTruth): Class[] => {
  const { project, service, ours, others } = truth;
  if (ours.length > 0) return ['protectedByUs'];
  if (others.length > 0) return ['protectedByOthers'];
  const today = new Date(atMs).toISOString().slice(0, 10);
  const { kind } = wishOf(policy, { project, type: service.type, tags: service.tags }, today);
  const possible = isExempt(service.tags, today) ? 'exempt' : kind === 'enable' ? 'eligibleNotYet' : 'optedOut';
  const known = knownImpossible(truth, notOffered, atMs);
  return known === 'yes' ? ['impossible'] : known === 'no' ? [possible] : [possible, 'impossible'];
};

/** Services by how they are protected: what was decided by the run's beginning, what it wrote, as it is now. */
const protection = (
  said: Readonly<Record<string, number>> | undefined,
  services: readonly ServiceTruth[],
  run: RunBegun,
  startedMs: number,
): string[] => {
  const all = services.map((truth) => classesOf(run, startedMs, truth));
  const least = Object.fromEntries(
    classes.map((one) => [one, all.filter((mine) => mine.length === 1 && mine[0] === one).length]),
  );
  const most = Object.fromEntries(classes.map((one) => [one, all.filter((mine) => mine.includes(one)).length]));
  const sum = classes.reduce((total, one) => total + (said?.[one] ?? 0), 0);
  const isPossible = classes.every(
    (one) => (said?.[one] ?? -1) >= (least[one] ?? 0) && (said?.[one] ?? 0) <= (most[one] ?? 0),
  );
  return isPossible && sum === services.length ? [] : differs('services are', said, least);
};

const nanosOf = (amount: string): bigint => {
  const [whole = '0', rest = ''] = amount.split('.');
  return BigInt(whole) * 1_000_000_000n + BigInt(rest.padEnd(9, '0').slice(0, 9));
};

type Plan = NonNullable<Reported['plan']>;
type IsPriceOpen = NonNullable<Circumstances['isPriceOpen']>;

/**
 * What a service counts with in a budget: its maximum; where policy leaves it alone, or the service cannot be changed, at
 * least what is provisioned, which a person may have enlarged beyond it.
 */
const countedGb = (policy: SimulatedPolicy, today: string, truth: ServiceTruth) => {
  const { project, service, ours, provisionedGb, eligible } = truth;
  const held = ours[0]?.gb ?? 0;
  const wish = wishOf(policy, { project, type: service.type, tags: service.tags }, today);
  return wish.kind === 'enable' && eligible ? held : Math.max(held, provisionedGb);
};

/** Headroom remembers a price for a day, also the lack of one that a fault made up. */
const pricesMs = 34 * hourMs;

/** What the report says of each budget: its amount, each maximum, and what all of them cost. */
const money = (
  { budgets, approval, proposal }: Plan,
  policy: SimulatedPolicy,
  today: string,
  services: readonly ServiceTruth[],
  quietMs: number,
  isPriceOpen: IsPriceOpen,
): string[] =>
  budgets.flatMap(({ name, monthly, allocatedMonthly, shares }) => {
    const wanted = policy.budgets.find((budget) => budget.name === name);
    // A budget of which one price waits for a second denial grants nothing until then.
    if (services.some((service) => wanted?.projects.includes(service.project) && isPriceOpen(service))) return [];
    // Of projects that the run did not read the report says what an earlier run read.
    const truths = shares.map(({ project, service, ...share }) => ({
      truth: services.find((one) => one.project === project && one.service.name === service),
      ...share,
    }));
    const waiting = [...(approval?.waiting ?? []), ...(proposal?.changes ?? [])];
    const waits = ({ project, service }: ServiceTruth) =>
      waiting.some((change) => change.project === project && change.service === service.name);
    const wrong = truths.filter(
      ({ truth, gb }) => truth?.ours[0] !== undefined && !waits(truth) && countedGb(policy, today, truth) !== gb,
    );
    const cost = truths
      .map(({ truth, gb, monthly }) => (truth === undefined ? nanosOf(monthly) : costNanos(truth, gb)))
      .reduce((sum, nanos) => sum + nanos, 0n);
    return [
      ...differs(`the amount of ${name} is`, monthly, wanted?.monthly.toFixed(2)),
      ...(quietMs < pricesMs
        ? []
        : differs(`that ${name} costs (nanos)`, String(nanosOf(allocatedMonthly)), String(cost))),
      ...wrong.map(
        ({ truth, gb }) =>
          `the report says ${truth && nameOf(truth)} has ${gb} GB, and it has ${truth?.ours[0]?.gb} GB`,
      ),
    ];
  });

const frozen = ({ startedAt, plan }: Reported, policy: SimulatedPolicy): string[] => {
  const window = windowAt(policy.freeze, Date.parse(startedAt));
  return differs('that it is frozen', plan?.freeze !== undefined, window !== undefined);
};

/** What a report says of the platform, against the platform. */
const judged = (
  report: Reported,
  { services, quietMs, projects }: PassSeen,
  run: RunBegun,
  isPriceOpen: IsPriceOpen,
): string[] => {
  const { plan, coverage, unread } = report;
  if (plan === null) return ['the report has no plan'];
  const read = new Set(plan.decisions.map(({ project }) => project));
  const inScope = services.filter((service) => read.has(service.project) && earlier(run.services, service));
  const isDone = report.outcome === 'applied' || (report.outcome === 'nothing' && !plan.freeze?.waiting.length);
  return [
    ...differs('unread projects are', unread.length, 0),
    ...differs('the organization has projects', coverage?.listed, projects),
    ...protection(coverage?.protection, inScope, run, Date.parse(report.startedAt)),
    ...frozen(report, run.policy),
    ...(isDone && !plan.freeze?.waiting.length && run.undone === undefined && !run.isOfOne
      ? money(plan, run.policy, report.startedAt.slice(0, 10), inScope, quietMs, isPriceOpen)
      : []),
  ];
};

/** Reports by what their passes stored: several laws read the same one. */
const reports = new WeakMap<PassSeen['stored'], Reported>();

interface PlannedChange extends ReportedChange {
  readonly phase: string;
}

/** A report and its plan in the store, read without the product's schemas. */
type StoredPlan = NonNullable<Reported['plan']> & {
  readonly changes: readonly PlannedChange[] | { readonly inParts: readonly string[] };
};
interface StoredReport extends Omit<Reported, 'plan' | 'results'> {
  readonly plan: string | null;
  readonly findings?: StoredPlan['findings'];
  readonly results: readonly {
    readonly phase: string;
    readonly project: string;
    readonly ends: readonly { readonly status: string }[];
  }[];
}

const storedAt = <T>(stored: PassSeen['stored'], pattern: RegExp): T | undefined => {
  const [, body] = [...stored].find(([key]) => pattern.test(key)) ?? [];
  return body === undefined ? undefined : JSON.parse(body);
};

const changesIn = ({ stored }: Pick<PassSeen, 'stored'>, changes: StoredPlan['changes']): readonly PlannedChange[] =>
  'inParts' in changes ? changes.inParts.flatMap((key) => JSON.parse(stored.get(key) ?? '').items) : changes;

const readReport = (pass: Pick<PassSeen, 'stored'>): Reported | undefined => {
  const report = storedAt<StoredReport>(pass.stored, /^runs\/[^/]+\/report\.json$/);
  if (report === undefined) return undefined;
  const plan = storedAt<StoredPlan>(pass.stored, /^runs\/[^/]+\/plan\/plan\.json$/);
  if (report.plan === null || plan === undefined) return { ...report, plan: null, results: [] };
  const changes = changesIn(pass, plan.changes);
  const results = report.results.flatMap(({ phase, project, ends }) =>
    changes
      .filter((change) => change.phase === phase && change.project === project)
      .flatMap((change, place) => ends.slice(place, place + 1).map(({ status }) => ({ ...change, status }))),
  );
  return { ...report, plan: { ...plan, findings: [...plan.findings, ...(report.findings ?? [])] }, results };
};

/** The report that a pass stored; undefined if it stored none. */
export const reportOf = (pass: Pick<PassSeen, 'stored'>): Reported | undefined => {
  const report = reports.get(pass.stored) ?? readReport(pass);
  if (report !== undefined) reports.set(pass.stored, report);
  return report;
};

export const reportIsTrue: Law = {
  name: 'the report of an undisturbed pass says what the platform shows',
  source: 'design §9',
  afterPass: (pass, { run, isPriceOpen = () => false }) => {
    if (pass.isDisturbed || run === undefined || run.mode === 'stop' || pass.outcome === 'refused') return [];
    const report = reportOf(pass);
    if (report === undefined) return ['the pass stored no report'];
    return [...differs('the outcome is', report.outcome, pass.outcome), ...judged(report, pass, run, isPriceOpen)];
  },
};
