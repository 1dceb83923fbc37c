import { formatExact, parseMoney } from '../../model/money.ts';
import type { Budget } from '../../model/policy-document.ts';
import { pointOf, type Trial } from './frontier.ts';

/** What one more avoided hour with a full disk costs in a budget, by the smallest raise of its money that avoids any. */
export interface BudgetPrice {
  readonly budget: string;
  readonly monthly: string;
  /** Null: unknown, because no raise of this budget alone that was tried avoids an hour. */
  readonly next: null | {
    readonly monthly: string;
    readonly avoidedHours: number;
    /** Money a month for each of these hours: an exact decimal, cut at the twelfth digit. */
    readonly perHour: string;
  };
}

const moneyOf = (amount: string) => parseMoney(amount) ?? 0n;

/** @param trials the policy as it is, and changes of it, all in one seed */
export const budgetPrices = (
  budgets: readonly Pick<Budget, 'name' | 'monthly'>[],
  trials: readonly Trial[],
): BudgetPrice[] => {
  const start = trials.find(({ changes }) => changes.length === 0);
  return budgets.map(({ name, monthly }) => {
    const raises = trials.flatMap((trial) => {
      const [change, second] = trial.changes;
      if (start === undefined || second !== undefined || change?.list !== 'budgets' || change.name !== name) return [];
      // Hours are multiples of a tenth, so that the division is one of whole numbers.
      const tenths = Math.round(10 * (pointOf(start).hours - pointOf(trial).hours));
      const to = String(change.value);
      const perHour = tenths > 0 ? ((moneyOf(to) - moneyOf(monthly)) * 10n) / BigInt(tenths) : 0n;
      return tenths > 0 ? [{ monthly: to, avoidedHours: tenths / 10, perHour: formatExact(perHour) }] : [];
    });
    const [next = null] = raises.sort((a, b) => Number(moneyOf(a.monthly) - moneyOf(b.monthly)));
    return { budget: name, monthly, next };
  });
};
