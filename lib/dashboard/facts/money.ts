import { type BudgetShare, provisionedIn } from '../../core/budget/result.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { costOfGb, formatCents, formatExact, type Money, parseMoney } from '../../core/model/money.ts';
import { oncePerObject, oncePerText } from '../../core/model/remembering.ts';
import { protectionOf, resultsByService } from '../../core/service/protection.ts';
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

/** The maximums of a budget's services as they are after a run. */
export interface InForce {
  /** If every disk grew to its maximum; exact, of the services with a price. */
  readonly monthly: string;
  /** Services whose maximum has no price. */
  readonly unpriced: number;
  /** By service; none without an autoscaler, or unknown. */
  readonly gbOf: ReadonlyMap<string, number>;
}

/** A report, by whose services the sums are made once: every page asks for them, and thousands of services take a while. */
type Report = Pick<ReportObject, 'plan' | 'results'>;

/** Maximums after a run by service; without services that have none or an unknown one. */
const maximumsAfter = ({ plan, results }: Report): ReadonlyMap<string, number> => {
  const resultsOf = resultsByService(results);
  const maximums = new Map<string, number>();
  for (const decision of plan?.decisions ?? []) {
    const gb = protectionOf(decision, resultsOf(decision))?.maximumGb ?? null;
    if (gb !== null) maximums.set(serviceKey(decision), gb);
  }
  return maximums;
};

const inForceOfBudget = (shares: readonly BudgetShare[], maximums: ReadonlyMap<string, number>): InForce => {
  const priceOf = oncePerText(parseMoney);
  const gbOf = new Map<string, number>();
  let [monthly, unpriced]: [Money, number] = [0n, 0];
  for (const share of shares) {
    const key = serviceKey(share);
    const gb = maximums.get(key);
    if (gb === undefined) continue;
    gbOf.set(key, gb);
    const price = share.perGbMonth === null ? null : priceOf(share.perGbMonth);
    if (price === null) unpriced += 1;
    else monthly += costOfGb(price, gb);
  }
  return { monthly: formatExact(monthly), unpriced, gbOf };
};

/** The figures in force of each budget, by its name. */
export const inForceOf = oncePerObject((report: Report): ReadonlyMap<string, InForce> => {
  const maximums = maximumsAfter(report);
  const budgets = report.plan?.budgets ?? [];
  return new Map(budgets.map(({ name, shares }) => [name, inForceOfBudget(shares, maximums)]));
});

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
