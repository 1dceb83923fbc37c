import { windowAt } from '../organization/freeze.ts';
import { isExempt, type SimulatedPolicy, wishOf } from '../organization/policy.ts';
import { costNanos } from './budgets.ts';
import { earlier, type Law, nameOf, type PassSeen, type RunBegun } from './law.ts';
import type { ServiceTruth } from './truth.ts';

/** The part of a stored report that the law looks at, read without the product's schema. */
export interface Reported {
  readonly startedAt: string;
  readonly outcome: string;
  readonly unread: readonly unknown[];
  readonly coverage?: {
    readonly listed: number;
    readonly protection?: Readonly<Record<string, number>>;
  };
  readonly plan: null | {
    readonly digest: string;
    readonly decisions: readonly { readonly project: string; readonly service: string }[];
    readonly freeze?: { readonly reason: string; readonly waiting: readonly unknown[] };
    readonly budgets: readonly {
      readonly name: string;
      readonly monthly: string;
      readonly allocatedMonthly: string;
      readonly shares: readonly { readonly project: string; readonly service: string; readonly gb: number }[];
    }[];
  };
}

const differs = (what: string, said: unknown, is: unknown): string[] =>
  JSON.stringify(said) === JSON.stringify(is)
    ? []
    : [`the report says ${what} ${JSON.stringify(said)}, and it is ${JSON.stringify(is)}`];

const classOf = (policy: SimulatedPolicy, today: string, truth: ServiceTruth): string => {
  const { project, service, ours, others, eligible } = truth;
  if (ours.length > 0) return 'protectedByUs';
  if (others.length > 0) return 'protectedByOthers';
  if (!eligible) return 'impossible';
  if (isExempt(service.tags, today)) return 'exempt';
  const wish = wishOf(policy, { project, type: service.type, tags: service.tags }, today);
  return wish.kind === 'enable' ? 'eligibleNotYet' : 'optedOut';
};

/** Services by how they are protected: what was decided by the run's beginning, what it wrote, as it is now. */
const protection = (services: readonly ServiceTruth[], policy: SimulatedPolicy, today: string) => {
  const counts = { protectedByUs: 0, protectedByOthers: 0, impossible: 0, exempt: 0, optedOut: 0, eligibleNotYet: 0 };
  for (const truth of services) counts[classOf(policy, today, truth) as keyof typeof counts] += 1;
  return counts;
};

const nanosOf = (amount: string): bigint => {
  const [whole = '0', rest = ''] = amount.split('.');
  return BigInt(whole) * 1_000_000_000n + BigInt(rest.padEnd(9, '0').slice(0, 9));
};

type Plan = NonNullable<Reported['plan']>;

/** What the report says of each budget: its amount, each maximum, and what all of them cost. */
const money = ({ budgets }: Plan, policy: SimulatedPolicy, services: readonly ServiceTruth[]): string[] =>
  budgets.flatMap(({ name, monthly, allocatedMonthly, shares }) => {
    const wanted = policy.budgets.find((budget) => budget.name === name);
    const truths = shares.map(({ project, service, gb }) => ({
      truth: services.find((one) => one.project === project && one.service.name === service),
      gb,
    }));
    const wrong = truths.filter(({ truth, gb }) => truth?.ours[0] !== undefined && truth.ours[0].gb !== gb);
    const cost = truths.reduce((sum, { truth, gb }) => sum + (truth === undefined ? 0n : costNanos(truth, gb)), 0n);
    return [
      ...differs(`the amount of ${name} is`, monthly, wanted?.monthly.toFixed(2)),
      ...differs(`that ${name} costs (nanos)`, String(nanosOf(allocatedMonthly)), String(cost)),
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
const judged = (report: Reported, { services }: PassSeen, run: RunBegun, projects: number): string[] => {
  const { plan, coverage, unread } = report;
  if (plan === null) return ['the report has no plan'];
  const read = new Set(plan.decisions.map(({ project }) => project));
  const inScope = services.filter((service) => read.has(service.project) && earlier(run.services, service));
  const isDone = report.outcome === 'applied' || (report.outcome === 'nothing' && !plan.freeze?.waiting.length);
  return [
    ...differs('unread projects are', unread.length, 0),
    ...differs('the organization has projects', coverage?.listed, projects),
    ...differs('services are', coverage?.protection, protection(inScope, run.policy, report.startedAt.slice(0, 10))),
    ...frozen(report, run.policy),
    ...(isDone && !plan.freeze?.waiting.length && run.undone === undefined ? money(plan, run.policy, inScope) : []),
  ];
};

export const reportIsTrue: Law = {
  name: 'the report of an undisturbed pass says what the platform shows',
  source: 'design §9',
  afterPass: (pass, { run }) => {
    if (pass.isDisturbed || run === undefined || run.mode === 'stop' || pass.outcome === 'refused') return [];
    const [, body] = [...pass.stored].find(([key]) => /^runs\/[^/]+\/report\.json$/.test(key)) ?? [];
    if (body === undefined) return ['the pass stored no report'];
    const report: Reported = JSON.parse(body);
    return [...differs('the outcome is', report.outcome, pass.outcome), ...judged(report, pass, run, pass.projects)];
  },
};
