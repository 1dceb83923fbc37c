import type { PlannedService } from '../adoption/targets.ts';
import type { BudgetResult, BudgetShare } from '../budget/result.ts';
import { serviceKey } from '../model/grouping.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import type { Violation } from './plan-result.ts';

const costOf = ({ perGbMonth }: BudgetShare, gb: number): Money =>
  costOfGb((perGbMonth === null ? null : parseMoney(perGbMonth)) ?? 0n, gb);

/** What a service counts with: GB that its disk already has cost the same without the autoscaler. Unknown GB stay what its maximum allows. */
const countedGb = ({ provisionedGb, currentGb }: BudgetShare, maximumGb: number): number =>
  Math.max(maximumGb, provisionedGb ?? currentGb ?? 0);

/**
 * Budgets whose maximums would, after the undo, cost more than the budget and more than they cost now: the run may have
 * lowered maximums that a smaller budget no longer pays for (design §12.3).
 */
export const overdrawn = (budgets: readonly BudgetResult[], services: readonly PlannedService[]): Violation[] => {
  const undone = new Map(
    services.flatMap(({ subject, plan }) => {
      return plan.tally === undefined ? [] : [[serviceKey(subject.judgement.decision), plan.tally.toGb] as const];
    }),
  );
  return budgets.flatMap(({ name, monthly, currency, shares }) => {
    let [now, then] = [0n, 0n];
    for (const share of shares) {
      const currentGb = share.currentGb ?? 0;
      now += costOf(share, countedGb(share, currentGb));
      then += costOf(share, countedGb(share, undone.get(serviceKey(share)) ?? currentGb));
    }
    if (then <= now || then <= (parseMoney(monthly) ?? 0n)) return [];
    const actual = formatExact(then);
    const message = `The maximums of budget "${name}" would cost ${actual} ${currency} a month; the budget allows ${monthly} ${currency}. Approve this plan, or raise the budget.`;
    return [{ guardrail: 'budget', limit: monthly, actual, message }];
  });
};
