import { type Change, gbOf, isDiskChange, resizes } from '../change/change.ts';
import { fromText } from '../change/maximum-text.ts';
import { recordText } from '../forecast/plan-forecast.ts';
import { type Reason, reasonText } from '../model/decision.ts';
import { inWords, minuteMs } from '../model/durations.ts';
import type { HeldMaximum } from '../model/model.ts';
import { cents } from '../model/money.ts';
import { optionChangeText, optionValueText } from '../model/search-configuration.ts';
import { wholeGb } from '../model/sizes.ts';
import { counted } from '../model/visible-text.ts';
import type { SeenTag } from '../policy/effective-tags.ts';
import type { RuleTrial } from '../policy/policy.ts';
import type { Actual } from '../service/actual.ts';
import { diskText } from './disk-forecast.ts';
import type { ExplainedBudget, Explanation } from './explain.ts';
import { replicaLines } from './replica.ts';

const list = (items: readonly string[], none: string): string => (items.length === 0 ? none : items.join(', '));

/** In the platform's unit, which does not depend on the disk size of the plan. */
const shown = ({ kind, gb }: HeldMaximum): string => {
  if (gb === null) return 'an unreadable maximum';
  return kind === 'total' ? `${gb} GB (whole disk)` : `${gb} GB`;
};

const actualText = (actual: Actual | null): string => {
  if (actual === null) return 'unknown';
  const { attached, spare, foreign } = actual;
  return list(
    [
      ...attached.map(({ endpoint }) => `autoscaler ${endpoint.name} with ${shown(endpoint.maximum)}`),
      ...spare.map(({ name, maximum }) => `unused endpoint ${name} with ${shown(maximum)}`),
      ...foreign.map((endpoint) => `autoscaler ${endpoint} (not managed by Headroom)`),
    ],
    'no autoscaler',
  );
};

const diskLines = ({ disk, record }: Explanation): string[] => {
  const past = recordText(record);
  return [
    ...(disk === null ? [] : [`Disk: ${diskText(disk)}`]),
    ...(past === null ? [] : [`Forecasts of this disk: ${past}`]),
  ];
};

/** A plan that the platform changes by itself is neither drift nor a decision of Headroom. */
const planLines = ({ planAutoscaler }: Explanation): string[] => {
  if (planAutoscaler === undefined) return [];
  const { plan, minPlan, maxPlan } = planAutoscaler;
  const bounds = minPlan === null || maxPlan === null ? '' : `, from ${minPlan} to ${maxPlan}`;
  return [
    `Plan: ${plan}; the platform's service autoscaler changes it by itself${bounds}. The plan's disk, its limit and the price change with it.`,
  ];
};

const tagText = ({ key, value, from, insteadOf }: SeenTag): string =>
  `${key}=${value} (${from}${insteadOf === undefined ? '' : `, overrides ${insteadOf} of the project`})`;

const budgetLines = (budget: ExplainedBudget): string[] => {
  const {
    name,
    currency,
    monthly,
    grantableMonthly,
    inForceMonthly,
    allocatedMonthly,
    leftMonthly,
    provisioned,
    share,
  } = budget;
  const omits = provisioned.omits === '' ? '' : ` (${provisioned.omits})`;
  const amounts = `${monthly} ${currency} a month, ${grantableMonthly} available`;
  return [
    `  "${name}": ${cents(inForceMonthly)} in force of ${amounts}; ${cents(provisioned.monthly)} provisioned${omits}, ${cents(allocatedMonthly)} allocated to ${counted(budget.services, 'service')}, ${cents(leftMonthly)} unused`,
    `  ${budget.withheld ?? share?.reason ?? 'The service has no share now.'}`,
  ];
};

const ruleLine = ({ rule, tried, matched, why }: RuleTrial): string =>
  `  ${tried ? (matched ? 'matched' : 'skipped') : 'not tried'} "${rule}": ${why}`;

const wantLine = ({ path, value, baseline, actual }: Explanation['search'][number]): string =>
  `  ${path}: desired ${value === null ? 'the default' : optionValueText(value)} (baseline "${baseline}"), actual ${optionValueText(actual)}`;

const changeLines = (change: Change): string[] => {
  const { kind, phase } = change;
  if (resizes(change)) return [`  ${kind} ${wholeGb(change.fromMb)} → ${wholeGb(change.toMb)} GB (${phase})`];
  return isDiskChange(change)
    ? [`  ${kind} ${fromText(gbOf(change))} → ${gbOf(change).toGb} GB (${phase})`]
    : [`  ${kind} (${phase})`, ...change.members.map((member) => `    ${optionChangeText(member)}`)];
};

const eligibility = ({ ineligible, actual }: Explanation): string => {
  if (actual === null) return 'unknown';
  return ineligible ?? 'yes';
};

/** A single reason follows on the same line; several are listed in order, each with its source. */
const desiredLines = (desired: string, reasons: readonly Reason[]): string[] =>
  reasons.length > 1
    ? [desired, ...reasons.map(({ source, text }) => `  ${source}: ${text}`)]
    : [`${desired} ${reasonText(reasons)}`];

const readingLines = ({ reading, actual }: Explanation): string[] => {
  if (reading === undefined) return [];
  const use = actual === null ? 'only budgets use it' : 'this answer rests on it';
  return [`Reading: ${inWords(reading.minutes * minuteMs)} old (${reading.readAt}); ${use}`];
};

/** The explanation as lines of text: the sentence first, then the chain of causes. */
export const explanationLines = (it: Explanation): string[] => {
  const { decision } = it;
  const wanted = decision.maxAdditionalGb === undefined ? '' : ` at ${decision.maxAdditionalGb} GB`;
  const listed = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${title}:`, ...lines];
  const section = (title: string, lines: readonly string[], none: string): string[] =>
    lines.length === 0 ? [`${title}: ${none}`] : listed(title, lines);
  return [
    it.sentence,
    ...readingLines(it),
    ...diskLines(it),
    ...planLines(it),
    ...replicaLines(it),
    `Tags: ${list(it.tags.map(tagText), 'none')}`,
    ...listed(
      'Override tags',
      it.overrides.map(({ key, value, meaning }) => `  ${key}=${value}: ${meaning}`),
    ),
    ...(it.managedBy === null
      ? []
      : [
          `Configuration: managed by ${it.managedBy}, so Headroom neither removes the autoscaler nor lowers its maximum`,
        ]),
    ...section('Rules', it.rules.map(ruleLine), 'the policy has none'),
    ...desiredLines(`Desired: ${decision.effect}${wanted}.`, decision.reasons),
    ...section('Budget', it.budget === null ? [] : budgetLines(it.budget), 'none matches the service'),
    `Eligible: ${eligibility(it)}`,
    `Actual: ${actualText(it.actual)}`,
    ...listed('Search configuration', it.search.map(wantLine)),
    ...section('Changes', it.changes.flatMap(changeLines), 'none'),
    ...listed(
      'Findings',
      it.findings.map(({ code, message }) => `  ${code}: ${message}`),
    ),
    ...(it.violations.length === 0 && it.changes.length > 0
      ? ["Guardrails: none exceeded (for this project's plan)"]
      : listed(
          "Guardrails exceeded (for this project's plan; a run checks all its projects together)",
          it.violations.map(({ guardrail, message }) => `  ${guardrail}: ${message}`),
        )),
    ...listed(
      'Next',
      it.next.map((sentence) => `  ${sentence}`),
    ),
  ];
};
