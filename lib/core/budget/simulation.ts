import { compositeKey, type ServiceName } from '../model/grouping.ts';
import { formatExact, parseMoney, unit } from '../model/money.ts';
import type { BudgetResult, BudgetShare } from './result.ts';

/** One service whose share changes with another budget amount. */
export interface ShareMove extends ServiceName {
  readonly budget: string;
  readonly fromGb: number;
  readonly toGb: number;
}

const shareKey = (budget: string, { project, service }: BudgetShare): string => compositeKey(budget, project, service);

/** Services that gain or lose, the largest differences first. */
export const movesBetween = (now: readonly BudgetResult[], then: readonly BudgetResult[]): ShareMove[] => {
  const before = new Map(
    now.flatMap(({ name, shares }) => shares.map((share) => [shareKey(name, share), share.shareGb])),
  );
  const moves = then.flatMap(({ name, shares }) =>
    shares.map((share) => {
      const { project, service, shareGb: toGb } = share;
      return { budget: name, project, service, fromGb: before.get(shareKey(name, share)) ?? 0, toGb };
    }),
  );
  const size = ({ fromGb, toGb }: ShareMove) => Math.abs(toGb - fromGb);
  return moves.filter((move) => size(move) > 0).sort((a, b) => size(b) - size(a));
};

/** Sums over all budgets. Amounts are exact decimals in the currency of the policy; services without a price add nothing. */
export interface MoveTotals {
  readonly gaining: number;
  readonly gainedGb: number;
  readonly losing: number;
  readonly lostGb: number;
  /** Amounts of the budgets, and the cost of the maximums, before and after. */
  readonly monthly: { readonly from: string; readonly to: string };
  readonly allocatedMonthly: { readonly from: string; readonly to: string };
}

const sumOf = (budgets: readonly BudgetResult[], amountOf: (budget: BudgetResult) => string): string =>
  formatExact(budgets.reduce((sum, budget) => sum + (parseMoney(amountOf(budget)) ?? 0n), 0n));

/** Who gains and who loses in total. */
export const totalsOf = (
  moves: readonly ShareMove[],
  now: readonly BudgetResult[],
  then: readonly BudgetResult[],
): MoveTotals => {
  const gains = moves.filter(({ fromGb, toGb }) => toGb > fromGb);
  const losses = moves.filter(({ fromGb, toGb }) => toGb < fromGb);
  const gbOf = (some: readonly ShareMove[]) => some.reduce((sum, { fromGb, toGb }) => sum + Math.abs(toGb - fromGb), 0);
  const both = (amountOf: (budget: BudgetResult) => string) => ({
    from: sumOf(now, amountOf),
    to: sumOf(then, amountOf),
  });
  return {
    gaining: gains.length,
    gainedGb: gbOf(gains),
    losing: losses.length,
    lostGb: gbOf(losses),
    monthly: both(({ monthly }) => monthly),
    allocatedMonthly: both(({ allocatedMonthly }) => allocatedMonthly),
  };
};

const relative = /^([+-])(\d{1,3}(?:\.\d{1,2})?)%$/;

/**
 * Another amount for a budget: an amount such as `600.00`, or a difference such as `+10%` and `-2.5%` of the present one.
 * @returns an exact decimal; undefined for any other text, and for a reduction below 0
 */
export const simulatedAmount = (text: string, monthly: string): string | undefined => {
  const [, sign, percent = ''] = relative.exec(text) ?? [];
  if (sign === undefined) return parseMoney(text) === null ? undefined : text;
  const present = parseMoney(monthly) ?? 0n;
  // A percentage of two decimals is a whole number of hundredths.
  const hundredths = (parseMoney(percent) ?? 0n) / (unit / 100n);
  const difference = (present * hundredths) / 10_000n;
  const amount = sign === '+' ? present + difference : present - difference;
  return amount < 0n ? undefined : formatExact(amount);
};
