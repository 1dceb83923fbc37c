import { type InForce, inForceAfter } from '../../core/budget/ledger.ts';
import { provisionedIn } from '../../core/budget/result.ts';
import { formatCents, type Money, parseMoney } from '../../core/model/money.ts';
import { oncePerObject } from '../../core/model/remembering.ts';
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

/** A report, by whose services the sums are made once: every page asks for them, and thousands of services take a while. */
type Report = Pick<ReportObject, 'plan' | 'results'>;

/** The money in force of each budget after the run, by its name. */
export const inForceOf = oncePerObject(
  ({ plan, results }: Report): ReadonlyMap<string, InForce> =>
    new Map((plan?.budgets ?? []).map((budget) => [budget.name, inForceAfter(budget, results)])),
);

/** Sums over the budgets of a plan, by currency. Services without a budget do not count. */
export const moneyOf = oncePerObject((report: Report): readonly MoneyOf[] => {
  const budgets = report.plan?.budgets ?? [];
  const inForce = inForceOf(report);
  return [...new Set(budgets.map(({ currency }) => currency))].sort().map((currency) => {
    const own = budgets.filter((budget) => budget.currency === currency);
    return {
      currency,
      budget: sumOf(own.map(({ grantableMonthly }) => grantableMonthly)),
      provisioned: sumOf(own.map((budget) => provisionedIn(budget).monthly)),
      inForce: sumOf(own.map(({ name }) => inForce.get(name)?.monthly ?? null)),
      planned: sumOf(own.map(({ allocatedMonthly }) => allocatedMonthly)),
    };
  });
});
