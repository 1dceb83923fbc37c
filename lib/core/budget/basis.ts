import type { Sample } from '../forecast/growth.ts';
import { type ProjectHistory, provisionedSamples } from '../forecast/project-history.ts';
import { dayMs, isoInstant } from '../model/durations.ts';
import { compositeKey } from '../model/grouping.ts';
import { costOfGb, type Money, parseMoney } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import type { Member, Membership } from './members.ts';
import { accrued, type CostSample, grantable } from './month-to-date.ts';

/** Projects by name. */
export type Histories = ReadonlyMap<string, ProjectHistory>;

/** What the additional storage of a member costs a month, by day; empty without a price, or while the disk of its plan is unknown. */
const costSamplesIn = (histories: Histories): ((member: Member) => readonly CostSample[]) => {
  const byKey = new Map<string, () => Sample[]>();
  for (const [project, { days, services }] of histories) {
    for (const history of services) {
      byKey.set(compositeKey(project, history.name), () => provisionedSamples(days, history));
    }
  }
  return ({ subject, price }) => {
    const { planDiskMb } = subject.sizes;
    if (planDiskMb == null || price === null) return [];
    const { project, service } = subject.judgement.decision;
    const samples = byKey.get(compositeKey(project, service))?.() ?? [];
    return samples.map(({ day, gb }) => ({
      at: isoInstant(day * dayMs),
      monthly: costOfGb(price, Math.max(0, wholeGb(gb * mbPerGb - planDiskMb))),
    }));
  };
};

interface BasisFacts {
  /** Whether its money depends on past sizes, and so moves with the hours. */
  readonly isOfHistory: boolean;
  /** Money available, as an amount per month; `spent` is the cost of this month so far. */
  readonly available: (monthly: Money, spent: () => Money, now: string) => Money;
}

/** The whole budget, or the rate at which the rest of it lasts until the end of the calendar month (design §8). */
const bases: Readonly<Record<Budget['basis'], BasisFacts>> = {
  'run-rate': { isOfHistory: false, available: (monthly) => monthly },
  'month-to-date': { isOfHistory: true, available: (monthly, spent, now) => grantable(monthly, spent(), now) },
};

/** Whether the money of one of the budgets depends on past sizes of disks. */
export const needHistories = (budgets: readonly Budget[]): boolean =>
  budgets.some(({ basis }) => bases[basis].isOfHistory);

/**
 * Returns the money available in a budget by its basis, as an amount per month.
 * @param now ISO 8601, UTC
 */
export const grantableOf = (histories: Histories, now: string): ((membership: Membership) => Money) => {
  const samplesOf = costSamplesIn(histories);
  return ({ budget, members }) => {
    const spent = () => members.reduce((sum, member) => sum + accrued(samplesOf(member), now), 0n);
    return bases[budget.basis].available(parseMoney(budget.monthly) ?? 0n, spent, now);
  };
};
