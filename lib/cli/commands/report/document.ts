import { inForceAfter } from '../../../core/budget/ledger.ts';
import { heldText, outsideText, provisionedIn } from '../../../core/budget/result.ts';
import { changedServices } from '../../../core/change/changed-services.ts';
import { diskCountsText } from '../../../core/disk/disk-state.ts';
import { readingsText } from '../../../core/inventory/readings.ts';
import { cents } from '../../../core/model/money.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { amountsText, planLine } from '../../../core/plan/line.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { tookText } from '../../../core/plan/run-summary.ts';
import { protectionText } from '../../../core/service/protection.ts';
import type { ReportDocument, ReportSection } from '../../../dashboard/pages/report/section.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import type { Arrangement } from '../../shell/arrange.ts';
import { textTable } from '../../shell/columns.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { changeColumns } from '../../views/change-table.ts';
import { findingColumns, ranked } from '../../views/finding-table.ts';
import { approvalTexts, unfinishedColumns, unfundedText } from '../../views/plan-view.ts';
import { forecastFacts, forecastSection } from './forecast-section.ts';
import { serviceSection } from './service-section.ts';

const budgetSection = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): ReportSection => ({
  title: 'Budgets',
  head: [
    'budget',
    'in force',
    'services',
    'per month',
    'available',
    'provisioned',
    'maximums',
    'unused',
    'currency',
    'note',
  ],
  rows: (plan?.budgets ?? []).map((budget) => [
    budget.name,
    cents(inForceAfter(budget, results).monthly),
    String(budget.services),
    cents(budget.monthly),
    cents(budget.grantableMonthly),
    cents(provisionedIn(budget).monthly),
    cents(budget.allocatedMonthly),
    cents(budget.leftMonthly),
    budget.currency,
    [
      budget.frozen ? 'frozen: disks and maximums that cannot be lowered cost more' : (budget.withheld ?? ''),
      budget.services === 0 ? 'no service falls in it' : '',
      provisionedIn(budget).omits === '' ? '' : `provisioned is ${provisionedIn(budget).omits}`,
      heldText(budget) === '' ? '' : `in force: ${heldText(budget)}`,
    ]
      .filter((note) => note !== '')
      .join('; '),
  ]),
});

const acceptedSection = (plan: Plan | null): ReportSection => ({
  title: 'Accepted findings',
  head: ['finding', 'project', 'service', 'until', 'reason'],
  rows: (plan?.accepted ?? []).map(({ code, project, service, until, reason }) => [
    code,
    project,
    service,
    until,
    reason,
  ]),
});

const freezeFacts = ({ freeze }: Plan): (readonly [string, string])[] =>
  freeze === undefined
    ? []
    : [['freeze', `${freeze.reason}, ${freeze.until === null ? 'without a known end' : `until ${freeze.until}`}`]];

/** One fact; none if the value is empty. */
const fact = (label: string, value: string): (readonly [string, string])[] => (value === '' ? [] : [[label, value]]);

/** How much of the disks is known: a disk that is unknown may be full. */
const diskFacts = ({ disks }: Plan): (readonly [string, string])[] =>
  disks === undefined ? [] : [['disks', diskCountsText(disks)]];

/** Approvals that the run used, what waits for another one, and the age of older readings. */
const boundFacts = (plan: Plan): (readonly [string, string])[] => {
  const { proposal, readings } = plan;
  return [
    ...approvalTexts(plan).map(([name, use]) => [`approval ${name}`, use] as const),
    ...fact('waiting for money', unfundedText(plan)),
    ...fact(
      'not approved',
      proposal === undefined
        ? ''
        : `plan ${shortDigest(proposal.digest)}: ${counted(proposal.changes.length, 'change')}`,
    ),
    ...fact('readings', readings === undefined ? '' : readingsText(readings)),
  ];
};

const unreadSection = ({ unread }: ReportObject): ReportSection => ({
  title: 'Projects not read',
  head: ['project', 'error', 'message'],
  rows: unread.map(({ project, error, message }) => [project, error, message]),
});

const coverageFacts = ({ coverage, unread }: ReportObject): (readonly [string, string])[] => {
  if (coverage === undefined) return [];
  const { listed, neverRead, missingPermissions, services, protection } = coverage;
  const refused = missingPermissions.map(({ project, to }) => `${project} (${to})`).join(', ');
  const notRead = unread.length === 0 ? '' : `, ${unread.length} not read in this run`;
  return [
    ['projects listed', `${listed}${notRead}`],
    ...fact('projects never read', neverRead.join(', ')),
    ...fact('permissions missing', refused),
    [
      'services, desired',
      `${services.enable} to enable, ${services.disable} to disable, ${services.ignore} to leave alone`,
    ],
    ['services, actual', protectionText(protection)],
  ];
};

/**
 * The report of a run for readers. Sections that may need action come first, then budgets and services. Sections without
 * rows are omitted.
 * @param limits the flags that limit its lists, and how much of the organization the run was for; empty for all services
 */
export const reportDocument = (
  report: ReportObject,
  { only = '', part = '' }: { readonly only?: string; readonly part?: string } = {},
  arrangement: Arrangement = {},
): ReportDocument => {
  const { runId, codeVersion, startedAt, endedAt, outcome, error, cause, plan, results } = report;
  const unfinished = results.filter(({ status }) => status !== 'confirmed');
  const waiting = changedServices(plan?.freeze?.waiting ?? []);
  return {
    title: `Headroom: run ${runId}`,
    facts: [
      ...fact('lists of', only === '' ? '' : `${only}; sums and counts cover the whole run`),
      ...fact('part', part),
      ['outcome', outcome],
      ['started', startedAt ?? 'unknown'],
      ['ended', `${endedAt} (${tookText(startedAt, endedAt)})`],
      ...fact('error', error === null ? '' : `${error}: ${cause ?? ''}`),
      ...fact('plan', plan === null ? '' : planLine(plan)),
      ...fact('amounts', plan === null ? '' : (amountsText(plan) ?? '')),
      ...fact('outside of budgets', plan === null ? '' : outsideText(plan)),
      ...fact('mode and digest', plan === null ? '' : `${plan.mode}, ${shortDigest(plan.digest)}`),
      ...(plan === null ? [] : [...boundFacts(plan), ...freezeFacts(plan), ...forecastFacts(plan), ...diskFacts(plan)]),
      ...coverageFacts(report),
      ...fact('version', codeVersion ?? ''),
    ],
    sections: [
      { title: 'Changes not confirmed', ...textTable(unfinishedColumns, unfinished) },
      unreadSection(report),
      { title: 'Findings', ...textTable(findingColumns, ranked(plan?.findings ?? [])) },
      acceptedSection(plan),
      { title: 'Waiting for the end of a freeze', ...textTable(changeColumns, waiting) },
      forecastSection(plan),
      budgetSection(report),
      serviceSection(report, arrangement),
    ].filter(({ rows }) => rows.length > 0),
  };
};
