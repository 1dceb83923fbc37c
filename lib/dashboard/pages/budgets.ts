import type { BudgetResult } from '../../core/budget/result.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { budgetBar } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table } from './layout.ts';

/** Shares that a budget's table lists; the report has all. */
const shownShares = 200;

const shares = ({ name, shares: all, currency }: BudgetResult): Markup => {
  const largest = [...all].sort((a, b) => b.gb - a.gb).slice(0, shownShares);
  const cells = largest.map(({ project, service, provisionedGb, wantGb, gb, monthly, reason }) => [
    project,
    serviceLink(project, service),
    String(provisionedGb ?? '?'),
    String(wantGb ?? ''),
    String(gb),
    monthly === null ? '' : `${monthly} ${currency}`,
    reason,
  ]);
  const head = ['project', 'service', 'provisioned GB', 'wanted GB', 'maximum GB', 'a month', 'why'];
  const cut = all.length > shownShares ? html`<p>The ${shownShares} largest of ${all.length} services.</p>` : '';
  return html`<details><summary>Who gets what, and why</summary>${cut}${table(`Shares of budget ${name}`, head, cells)}</details>`;
};

const note = ({ frozen, withheld }: BudgetResult): Markup | string => {
  if (frozen)
    return html`<p class="warning">Disks already provisioned cost more than the budget: all maximums are frozen.</p>`;
  return withheld === null ? '' : html`<p class="warning">${withheld}</p>`;
};

const one = (budget: BudgetResult): Markup => {
  const { name, currency, monthly, grantableMonthly, floorMonthly, allocatedMonthly, leftMonthly, services } = budget;
  const bar = budgetBar({
    name,
    provisioned: Number(floorMonthly),
    allocated: Number(allocatedMonthly),
    available: Number(grantableMonthly),
  });
  const available = grantableMonthly === monthly ? '' : ` (${grantableMonthly} available now)`;
  return html`<section class="budget"><h2>${name}</h2><p>${monthly} ${currency} a month${available}: ${floorMonthly} provisioned, ${allocatedMonthly} for all maximums, ${leftMonthly} free; ${services} services.</p>${bar}${note(budget)}${shares(budget)}</section>`;
};

/** One bar and one table a budget, in the order of the policy. */
export const budgets = (plan: Plan | null): Markup =>
  plan === null || plan.budgets.length === 0
    ? html`<p class="empty">The policy has no budgets.</p>`
    : html`${plan.budgets.map(one)}`;
