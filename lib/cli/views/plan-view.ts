import { callerText } from '../../core/audit/holder-text.ts';
import { type ChangeResult, type ChangeStatus, subjectName } from '../../core/change/change.ts';
import { troublesIn } from '../../core/disk/disk-troubles.ts';
import { coverageText, recordText } from '../../core/forecast/plan-forecast.ts';
import { readingsText } from '../../core/inventory/readings.ts';
import { counted, namesText } from '../../core/model/visible-text.ts';
import { amountsText, planLine, unmatchedText } from '../../core/plan/line.ts';
import { planJson } from '../../core/plan/plan-json.ts';
import { type Plan, wholeChanges } from '../../core/plan/plan-result.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { type Column, showRows } from '../shell/columns.ts';
import type { Console } from '../shell/console.ts';
import { shortDigest } from '../shell/short-text.ts';
import { showChanges } from './change-table.ts';
import { showFindings } from './finding-table.ts';

/** How approvals bound a plan, in words for the console and for reports. */

/** The used and the unused part of each approval. */
export const approvalTexts = ({ approval }: Plan): readonly (readonly [approval: string, use: string])[] =>
  (approval?.used ?? []).map(({ digest, by, changes, left, expiresAt }) => [
    `${shortDigest(digest)}${by === '' ? '' : ` by ${callerText(by)}`}`,
    `${counted(changes, 'change')} now, ${left} left until ${expiresAt}`,
  ]);

/** Grants that wait for money; empty if there are none. */
export const unfundedText = ({ approval }: Plan): string => {
  const changes = approval?.waiting.length ?? 0;
  return changes === 0 ? '' : `${counted(changes, 'change')}, for money that changes without approval free`;
};

const styles = { confirmed: 'green', unconfirmed: 'yellow', failed: 'red', skipped: 'dim' } as const;

/** Columns of a table of changes that are not confirmed. */
export const unfinishedColumns: readonly Column<ChangeResult>[] = [
  { name: 'status', cell: ({ status }) => ({ text: status, style: styles[status] }) },
  { name: 'change', cell: ({ kind }) => kind },
  { name: 'project', cell: ({ project }) => project },
  { name: 'service', cell: subjectName },
  { name: 'error', cell: ({ error }) => error ?? '' },
];

/** Changes that wait for the end of a freeze. */
const showWaiting = (console: Console, { freeze }: Plan): void => {
  if (freeze === undefined || freeze.waiting.length === 0) return;
  console.line();
  console.line(
    `waiting ${freeze.until === null ? 'for the end of the freeze' : `until ${freeze.until}`}: ${freeze.reason}`,
  );
  showChanges(console, freeze.waiting, console.table);
};

/** What approvals allow of the plan, and the changes that need an approval of their own. */
const showApproval = (console: Console, plan: Plan): void => {
  const { verdict, proposal } = plan;
  for (const [name, use] of approvalTexts(plan)) console.line(`approval ${name}: ${use}`);
  const unfunded = unfundedText(plan);
  if (unfunded !== '') console.line(`waiting for money: ${unfunded}`);
  // Where everything waits, the plan itself shows it.
  if (proposal === undefined || verdict !== 'apply') return;
  console.line();
  console.line(`not approved: plan ${shortDigest(proposal.digest)}`);
  showChanges(console, proposal.changes, console.table);
  for (const { message } of proposal.violations) console.line(`guardrail: ${message}`);
};

/** Exceeded guardrails and their remedies; an approved plan needs none. */
const showViolations = (console: Console, { verdict, violations }: Plan): void => {
  if (verdict === 'apply' && violations.length > 0) {
    const names = violations.map(({ guardrail }) => guardrail).join(', ');
    console.line(`approved, although it exceeds guardrails: ${names}`);
    return;
  }
  for (const { message } of violations) console.line(`guardrail: ${message}`);
};

/** What the forecast leaves out; nothing if every disk has one. */
const showForecastCoverage = (console: Console, { forecast }: Plan): void => {
  const coverage = forecast?.coverage;
  if (coverage !== undefined && coverage.known < coverage.disks) console.line(coverageText(coverage));
};

/** How the promises of forecasts came out, where forecasts set the maximum of a change. */
const showForecastRecord = (console: Console, { changes, forecast }: Plan): void => {
  const record = recordText(forecast?.record ?? []);
  const isPromised = changes.some(({ reasons }) => reasons.some(({ source }) => source === 'forecast'));
  if (record !== null && isPromised) console.line(`forecasts: ${record}`);
};

/**
 * Changes with reasons, changes that wait, findings, exceeded guardrails, approvals, the age of old readings, and
 * how many disks have a forecast and how forecasts came out.
 */
export const showPlan = (console: Console, plan: Plan): void => {
  if (plan.changes.length > 0 || console.reader === 'program') showChanges(console, plan.changes, console.records);
  showWaiting(console, plan);
  showFindings(console, plan.findings, plan.accepted);
  showViolations(console, plan);
  showApproval(console, plan);
  if (plan.readings !== undefined) console.line(`readings: ${readingsText(plan.readings)}`);
  showForecastCoverage(console, plan);
  showForecastRecord(console, plan);
};

/** The last line of a plan, and before it disks that have no room, now or soon, services without a rule, and what its amounts mean. */
export const showPlanLine = (console: Console, plan: Plan): void => {
  console.line();
  for (const { isNow, says } of troublesIn(plan.findings)) {
    console.line({ text: `${says}.`, style: isNow ? 'red' : 'yellow' });
  }
  const unmatched = unmatchedText(plan);
  if (unmatched !== undefined) console.line(console.amounts(unmatched));
  const amounts = amountsText(plan);
  if (amounts !== undefined) console.line(console.amounts(amounts));
  console.line({ text: console.amounts(planLine(plan)), style: 'bold' });
};

const statuses = ['confirmed', 'unconfirmed', 'failed', 'skipped'] as const;

const countOf = (results: readonly ChangeResult[], status: ChangeStatus): number =>
  results.filter((result) => result.status === status).length;

/** Results per project, and each change that is not confirmed. */
export const showResults = (console: Console, { results, unread }: ReportObject): void => {
  const projects = [...new Set(results.map((result) => result.project))];
  console.table(
    ['project', ...statuses],
    projects.map((project) => {
      const ofProject = results.filter((result) => result.project === project);
      return [project, ...statuses.map((status) => countOf(ofProject, status))];
    }),
  );
  const unfinished = results.filter((result) => result.status !== 'confirmed');
  if (unfinished.length > 0) showRows(console.table, console.reader, unfinishedColumns, unfinished);
  for (const { project, message } of unread) console.line(`not read: ${project}: ${message}`);
};

/** Names per line. The JSON has the whole list. */
const maxNames = 5;

const someOf = (names: readonly string[]): string => namesText(names, maxNames, ' and');

/** Projects that Headroom cannot read or write, if any. */
export const showCoverage = (console: Console, { coverage }: ReportObject): void => {
  if (coverage === undefined) return;
  const { listed, neverRead, missingPermissions } = coverage;
  for (const access of ['read', 'write'] as const) {
    const projects = missingPermissions.filter(({ to }) => to === access).map(({ project }) => project);
    if (projects.length === 0) continue;
    console.line(`the token may not ${access}: ${someOf(projects)}; grant its owner the operator role there`);
  }
  if (neverRead.length === 0) return;
  console.line(`never read, ${neverRead.length} of ${listed} projects: ${someOf(neverRead)}`);
};

/**
 * The fixed JSON of a plan on the command line (interface.md §3), with the number of calls, the requested projects (null: all)
 * and the run it undoes.
 */
export const planDocument = (
  plan: Plan,
  calls: { readonly reads: number; readonly writes: number },
  projects: readonly string[] | null,
  undo?: string,
) => {
  const whole = planJson({ ...plan, changes: wholeChanges(plan) });
  const {
    digest,
    mode,
    summary,
    changes,
    decisions,
    findings,
    accepted,
    freeze = null,
    redone,
    approval,
    readings,
  } = whole;
  const { proposal = null } = whole;
  // Also where a run carries out the rest of the plan.
  const verdict = proposal === null ? whole.verdict : 'needs-approval';
  const violations = proposal?.violations ?? whole.violations;
  const budgets = plan.budgets.map(({ shares, ...budget }) => budget);
  return {
    digest,
    mode,
    verdict,
    summary,
    changes,
    decisions,
    budgets,
    findings,
    violations,
    freeze,
    accepted,
    calls,
    projects,
    undo,
    redone,
    proposal,
    approval,
    readings,
  };
};
