import { serviceCosts } from '../../core/budget/service-costs.ts';
import { formatCents, type Money, parseMoney } from '../../core/model/money.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';

/** What all budgets of one currency allow and cost a month; two decimals for people. */
interface MoneyOf {
  readonly currency: string;
  readonly budget: string;
  readonly provisioned: string;
  /** If every disk grew to the maximum that it has after the run. */
  readonly inForce: string;
  /** If every disk grew to the maximum of the plan. */
  readonly planned: string;
}

const sumOf = (amounts: readonly (string | null)[]): string =>
  formatCents(amounts.reduce((sum: Money, amount) => sum + (parseMoney(amount ?? '') ?? 0n), 0n));

/** Sums over the budgets of a plan, by currency. Services without a budget do not count. */
export const moneyOf = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): MoneyOf[] => {
  if (plan === null) return [];
  const { budgets } = plan;
  const costs = serviceCosts(plan, new Map(), results);
  return [...new Set(budgets.map(({ currency }) => currency))].sort().map((currency) => {
    const own = budgets.filter((budget) => budget.currency === currency);
    const names = new Set(own.map(({ name }) => name));
    return {
      currency,
      budget: sumOf(own.map(({ grantableMonthly }) => grantableMonthly)),
      provisioned: sumOf(own.map(({ floorMonthly }) => floorMonthly)),
      inForce: sumOf(costs.filter(({ budget }) => names.has(budget)).map(({ inForceMonthly }) => inForceMonthly)),
      planned: sumOf(own.map(({ allocatedMonthly }) => allocatedMonthly)),
    };
  });
};
