import { provisionedIn } from '../../core/budget/result.ts';
import { serviceCosts } from '../../core/budget/service-costs.ts';
import { groupBy, serviceKey } from '../../core/model/grouping.ts';
import { formatCents, formatExact, type Money, parseMoney } from '../../core/model/money.ts';
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

/** The figures in force of each budget, by its name. */
export const inForceOf = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): ReadonlyMap<string, InForce> => {
  const costs = plan === null ? [] : serviceCosts(plan, new Map(), results);
  const byBudget = groupBy(costs, ({ budget }) => budget);
  return new Map(
    [...byBudget].map(([budget, own]) => {
      const known = own.flatMap((cost) => (cost.inForceGb === null ? [] : [{ ...cost, inForceGb: cost.inForceGb }]));
      const amounts = known.map(({ inForceMonthly }) => parseMoney(inForceMonthly ?? '') ?? 0n);
      return [
        budget,
        {
          monthly: formatExact(amounts.reduce((sum: Money, amount) => sum + amount, 0n)),
          unpriced: known.filter(({ inForceMonthly }) => inForceMonthly === null).length,
          gbOf: new Map(known.map((cost) => [serviceKey(cost), cost.inForceGb])),
        },
      ];
    }),
  );
};

/** Sums over the budgets of a plan, by currency. Services without a budget do not count. */
export const moneyOf = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): MoneyOf[] => {
  if (plan === null) return [];
  const { budgets } = plan;
  const inForce = inForceOf({ plan, results });
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
};
