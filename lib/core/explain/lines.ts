import { type Change, gbOf, isDiskChange } from '../change/change.ts';
import { fromText } from '../change/maximum-text.ts';
import type { HeldMaximum } from '../model/model.ts';
import { type Reason, reasonText } from '../model/reason.ts';
import { optionChangeText, optionValueText } from '../model/search-configuration.ts';
import type { RuleTrial, SeenTag } from '../policy/policy.ts';
import type { Actual } from '../service/actual.ts';
import { diskText } from './disk-outlook.ts';
import type { ExplainedBudget, Explanation } from './explain.ts';

const list = (items: readonly string[], none: string): string => (items.length === 0 ? none : items.join(', '));

/** In the platform's own count, which needs nothing to be known of the plan. */
const shown = ({ kind, gb }: HeldMaximum): string => {
  if (gb === null) return 'a maximum that cannot be read';
  return kind === 'total' ? `${gb} GB in all` : `${gb} GB`;
};

const actualText = (actual: Actual | null): string => {
  if (actual === null) return 'not known';
  const { attached, spare, foreign, endpointName } = actual;
  return list(
    [
      ...attached.map(({ endpoint }) => `autoscaler ${endpoint.name} with ${shown(endpoint.maximum)}`),
      ...spare.map(({ maximum }) => `unused endpoint ${endpointName} with ${shown(maximum)}`),
      ...foreign.map((endpoint) => `autoscaler ${endpoint}, not ours`),
    ],
    'no autoscaler',
  );
};

/** The service grows no further than its maximum where it has an autoscaler, and not at all where it has none. */
const diskLines = ({ disk, actual }: Explanation): string[] => {
  if (disk === null) return [];
  const hasAutoscaler = actual !== null && actual.attached.length + actual.foreign.length > 0;
  return [`Disk: ${diskText(disk, hasAutoscaler)}`];
};

const tagText = ({ key, value, from, insteadOf }: SeenTag): string =>
  `${key}=${value} (${from}${insteadOf === undefined ? '' : `, instead of ${insteadOf} of the project`})`;

const budgetLines = (budget: ExplainedBudget): string[] => {
  const { name, currency, monthly, grantableMonthly, floorMonthly, allocatedMonthly, leftMonthly, share } = budget;
  const amounts = `${monthly} ${currency} a month, ${grantableMonthly} may be granted`;
  return [
    `  "${name}": ${amounts}; ${floorMonthly} cannot be taken back, ${allocatedMonthly} allocated to ${budget.services} services, ${leftMonthly} left`,
    ...(budget.withheld === null ? [] : [`  ${budget.withheld}`]),
    `  ${share === null ? 'The service has no share of it now.' : share.reason}`,
  ];
};

const ruleLine = ({ rule, tried, matched, why }: RuleTrial): string => {
  if (!tried) return `  not tried "${rule}": ${why}`;
  return `  ${matched ? 'matched' : 'skipped'} "${rule}": ${why}`;
};

const wantLine = ({ path, value, baseline, actual }: Explanation['search'][number]): string =>
  `  ${path} is to be ${value === null ? 'the default' : optionValueText(value)} (baseline "${baseline}"), is ${optionValueText(actual)}`;

const changeLines = (change: Change): string[] => {
  const { kind, phase } = change;
  return isDiskChange(change)
    ? [`  ${kind} ${fromText(gbOf(change))} → ${gbOf(change).toGb} GB (${phase})`]
    : [`  ${kind} (${phase})`, ...change.members.map((member) => `    ${optionChangeText(member)}`)];
};

const eligibility = ({ ineligible, actual }: Explanation): string => {
  if (actual === null) return 'not known';
  return ineligible ?? 'yes';
};

/** Several reasons stand one by one, each with its source, in the order in which they followed on each other. */
const desiredLines = (desired: string, reasons: readonly Reason[]): string[] =>
  reasons.length > 1
    ? [desired, ...reasons.map(({ source, text }) => `  ${source}: ${text}`)]
    : [`${desired} ${reasonText(reasons)}`];

/** The explanation as lines of text: the sentence first, then the chain that led to it. */
export const explanationLines = (it: Explanation): string[] => {
  const { decision } = it;
  const wanted = decision.maxAdditionalGb === undefined ? '' : ` at ${decision.maxAdditionalGb} GB`;
  const section = (title: string, lines: readonly string[], none: string): string[] =>
    lines.length === 0 ? [`${title}: ${none}`] : [`${title}:`, ...lines];
  return [
    it.sentence,
    ...diskLines(it),
    `Tags: ${list(it.tags.map(tagText), 'none')}`,
    ...section(
      'Override tags',
      it.overrides.map(({ key, value, meaning }) => `  ${key}=${value}: ${meaning}`),
      'none',
    ),
    ...(it.managedBy === null
      ? []
      : [`Configuration: kept by ${it.managedBy}, so the autoscaler is not taken away and its maximum not lowered`]),
    ...section('Rules', it.rules.map(ruleLine), 'none was tried'),
    ...desiredLines(`Desired: ${decision.effect}${wanted}.`, decision.reasons),
    ...section('Budget', it.budget === null ? [] : budgetLines(it.budget), 'none matches the service'),
    `Eligible: ${eligibility(it)}`,
    `Actual: ${actualText(it.actual)}`,
    ...(it.search.length === 0 ? [] : section('Search configuration', it.search.map(wantLine), '')),
    ...section('Changes', it.changes.flatMap(changeLines), 'none'),
    ...section(
      'Findings',
      it.findings.map(({ code, message }) => `  ${code}: ${message}`),
      'none',
    ),
    ...section(
      'Guardrails, for the plan of this project; a run judges all its projects together',
      it.violations.map(({ guardrail, message }) => `  ${guardrail}: ${message}`),
      'none is crossed',
    ),
    ...section(
      'Next',
      it.next.map((sentence) => `  ${sentence}`),
      '',
    ),
  ];
};
