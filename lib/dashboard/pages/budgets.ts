import type { BudgetResult } from '../../core/budget/result.ts';
import { cents } from '../../core/model/money.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Simulation } from '../facts/simulation.ts';
import { budgetLegend } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table } from './layout.ts';
import { budgetPart } from './parts.ts';
import { simulationForm, simulationPart } from './simulation.ts';

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
    monthly === null ? '' : `${cents(monthly)} ${currency}`,
    reason,
  ]);
  const head = ['project', 'service', 'provisioned GB', 'wanted GB', 'maximum GB', 'a month', 'why'];
  const cut = all.length > shownShares ? html`<p>The ${shownShares} largest of ${all.length} services.</p>` : '';
  return html`<details><summary>Who gets what, and why</summary>${cut}${table(`Shares of budget ${name}`, head, cells)}</details>`;
};

const one = (budget: BudgetResult, at: number, simulation: Asked): Markup => {
  const { name, monthly } = budget;
  const own = simulation?.name === name ? simulation.result : undefined;
  return html`<section class="budget" id="budget-${at}"><h2>${name}</h2>${budgetPart(budget)}${simulationForm(budget, at, own && 'then' in own ? own.then.monthly : monthly)}${own === undefined ? '' : simulationPart(own)}${shares(budget)}</section>`;
};

/** A simulation that a reader asked for. */
type Asked = { readonly name: string; readonly result: Simulation } | undefined;

/** One bar, one simulation and one table a budget, in the order of the policy. */
export const budgets = (plan: Plan | null, asked?: Asked): Markup => {
  if (plan === null || plan.budgets.length === 0) return html`<p class="empty">The policy has no budgets.</p>`;
  const isThere = asked === undefined || plan.budgets.some(({ name }) => name === asked.name);
  return html`${budgetLegend()}${isThere ? '' : simulationPart(asked.result)}${plan.budgets.map((budget, at) => one(budget, at, asked))}`;
};
