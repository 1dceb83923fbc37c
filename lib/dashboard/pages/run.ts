import type { AuditRecord } from '../../core/audit/audit.ts';
import { auditedText } from '../../core/audit/audited-text.ts';
import { holderText } from '../../core/audit/holder-text.ts';
import { type Change, gbOf, isDiskChange, subjectName } from '../../core/change/change.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { reasonText } from '../../core/model/reason.ts';
import { planLine } from '../../core/plan/line.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table, time } from './layout.ts';

/** Changes that one group lists; the rest is counted. */
const shownChanges = 100;

const moved = (change: Change): string => {
  if (!isDiskChange(change)) return change.members.map(({ path }) => path).join(', ');
  const { fromGb, toGb } = gbOf(change);
  return `${fromGb} → ${toGb} GB`;
};

const place = (change: Change): Markup | string =>
  change.service === null ? subjectName(change) : serviceLink(change.project, change.service);

/** Changes by kind, for a reviewer: what, where, from, to, why. */
const planned = (changes: readonly Change[]): Markup =>
  html`${[...groupBy(changes, ({ kind }) => kind)].map(([kind, group]) => {
    const rows = group
      .slice(0, shownChanges)
      .map((change) => [change.project, place(change), moved(change), change.rule, reasonText(change.reasons)]);
    const cut = group.length > shownChanges ? html`<p>${group.length - shownChanges} more.</p>` : '';
    return html`<section><h3>${kind}: ${group.length}</h3>${table(kind, ['project', 'service', 'before → after', 'rule', 'why'], rows)}${cut}</section>`;
  })}`;

const unfinished = ({ results }: ReportObject): Markup | string => {
  const rows = results
    .filter(({ status }) => status !== 'confirmed')
    .slice(0, shownChanges)
    .map((result) => [result.status, result.kind, result.project, subjectName(result), result.error ?? '']);
  if (rows.length === 0) return '';
  return html`<section><h2>Changes not confirmed</h2>${table('Changes not confirmed', ['status', 'change', 'project', 'service', 'error'], rows)}</section>`;
};

/** Writes that an undo would revert, from their audit records. */
const undone = (runId: string, all: readonly AuditRecord[]): Markup => {
  const records = all.filter(({ status }) => status !== 'failed');
  const rows = records
    .slice(0, shownChanges)
    .map(({ kind, project, service, endpointName, before, after }) => [
      project,
      service === '' ? endpointName : serviceLink(project, service),
      kind,
      `${auditedText(after)} → ${auditedText(before)}`,
    ]);
  const cut = records.length > shownChanges ? html`<p>${records.length - shownChanges} more.</p>` : '';
  const command = html`<p><code>headroom undo ${runId}</code> compares this with the present state and shows the plan first.</p>`;
  if (rows.length === 0) return html`<section><h2>Undo</h2><p class="empty">The run wrote nothing.</p></section>`;
  return html`<section><h2>Undo</h2><details><summary>${records.length} writes that an undo reverts</summary>${table('Writes that an undo reverts', ['project', 'service', 'write', 'after → before'], rows)}${cut}</details>${command}</section>`;
};

/**
 * One run as a reviewer wants it.
 * @param records its writes
 */
export const run = (report: ReportObject, records: readonly AuditRecord[]): Markup => {
  const { startedAt, endedAt, outcome, error, cause, plan } = report;
  const failure = error === null ? '' : html`<p class="warning">${error}: ${cause ?? ''}</p>`;
  const violations = plan?.violations.map(({ message }) => html`<li>${message}</li>`) ?? [];
  return html`<p><b>${outcome}</b>, ${time(startedAt)} to ${time(endedAt)}</p>${failure}${plan === null ? '' : html`<p>${planLine(plan)} Mode ${plan.mode}, plan ${plan.digest.slice(0, 12)}.</p>`}${violations.length === 0 ? '' : html`<section><h2>Guardrails exceeded</h2><ul>${violations}</ul></section>`}${unfinished(report)}<section><h2>Plan</h2>${plan === null || plan.changes.length === 0 ? html`<p class="empty">No change.</p>` : planned(plan.changes)}</section>${undone(report.runId, records)}`;
};

/** A run that works, or that was interrupted; a live page shows its end. */
export const runWithoutEnd = ({ startedAt, mode, trigger, undo }: RunSummary): Markup => {
  const by = holderText(trigger?.by || trigger?.kind || 'unknown');
  const undone = undo === null ? '' : html`<p>It undoes run ${undo}.</p>`;
  return html`<p><b>In progress or interrupted</b> since ${time(startedAt)}, in mode ${mode ?? 'unknown'}, started by ${by}.</p>${undone}<p>Its plan and its writes are shown when it has ended. <code>headroom status</code> says whether it still works.</p>`;
};
