import { type BudgetResult, type BudgetShare, provisionedIn } from '../budget/result.ts';
import type { AdoptedEndpoint } from '../change/adopted-endpoint.ts';
import type { Change, ChangeResult } from '../change/change.ts';
import { changeJson } from '../change/change-json.ts';
import { serviceMaximums } from '../forecast/due.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import { type ForecastRecord, forecastRecord } from '../forecast/plan-forecast.ts';
import { because, type Decision, decisionJson, type Finding } from '../model/decision.ts';
import type { ServiceName } from '../model/grouping.ts';
import type { Service, Snapshot } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import { type OptionValue, optionValueAt } from '../model/search-configuration.ts';
import { type Plan, type Verdict, type Violation, wholeChanges } from '../plan/plan-result.ts';
import type { SeenTag } from '../policy/effective-tags.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import type { ReadOverride } from '../policy/override-tags.ts';
import { compilePolicy, type Evaluation, type RuleTrial } from '../policy/policy.ts';
import { decidedBy } from '../policy/rule-outcome.ts';
import type { WantedValue } from '../policy/search-baseline.ts';
import { type Actual, indexActual } from '../service/actual.ts';
import { type Coming, comingOf, consequence, obstacleIn, obstructed, pendingSentences } from './coming.ts';
import { type DiskForecast, diskForecast } from './disk-forecast.ts';
import type { OlderReading, UnreadFacts } from './older-reading.ts';
import { replicaIn } from './replica.ts';

/**
 * When a service is checked again and what may change then, in sentences.
 * @param ends last days of its override tags
 * @param pending what its changes wait for, in sentences
 */
const nextLook = ({ exemption, override }: Evaluation['ends'], pending: readonly string[]): string[] => [
  'The next run checks it again: on AWS every hour by default, and after each event of its project.',
  ...(exemption === undefined ? [] : [`Its exemption ends after ${exemption}; the rules apply from then on.`]),
  ...(override === undefined ? [] : [`Its override ends after ${override}; the rule alone applies from then on.`]),
  ...pending,
];

interface ExplainInput {
  readonly policy: Policy;
  /** The project of the service. */
  readonly snapshot: Snapshot;
  readonly service: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** Endpoints of the project that Headroom adopted; absent if there are none. */
  readonly adopted?: readonly AdoptedEndpoint[];
  /** Absent if the snapshot is of this run. */
  readonly reading?: OlderReading;
  /** The plan made with this policy, of this project or of all. */
  readonly plan: Plan;
  /** What became of the changes of the plan; absent before it is applied. */
  readonly results?: readonly ChangeResult[];
  /** Facts of its disk beyond the snapshot; absent if not requested. */
  readonly disk?: {
    readonly forecasts: Forecasts;
    /** Null without a measurement. */
    readonly usedPercent: number | null;
  };
}

/** The budget of a service and its share; null without a share, such as while prices are unknown. */
export interface ExplainedBudget extends Omit<BudgetResult, 'shares'> {
  readonly share: BudgetShare | null;
  /** Cost of the storage that is provisioned in the whole budget. */
  readonly provisioned: ReturnType<typeof provisionedIn>;
}

/** The causes of the plan for one service. */
export interface Explanation extends ServiceName {
  /** The result in one sentence. */
  readonly sentence: string;
  /** With the maximum that its budget allows. */
  readonly decision: Decision;
  readonly tags: readonly SeenTag[];
  /** Override tags among them, with their effects. */
  readonly overrides: readonly ReadOverride[];
  /** The other tool that manages the configuration of the service; null without one. */
  readonly managedBy: string | null;
  /** Present if the platform changes the plan of the service by itself: its disk, price and limit change with it. */
  readonly planAutoscaler?: Service['planAutoscaler'] & { readonly plan: string };
  /** Present of a read replica. */
  readonly replicaOf?: ReturnType<typeof replicaIn>;
  /** Every rule of the policy, including untried ones. */
  readonly rules: readonly RuleTrial[];
  /** Null without a matching budget. */
  readonly budget: ExplainedBudget | null;
  /** Why the service cannot have the autoscaler now; null when it can. */
  readonly ineligible: string | null;
  /** Null when its project could not be read. */
  readonly actual: Actual | null;
  /** Null when its project could not be read, or the disk was not requested. */
  readonly disk: DiskForecast | null;
  /** How forecasts of this disk in the last weeks came out; empty unless its forecast sets the maximum. */
  readonly record: ForecastRecord;
  /** The values that baselines want of the search configuration, with the actual ones. */
  readonly search: readonly (WantedValue & { readonly actual: OptionValue })[];
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
  /** Guardrails that the plan exceeds, if changes of the service wait for them. */
  readonly violations: readonly Violation[];
  /** The reading that the answer rests on; absent if it is of this run. */
  readonly reading?: OlderReading;
  /** When it is checked again, and what may change then, in sentences. */
  readonly next: readonly string[];
}

const desire = ({ effect, maxAdditionalGb }: Decision, exempt: boolean, by: string): string => {
  if (effect === 'enable') return `should have the autoscaler with a maximum of ${maxAdditionalGb} GB (${by})`;
  if (effect === 'disable') return `should have no autoscaler (${by})`;
  return `has an unmanaged disk (${exempt ? 'exempt by its tag' : by})`;
};

type IsHere = (item: Pick<Change, 'project' | 'service'>) => boolean;

const budgetOf = (plan: Plan, name: string | null, isHere: IsHere): ExplainedBudget | null => {
  const result = plan.budgets.find((budget) => budget.name === name);
  if (result === undefined) return null;
  const { shares, ...whole } = result;
  return { ...whole, provisioned: provisionedIn(result), share: shares.find(isHere) ?? null };
};

/** Findings of the service and of its budget. */
const findingsAbout = ({ findings }: Plan, budget: string | null, isHere: IsHere): Finding[] =>
  findings.filter(
    (finding) => isHere(finding) || (budget !== null && finding.project === '' && finding.subject === budget),
  );

/** What waits does so as a whole, so its guardrails concern every service of it, and no other. */
const violationsFor = ({ unapproved }: Coming, { proposal }: Plan): readonly Violation[] =>
  unapproved.length > 0 ? (proposal?.violations ?? []) : [];

const diskForecastOf = (
  { snapshot, disk }: ExplainInput,
  service: Service,
  findings: readonly Finding[],
): DiskForecast | null => {
  const held = serviceMaximums([snapshot]).find(({ name }) => name === service.name);
  if (disk === undefined || held === undefined) return null;
  const { state, refusal } = service;
  const isStuck = findings.some(({ code }) => code === 'autoscaler-stuck');
  const limits = { maximum: held.maximum, passing: { state, refusal, isStuck } };
  return diskForecast(disk.forecasts, held, limits, disk.usedPercent);
};

/** Judged by the confidence that its maximum promises. */
const recordOf = ({ snapshot, disk }: ExplainInput, service: Service, { forecast }: Evaluation): ForecastRecord =>
  disk === undefined || forecast === null
    ? []
    : forecastRecord(disk.forecasts.pastErrorsOf({ project: snapshot.project, name: service.name }), [
        forecast.confidence,
      ]);

/**
 * Explains one service: the decision with its rule, tags and budget, the actual state, and the changes of the plan.
 * @returns null when the snapshot has no service of that name.
 */
export const explain = (input: ExplainInput): Explanation | null => {
  const { policy, snapshot, service: name, today, plan, results = [] } = input;
  const service = snapshot.services.find((candidate) => candidate.name === name);
  if (service === undefined) return null;
  const { project } = snapshot;
  const isHere: IsHere = (item) => item.project === project && item.service === name;
  const seen = compilePolicy(policy).evaluate({ name: project, tags: snapshot.tags }, service, today);
  const decision = plan.decisions.find(isHere) ?? seen.decision;
  const coming = comingOf(plan, { project, service: name }, findingsAbout(plan, seen.budget, isHere));
  const obstacle = obstacleIn(coming, decision);
  const actual = indexActual(snapshot, new Map(), input.adopted).of(service);
  const replicaOf = replicaIn(plan, project, service);
  const statement =
    obstacle === undefined
      ? `${desire(decision, decision.actual?.exempt ?? seen.exempt, decidedBy(decision.rule))}; ${consequence(coming, plan, results.filter(isHere))}.`
      : obstructed(obstacle.message, decision, actual);
  return {
    project,
    service: name,
    sentence: `${project}/${name} ${statement}`,
    decision,
    tags: seen.tags,
    overrides: seen.overrides,
    managedBy: seen.managedBy,
    ...(service.planAutoscaler !== undefined && { planAutoscaler: { plan: service.plan, ...service.planAutoscaler } }),
    ...(replicaOf && { replicaOf }),
    rules: seen.trace,
    budget: budgetOf(plan, seen.budget, isHere),
    ineligible: ineligibleReason(service),
    actual,
    disk: diskForecastOf(input, service, coming.findings),
    record: recordOf(input, service, seen),
    search: seen.wants.map((want) => ({
      ...want,
      actual: optionValueAt(service.searchConfiguration ?? {}, want.path),
    })),
    changes: wholeChanges(plan).filter(isHere),
    findings: coming.findings,
    verdict: plan.verdict,
    violations: violationsFor(coming, plan),
    reading: input.reading,
    next: nextLook(seen.ends, pendingSentences(coming, plan)),
  };
};

/** Explains a service of an unread project: without a decision nothing changes. */
export const explainUnread = (
  policy: Policy,
  { project, last }: UnreadFacts,
  service: string,
  plan: Plan,
): Explanation => {
  const here = { project: project.name, service };
  const findings = plan.findings.filter((finding) => finding.project === project.name && finding.service === '');
  const why = 'its project could not be read';
  return {
    ...here,
    sentence: `${project.name}/${service} stays unchanged: ${why}.`,
    decision: {
      ...here,
      effect: 'ignore',
      rule: '',
      reasons: because('unread', 'The project could not be read, so there is no decision.'),
    },
    tags: Object.entries(project.tags).map(([key, value]) => ({ key, value, from: 'project' as const })),
    overrides: [],
    managedBy: null,
    rules: policy.rules.map(({ name }) => ({ rule: name, tried: false, matched: false, why })),
    budget: null,
    ineligible: null,
    actual: null,
    disk: null,
    record: [],
    search: [],
    changes: [],
    findings,
    verdict: plan.verdict,
    violations: [],
    reading: last,
    next: nextLook({}, []),
  };
};

/** An explanation in JSON. */
export const explanationJson = (explanation: Explanation) => ({
  ...explanation,
  decision: decisionJson(explanation.decision),
  changes: explanation.changes.map(changeJson),
});
