import { inForceAfter } from '../budget/ledger.ts';
import type { BudgetResult, BudgetShare } from '../budget/result.ts';
import type { ChangeResult } from '../change/change.ts';
import { fullLevel } from '../disk/disk-troubles.ts';
import type { Finding } from '../model/decision.ts';
import { byText, groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';

/** Money of services on one day, a month at its prices; exact decimals. */
interface Amounts {
  /** What every maximum in force can cost. */
  readonly inForceMonthly: string;
  readonly provisionedMonthly: string;
  readonly services: number;
  /** Of them, those that no amount counts: their size or price is unknown. */
  readonly uncounted: number;
  readonly fullDisks: number;
}

/** One budget on one day. */
export interface BudgetOfDay extends Amounts {
  readonly name: string;
  readonly currency: string;
  readonly monthly: string;
  /**
   * Neither provisioned nor held by maximums that Headroom may not lower, while a disk is full at its maximum: money that helped
   * it not. 0 without such a disk: what is opted out, or has no larger plan, no money helps.
   */
  readonly idleMonthly: string;
  /** Whether something in it could not be read, so that the amounts are those of a part. */
  readonly isPart: boolean;
  readonly teams: readonly ({ readonly owner: string } & Amounts)[];
}

/** What a day keeps of the money of budgets; it outlives the runs. */
export interface MoneyOfDay {
  /** UTC. */
  readonly day: string;
  readonly budgets: readonly BudgetOfDay[];
}

interface Counted {
  readonly budgets: readonly BudgetResult[];
  readonly findings: readonly Finding[];
}

/** The budgets of a plan after its run. @param results of the run */
export const budgetsOfDay = (
  { budgets, findings }: Counted,
  results: readonly ChangeResult[],
  ownerOf: (service: ServiceName) => string,
): BudgetOfDay[] => {
  const fullDisks = findings.filter(({ code, subject }) => code === 'disk-full' && subject === fullLevel);
  const full = new Set(fullDisks.map(serviceKey));
  const atMaximum = new Set(fullDisks.filter(({ details }) => details?.limitedBy === 'maximum').map(serviceKey));
  return budgets.map((budget): BudgetOfDay => {
    const { name, currency, monthly, withheld, shares } = budget;
    const { gbOf } = inForceAfter(budget, results);
    const costOf = (share: BudgetShare, gb: number): Money => costOfGb(parseMoney(share.perGbMonth ?? '0') ?? 0n, gb);
    const inForceOf = (share: BudgetShare) => costOf(share, gbOf.get(serviceKey(share)) ?? share.inForceGb);
    const sum = (some: readonly BudgetShare[], of: (share: BudgetShare) => Money) =>
      some.reduce((total, share) => total + of(share), 0n);
    const provisionedOf = (share: BudgetShare) => costOf(share, share.provisionedGb ?? 0);
    const amountsOf = (some: readonly BudgetShare[]): Amounts => ({
      inForceMonthly: formatExact(sum(some, inForceOf)),
      provisionedMonthly: formatExact(sum(some, provisionedOf)),
      services: some.length,
      uncounted: some.filter(({ provisionedGb, perGbMonth }) => provisionedGb === null || perGbMonth === null).length,
      fullDisks: some.filter((share) => full.has(serviceKey(share))).length,
    });
    const used = sum(shares, provisionedOf) + (parseMoney(budget.heldMonthly) ?? 0n);
    const amount = parseMoney(budget.grantableMonthly) ?? 0n;
    return {
      ...{ name, currency, monthly, isPart: withheld !== null },
      ...amountsOf(shares),
      idleMonthly: formatExact(
        amount > used && shares.some((share) => atMaximum.has(serviceKey(share))) ? amount - used : 0n,
      ),
      teams: [...groupBy(shares, ownerOf)]
        .sort(([a], [b]) => byText(a, b))
        .map(([owner, own]) => ({ owner, ...amountsOf(own) })),
    };
  });
};
