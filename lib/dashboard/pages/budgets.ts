import type { InForce } from '../../core/budget/ledger.ts';
import type { BudgetResult } from '../../core/budget/result.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { cents } from '../../core/model/money.ts';
import { grouped } from '../../core/model/visible-text.ts';
import type { MonthOfBudget } from '../../core/status/month.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { inForceOf } from '../facts/money.ts';
import { budgetLegend, shareBar } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceCell } from './layout.ts';
import { monthPart } from './month.ts';
import { budgetPart, chip, outsidePart } from './parts.ts';
import { numeric, table } from './tables.ts';

/** Shares that a budget's table lists; the report has all. */
const shownShares = 200;

const head = [
  'service',
  'provisioned, maximum, wanted',
  numeric('provisioned GB'),
  numeric('wanted GB'),
  numeric('in force GB'),
  numeric('planned GB'),
  numeric('a month'),
  'why',
];

const shares = ({ name, shares: all, currency }: BudgetResult, inForce: InForce | undefined): Markup => {
  const largest = [...all].sort((a, b) => b.gb - a.gb).slice(0, shownShares);
  const most = largest.reduce((max, { wantGb, gb }) => Math.max(max, wantGb ?? 0, gb), 0);
  const cells = largest.map(({ project, service, provisionedGb, wantGb, gb, monthly, reason }) => [
    serviceCell(project, service),
    shareBar({ provisioned: provisionedGb ?? 0, maximum: gb, wanted: wantGb ?? gb, most }),
    String(provisionedGb ?? '?'),
    String(wantGb ?? ''),
    String(inForce?.gbOf.get(serviceKey({ project, service })) ?? ''),
    String(gb),
    monthly === null ? '' : `${cents(monthly)} ${currency}`,
    reason,
  ]);
  const cut =
    all.length > shownShares ? html`<p>The ${shownShares} largest of ${grouped(all.length)} services.</p>` : '';
  return html`<details><summary>Who gets what, and why</summary>${cut}${table(`Shares of budget ${name}`, head, cells)}</details>`;
};

const state = ({ frozen, withheld }: BudgetResult): Markup | string => {
  if (frozen) return chip('notyet', 'exceeded', 'alert');
  return withheld === null ? '' : chip('notyet', 'grants nothing', 'alert');
};

const budgetTile = (
  budget: BudgetResult,
  at: number,
  inForce: InForce | undefined,
  month: MonthOfBudget | undefined,
): Markup =>
  html`<section class="card budget" id="budget-${at}"><h2>${budget.name} ${state(budget)}</h2>${month && monthPart(month)}${budgetPart(budget, inForce)}${shares(budget, inForce)}</section>`;

/** The month, one bar and one table a budget, in the order of the policy. */
export const budgets = (report: ReportObject | undefined, month: readonly MonthOfBudget[]): Markup => {
  const all = report?.plan?.budgets ?? [];
  const inForce = report && inForceOf(report);
  const months = new Map(month.map((of) => [of.name, of]));
  const shown =
    all.length === 0
      ? html`<section class="card"><p class="empty">The policy has no budgets.</p></section>`
      : all.map((budget, at) => budgetTile(budget, at, inForce?.get(budget.name), months.get(budget.name)));
  return html`${all.length > 0 && budgetLegend()}${outsidePart(report?.plan ?? null)}${shown}`;
};
