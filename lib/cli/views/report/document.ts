import { subjectName } from '../../../core/change/change.ts';
import { planLine } from '../../../core/plan/line.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { changeHead, changeRows } from '../change-rows.ts';
import { forecastFacts, forecastSection } from './forecast-section.ts';
import { protectionText } from './protection-labels.ts';
import type { Section } from './section.ts';
import { serviceSection } from './service-section.ts';

/** A report for people, before it is HTML or Markdown. */
export interface ReportDocument {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly Section[];
}

const budgetSection = (plan: Plan | null): Section => ({
  title: 'Budgets',
  head: ['budget', 'services', 'a month', 'may be granted', 'floor', 'maximums', 'left', 'currency', 'note'],
  rows: (plan?.budgets ?? []).map((budget) => [
    budget.name,
    String(budget.services),
    budget.monthly,
    budget.grantableMonthly,
    budget.floorMonthly,
    budget.allocatedMonthly,
    budget.leftMonthly,
    budget.currency,
    budget.frozen ? 'frozen: what cannot be taken back costs more' : (budget.withheld ?? ''),
  ]),
  empty: 'The policy has no budgets.',
});

const findingSection = (plan: Plan | null): Section => ({
  title: 'Findings',
  head: ['finding', 'project', 'service', 'what to know'],
  rows: (plan?.findings ?? []).map(({ code, project, service, message }) => [code, project, service, message]),
  empty: 'There are none.',
});

const unfinishedSection = ({ results }: ReportObject): Section => ({
  title: 'Changes not confirmed',
  head: ['status', 'change', 'project', 'service', 'why'],
  rows: results
    .filter(({ status }) => status !== 'confirmed')
    .map((result) => [result.status, result.kind, result.project, subjectName(result), result.error ?? '']),
  empty: 'There are none.',
});

const waitingSection = (plan: Plan | null): Section => ({
  title: 'Waiting for the end of a freeze',
  head: changeHead,
  rows: changeRows(plan?.freeze?.waiting ?? []),
  empty: plan?.freeze === undefined ? 'Nothing was frozen.' : 'There was a freeze, and nothing waits for its end.',
});

const freezeFacts = ({ freeze }: Plan): (readonly [string, string])[] =>
  freeze === undefined
    ? []
    : [['freeze', `${freeze.reason}, ${freeze.until === null ? 'no end known' : `until ${freeze.until}`}`]];

const unreadSection = ({ unread }: ReportObject): Section => ({
  title: 'Projects not read',
  head: ['project', 'error', 'why'],
  rows: unread.map(({ project, error, message }) => [project, error, message]),
  empty: 'Every project of this run was read.',
});

const coverageFacts = ({ coverage, unread }: ReportObject): (readonly [string, string])[] => {
  if (coverage === undefined) return [];
  const { listed, neverRead, missingPermissions, services, protection } = coverage;
  const names = neverRead.length === 0 ? 'none' : neverRead.join(', ');
  const refused = missingPermissions.map(({ project, to }) => `${project} (${to})`).join(', ') || 'none';
  return [
    ['projects listed', `${listed}, of which ${unread.length} not read in this run`],
    ['projects never read', names],
    ['permissions missing', refused],
    [
      'services, desired',
      `${services.enable} to enable, ${services.disable} to disable, ${services.ignore} to leave alone`,
    ],
    ...(protection === undefined ? [] : [['services, actual', protectionText(protection)] as [string, string]]),
  ];
};

/**
 * Puts the report of a run together for people: coverage, maximums, budgets, findings, forecast, and what waits.
 * @param only the projects that its lists are cut down to; left out: all
 */
export const reportDocument = (report: ReportObject, only?: readonly string[]): ReportDocument => {
  const { runId, startedAt, endedAt, outcome, error, cause, plan } = report;
  return {
    title: `Headroom: run ${runId}`,
    facts: [
      ...(only === undefined
        ? []
        : [['lists of', `projects ${only.join(', ')}; all else is of the whole run`] as const]),
      ['outcome', outcome],
      ['started', startedAt ?? 'unknown'],
      ['ended', endedAt],
      ...(error === null ? [] : [['error', `${error}: ${cause ?? ''}`] as const]),
      ...(plan === null ? [] : [['plan', planLine(plan)] as const]),
      ...(plan === null ? [] : [['mode and digest', `${plan.mode}, ${plan.digest}`] as const]),
      ...(plan === null ? [] : [...freezeFacts(plan), ...forecastFacts(plan)]),
      ...coverageFacts(report),
    ],
    sections: [
      budgetSection(plan),
      findingSection(plan),
      forecastSection(plan),
      unfinishedSection(report),
      waitingSection(plan),
      unreadSection(report),
      serviceSection(report),
    ],
  };
};
