import { auditedText } from '../../core/audit/audit.ts';
import { callerText, holderText } from '../../core/audit/holder-text.ts';
import { subjectName } from '../../core/change/change.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { shortPlanLine } from '../../core/plan/line.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { type RunSummary, tookText } from '../../core/plan/run-summary.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import type { OpenRun } from '../facts/latest.ts';
import { html, type Markup } from '../pictures/html.ts';
import { type Writes, writesProblem, writtenCell } from './audit.ts';
import { serviceCell, subjectCell, time } from './layout.ts';
import { outcomeChip, progressPart, runChip } from './outcome.ts';
import { tiles } from './parts.ts';
import { planned, rest, summaryTiles } from './planned.ts';
import { table } from './tables.ts';

/** Rows that one table lists; the rest is counted. */
const mostRows = 100;

const reportOf = (runId: string): string => `headroom report --run ${runId} --format json`;

const unfinished = ({ runId, results }: ReportObject): Markup | string => {
  const all = results.filter(({ status }) => status !== 'confirmed');
  if (all.length === 0) return '';
  const byStatus = [...groupBy(all, ({ status }) => status)].map(
    ([status, { length }]) => `${grouped(length)} ${status}`,
  );
  const rows = all
    .slice(0, mostRows)
    .map((result) => [
      result.status,
      result.kind,
      (result.service === null ? subjectCell : serviceCell)(result.project, subjectName(result)),
      result.error ?? '',
    ]);
  const head = ['status', 'change', 'service', 'error'];
  return html`<section class="card"><h2>Changes not confirmed: ${byStatus.join(', ')}</h2>${table('Changes not confirmed', head, rows)}${rest(all.length, mostRows, reportOf(runId))}</section>`;
};

/** Writes that an undo would revert, from their audit records. */
const undone = (runId: string, found: Writes): Markup => {
  const records = found.records.filter(({ status }) => status !== 'failed').toReversed();
  const rows = records
    .slice(0, mostRows)
    .map((record) => [
      writtenCell(record),
      record.kind,
      html`<span class="change">${auditedText(record.after)} → <b>${auditedText(record.before)}</b></span>`,
    ]);
  if (rows.length === 0) {
    const text = found.problem === null ? html`<p class="empty">The run wrote nothing.</p>` : writesProblem(found);
    return html`<section class="card"><h2>Undo</h2>${text}</section>`;
  }
  const command = html`<p>This page only shows them. <code>headroom undo ${runId}</code> compares them with the present state and shows the plan first.</p>`;
  return html`<section class="card"><h2>Undo</h2><details><summary>${grouped(counted(records.length, 'write'))} that an undo reverts, the last first</summary>${table('Writes that an undo reverts', ['service', 'write', 'after → before'], rows)}${rest(records.length, mostRows, `headroom audit --run ${runId}`)}</details>${command}</section>`;
};

const numbers = (plan: Plan, { results }: ReportObject): Markup => {
  const confirmed = results.filter(({ status }) => status === 'confirmed').length;
  return tiles([
    ...summaryTiles(plan.summary),
    {
      label: 'writes confirmed',
      value: results.length === 0 ? '0' : html`${grouped(confirmed)} <small>of ${grouped(results.length)}</small>`,
    },
  ]);
};

const guardrails = (plan: Plan | null, { records }: Writes): Markup | string => {
  if (plan === null || plan.violations.length === 0) return '';
  // A plan that exceeds guardrails is applied only if it is approved.
  const isApproved = plan.verdict === 'apply';
  const approvers = [...new Set(records.flatMap(({ approval }) => (approval ? [callerText(approval.by)] : [])))];
  const items = plan.violations.map(
    ({ message }) => html`<li>${isApproved ? message.replace(/\. Approve this plan, or .*$/s, '.') : message}</li>`,
  );
  const by = approvers.length > 0 ? ` by ${approvers.join(', ')}` : '';
  return html`<section class="card"><h2>Guardrails exceeded${isApproved ? `, approved${by}` : ''}</h2><ul>${items}</ul></section>`;
};

/**
 * One run as a reviewer wants it.
 * @param found its writes
 */
export const run = (report: ReportObject, found: Writes): Markup => {
  const { codeVersion, startedAt, endedAt, outcome, error, cause, plan } = report;
  const failure = error === null ? '' : html`<p class="warning">${error}: ${cause ?? ''}</p>`;
  const line =
    plan === null
      ? ''
      : html`<p>${grouped(shortPlanLine(plan))} Mode ${plan.mode}, plan <span title="${plan.digest}">${plan.digest.slice(0, 12)}</span>.</p>`;
  return html`<section class="card"><p>${outcomeChip(outcome)} ${time(endedAt)}, ${tookText(startedAt, endedAt)}${codeVersion === undefined ? '' : `, version ${codeVersion}`}</p>${failure}${line}</section>${plan === null ? '' : numbers(plan, report)}${guardrails(plan, found)}${unfinished(report)}<section class="card"><h2>Plan</h2>${planned(plan?.changes ?? [], reportOf(report.runId))}</section>${undone(report.runId, found)}`;
};

/** A run whose report cannot be read, with what else the store has of it. */
export const runWithoutReport = ({ runId, outcome, endedAt }: RunSummary, problem: string, found: Writes): Markup =>
  html`<section class="card"><p>${outcome === null ? '' : outcomeChip(outcome)} ${time(endedAt)}</p><p class="warning">${problem}</p></section>${undone(runId, found)}`;

/** A run that works, or that was interrupted; a live page shows its end. */
export const runWithoutEnd = ({ run: summary, isOver, progress }: OpenRun): Markup => {
  const { runId, startedAt, mode, trigger, undo } = summary;
  const by = holderText(trigger?.by || trigger?.kind || 'unknown');
  const undoes = undo === null ? '' : html`<p>It undoes run ${undo}.</p>`;
  const rest = isOver
    ? 'It ended without a report; the next run records its writes.'
    : html`Its plan and its writes are shown when it has ended. <code>headroom status</code> says whether it still works.`;
  return html`<section class="card"><p>${runChip(summary, isOver)} since ${time(startedAt)}, in mode ${mode ?? 'unknown'}, started by ${by}.</p>${progressPart(runId, progress)}${undoes}<p>${rest}</p></section>`;
};
