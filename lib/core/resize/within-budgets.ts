import type { BudgetResult } from '../budget/result.ts';
import type { PriceFinder } from '../budget/service-price.ts';
import { costOfGb, formatCents, formatCentsUp, type Money, parseMoney } from '../model/money.ts';
import type { RequestedPlans } from '../adoption/targets.ts';
import { keptAs } from './resize-facts.ts';

/** Money of a budget that pays for no provisioned storage yet. */
const unusedOf = ({ grantableMonthly, floorMonthly }: BudgetResult): Money =>
  (parseMoney(grantableMonthly) ?? 0n) - (parseMoney(floorMonthly) ?? 0n);

/** Growth that a service's budget pays for as provisioned storage; the others stay as they are, with the amount. */
export const withinBudgets = (
  services: RequestedPlans['services'],
  budgets: readonly BudgetResult[],
  prices: PriceFinder,
  currency: string,
): RequestedPlans['services'] => {
  const resultOf = new Map(budgets.map((budget) => [budget.name, budget]));
  const unused = new Map(budgets.map((budget) => [budget.name, unusedOf(budget)]));
  const refusalOf = ({ subject, plan }: RequestedPlans['services'][number]): string | undefined => {
    const { budget, decision } = subject.judgement;
    if (plan.tally === undefined || budget === null) return undefined;
    const result = resultOf.get(budget);
    const left = unused.get(budget);
    if (result === undefined || left === undefined)
      return `sizes or prices of budget "${budget}" are not known yet; run this again`;
    if (result.withheld !== null) return `budget "${budget}" grants nothing now: ${result.withheld}`;
    const perGb = prices.offhand(decision.project, subject.service);
    if (perGb === null) return `no price is known, so budget "${budget}" cannot be shown to pay for it`;
    const cost = costOfGb(perGb, plan.tally.toGb - plan.tally.fromGb);
    if (cost > left) {
      const rest = formatCents(left < 0n ? 0n : left);
      return `the growth costs ${formatCentsUp(cost)} ${currency} a month, and budget "${budget}" has ${rest} ${currency} left`;
    }
    unused.set(budget, left - cost);
    return undefined;
  };
  return services.map((one) => {
    const why = refusalOf(one);
    return why === undefined ? one : { subject: one.subject, plan: keptAs(one.subject, 'not-prepared', why) };
  });
};
