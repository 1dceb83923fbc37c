import { type Actual, indexActual } from './actual.ts';
import { ineligibleReason } from './eligibility.ts';
import type { Change, Decision, Finding, HeldMaximum, Plan, Snapshot, Verdict, Violation } from './model.ts';
import { compilePolicy, type RuleTrial, type SeenTag } from './policy.ts';
import type { Policy } from './policy-document.ts';
import type { Want } from './search-baseline.ts';
import { type OptionValue, optionChangeText, optionValueAt, optionValueText } from './search-configuration.ts';

export interface ExplainInput {
  readonly policy: Policy;
  /** The project of the service. */
  readonly snapshot: Snapshot;
  readonly service: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** The plan made with this policy, of this project or of all. */
  readonly plan: Plan;
}

/** Everything that led to what happens to one service. */
export interface Explanation {
  readonly project: string;
  readonly service: string;
  /** The whole story in one sentence. */
  readonly sentence: string;
  readonly decision: Decision;
  readonly tags: readonly SeenTag[];
  readonly rules: readonly RuleTrial[];
  /** Why the service cannot have the autoscaler now; null when it can. */
  readonly ineligible: string | null;
  readonly actual: Actual;
  /** What baselines want of the search configuration, and what there is. */
  readonly search: readonly (Want & { readonly actual: OptionValue })[];
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
  readonly violations: readonly Violation[];
}

const list = (items: readonly string[], none: string): string => (items.length === 0 ? none : items.join(', '));

const desire = ({ effect, rule, maxAdditionalGb }: Decision, exempt: boolean): string => {
  const by = rule === '' ? 'no rule matches' : `rule "${rule}"`;
  if (effect === 'enable') return `is to have the autoscaler with a maximum of ${maxAdditionalGb} GB (${by})`;
  if (effect === 'disable') return `is to have no autoscaler (${by})`;
  return `is left alone (${exempt ? 'exempt by its tag' : by})`;
};

const consequence = (changes: readonly Change[], findings: readonly Finding[], { verdict, mode }: Plan): string => {
  const writes = changes.map(({ kind }) => kind).join(', ');
  const codes = [...new Set(findings.map(({ code }) => code))].join(', ');
  if (changes.length === 0) return `nothing is to be changed${codes === '' ? '' : `, but see ${codes} below`}`;
  if (verdict === 'needs-approval') return `pending until the plan is approved: ${writes}`;
  return verdict === 'observe' ? `pending, as mode ${mode} writes nothing: ${writes}` : `to be done: ${writes}`;
};

/**
 * Explains one service: what is decided, by which rule and tags, what there is, and what the plan does about it.
 * @returns null when the snapshot has no service of that name.
 */
export const explain = ({ policy, snapshot, service: name, today, plan }: ExplainInput): Explanation | null => {
  const service = snapshot.services.find((candidate) => candidate.name === name);
  if (service === undefined) return null;
  const { project } = snapshot;
  const isHere = (item: { project: string; service: string }) => item.project === project && item.service === name;
  const seen = compilePolicy(policy).evaluate({ name: project, tags: snapshot.tags }, service, today);
  const changes = plan.changes.filter(isHere);
  const findings = plan.findings.filter(isHere);
  return {
    project,
    service: name,
    sentence: `${project}/${name} ${desire(seen.decision, seen.exempt)}; ${consequence(changes, findings, plan)}.`,
    decision: seen.decision,
    tags: seen.tags,
    rules: seen.trace,
    ineligible: ineligibleReason(service),
    actual: indexActual(snapshot, new Map()).of(service),
    search: seen.wants.map((want) => ({
      ...want,
      actual: optionValueAt(service.searchConfiguration ?? {}, want.path),
    })),
    changes,
    findings,
    verdict: plan.verdict,
    violations: plan.violations,
  };
};

/** In the platform's own count, which needs nothing to be known of the plan. */
const shown = ({ kind, gb }: HeldMaximum): string => {
  if (gb === null) return 'a maximum that cannot be read';
  return kind === 'total' ? `${gb} GB in all` : `${gb} GB`;
};

const actualText = ({ attached, spare, foreign, endpointName }: Actual): string =>
  list(
    [
      ...attached.map(({ endpoint }) => `autoscaler ${endpoint.name} with ${shown(endpoint.maximum)}`),
      ...spare.map(({ maximum }) => `unused endpoint ${endpointName} with ${shown(maximum)}`),
      ...foreign.map((endpoint) => `autoscaler ${endpoint}, not ours`),
    ],
    'no autoscaler',
  );

const ruleLine = ({ rule, tried, matched, why }: RuleTrial): string => {
  if (!tried) return `  not tried "${rule}": ${why}`;
  return `  ${matched ? 'matched' : 'skipped'} "${rule}": ${why}`;
};

const wantLine = ({ path, value, baseline, actual }: Explanation['search'][number]): string =>
  `  ${path} is to be ${value === null ? 'the default' : optionValueText(value)} (baseline "${baseline}"), is ${optionValueText(actual)}`;

const changeLines = ({ kind, fromGb, toGb, phase, members }: Change): string[] =>
  members === undefined
    ? [`  ${kind} ${fromGb} → ${toGb} GB (${phase})`]
    : [`  ${kind} (${phase})`, ...members.map((member) => `    ${optionChangeText(member)}`)];

/** The explanation as lines of text: the sentence first, then the chain that led to it. */
export const explanationLines = (it: Explanation): string[] => {
  const { decision } = it;
  const wanted = decision.maxAdditionalGb === undefined ? '' : ` at ${decision.maxAdditionalGb} GB`;
  const section = (title: string, lines: readonly string[], none: string): string[] =>
    lines.length === 0 ? [`${title}: ${none}`] : [`${title}:`, ...lines];
  return [
    it.sentence,
    `Tags: ${list(
      it.tags.map(({ key, value, from }) => `${key}=${value} (${from})`),
      'none',
    )}`,
    ...section('Rules', it.rules.map(ruleLine), 'none was tried'),
    `Desired: ${decision.effect}${wanted}. ${decision.reason}`,
    `Eligible: ${it.ineligible ?? 'yes'}`,
    `Actual: ${actualText(it.actual)}`,
    ...(it.search.length === 0 ? [] : section('Search configuration', it.search.map(wantLine), '')),
    ...section('Changes', it.changes.flatMap(changeLines), 'none'),
    ...section(
      'Findings',
      it.findings.map(({ code, message }) => `  ${code}: ${message}`),
      'none',
    ),
    ...section(
      'Guardrails',
      it.violations.map(({ guardrail, message }) => `  ${guardrail}: ${message}`),
      'none is crossed by this plan',
    ),
  ];
};
