import { planLine } from '../../core/plan/line.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import type { Latest } from '../facts/latest.ts';
import { moneyOf } from '../facts/money.ts';
import { html, type Markup } from '../pictures/html.ts';
import { table, time } from './layout.ts';
import { attentionPart, coveragePart } from './parts.ts';

const money = ({ plan }: ReportObject): Markup => {
  const sums = plan === null ? [] : moneyOf(plan);
  if (sums.length === 0) return html`<p class="empty">The policy has no budgets.</p>`;
  const head = ['currency', 'provisioned a month', 'maximum a month', 'budget a month'];
  return table(
    'Money in budgets',
    head,
    sums.map(({ currency, provisioned, maximum, budget }) => [currency, provisioned, maximum, budget]),
  );
};

const run = ({ runId, outcome, endedAt, plan }: ReportObject): Markup =>
  html`<p><a href="/runs/${encodeURIComponent(runId)}">${runId}</a> ended ${time(endedAt)} as <b>${outcome}</b>. ${plan === null ? '' : planLine(plan)}</p>`;

/** Runs without an end; whether one still works, only its machine knows. */
const running = (all: readonly RunSummary[]): Markup | string => {
  const open = all.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return '';
  const lines = open.map(
    ({ runId, startedAt, trigger }) =>
      html`<li><a href="/runs">${runId}</a> began ${time(startedAt)}, started by ${trigger?.by || trigger?.kind || 'unknown'}</li>`,
  );
  return html`<section><h2>In progress or interrupted</h2><ul>${lines}</ul></section>`;
};

/** What needs a person, then coverage, then money, then the latest run. */
export const overview = ({ report, runs }: Latest): Markup =>
  report === undefined
    ? html`${running(runs)}<p class="empty">No run has ended yet. Start one with <code>headroom apply</code>.</p>`
    : html`<section><h2>Needs a person</h2>${attentionPart(report, 'linked')}</section>${running(runs)}<section><h2>Coverage</h2>${coveragePart(report, 'linked')}</section><section><h2>Money</h2>${money(report)}</section><section><h2>Latest run</h2>${run(report)}</section>`;
