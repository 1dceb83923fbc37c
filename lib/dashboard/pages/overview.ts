import { planLine } from '../../core/plan/line.ts';
import { type Protection, protectionLabels, protections } from '../../core/service/protection.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { needsPerson } from '../facts/attention.ts';
import type { Latest } from '../facts/latest.ts';
import { moneyOf } from '../facts/money.ts';
import { legend, stackedBar } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { table, time } from './layout.ts';

const attention = (report: ReportObject): Markup => {
  const items = needsPerson(report);
  if (items.length === 0) return html`<p class="calm">Nothing needs a person.</p>`;
  return html`<ul class="attention">${items.map(
    ({ level, text, detail, href }) =>
      html`<li class="${level}"><a href="${href}">${text}</a><span>${detail}</span></li>`,
  )}</ul>`;
};

const classNames: Readonly<Record<Protection, string>> = {
  protectedByUs: 'ours',
  protectedByOthers: 'others',
  eligibleNotYet: 'notyet',
  impossible: 'impossible',
  optedOut: 'optedout',
  exempt: 'exempt',
};

const coverage = ({ coverage: found }: ReportObject): Markup => {
  const counts = found?.protection;
  if (counts === undefined) return html`<p class="empty">The latest run did not list the services.</p>`;
  const parts = protections.map((protection) => ({
    className: classNames[protection],
    label: protectionLabels[protection],
    value: counts[protection],
    href: `/services?state=${protection}`,
  }));
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return html`<p>${total} services</p>${stackedBar(`Coverage of ${total} services`, parts)}${legend(parts)}`;
};

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

/** What needs a person, then coverage, then money, then the latest run. */
export const overview = ({ report }: Latest): Markup =>
  report === undefined
    ? html`<p class="empty">No run has ended yet. Start one with <code>headroom apply</code>.</p>`
    : html`<section><h2>Needs a person</h2>${attention(report)}</section><section><h2>Coverage</h2>${coverage(report)}</section><section><h2>Money</h2>${money(report)}</section><section><h2>Latest run</h2>${run(report)}</section>`;
