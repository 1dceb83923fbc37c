import { type Change, gbOf, isDiskChange, subjectName } from '../../core/change/change.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { reasonText } from '../../core/model/reason.ts';
import { planLine } from '../../core/plan/line.ts';
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

/** One run as a reviewer wants it. */
export const run = (report: ReportObject): Markup => {
  const { startedAt, endedAt, outcome, error, cause, plan } = report;
  const failure = error === null ? '' : html`<p class="warning">${error}: ${cause ?? ''}</p>`;
  const violations = plan?.violations.map(({ message }) => html`<li>${message}</li>`) ?? [];
  return html`<p><b>${outcome}</b>, ${time(startedAt)} to ${time(endedAt)}</p>${failure}${plan === null ? '' : html`<p>${planLine(plan)} Mode ${plan.mode}, plan ${plan.digest.slice(0, 12)}.</p>`}${violations.length === 0 ? '' : html`<section><h2>Guardrails exceeded</h2><ul>${violations}</ul></section>`}${unfinished(report)}<section><h2>Plan</h2>${plan === null || plan.changes.length === 0 ? html`<p class="empty">No change.</p>` : planned(plan.changes)}</section><p>Undo shows its plan first: <code>headroom undo ${report.runId}</code></p>`;
};
