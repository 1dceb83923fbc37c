import { formatCents, type Money, parseMoney } from '../../core/model/money.ts';
import type { Plan } from '../../core/plan/plan-result.ts';

/** What all budgets of one currency allow and cost a month; two decimals for people. */
interface MoneyOf {
  readonly currency: string;
  readonly budget: string;
  readonly maximum: string;
  readonly provisioned: string;
}

const sumOf = (amounts: readonly string[]): Money =>
  amounts.reduce((sum, amount) => sum + (parseMoney(amount) ?? 0n), 0n);

/** Sums over the budgets of a plan, by currency. Services without a budget do not count. */
export const moneyOf = ({ budgets }: Pick<Plan, 'budgets'>): MoneyOf[] =>
  [...new Set(budgets.map(({ currency }) => currency))].sort().map((currency) => {
    const own = budgets.filter((budget) => budget.currency === currency);
    return {
      currency,
      budget: formatCents(sumOf(own.map(({ grantableMonthly }) => grantableMonthly))),
      maximum: formatCents(sumOf(own.map(({ allocatedMonthly }) => allocatedMonthly))),
      provisioned: formatCents(sumOf(own.map(({ floorMonthly }) => floorMonthly))),
    };
  });
