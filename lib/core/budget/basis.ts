import type { Sample } from '../forecast/growth.ts';
import { type ProjectHistory, provisionedSamples } from '../forecast/project-history.ts';
import { dayMs, hourMs, isoInstant } from '../model/durations.ts';
import { compositeKey } from '../model/grouping.ts';
import { costOfGb, type Money, parseMoney } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import type { Member, Membership } from './members.ts';

/** The monthly cost of the storage that is provisioned at a moment. */
export interface CostSample {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly monthly: Money;
}

/** @throws RangeError for an invalid timestamp: the elapsed part of the month would be a guess */
const read = (moment: string): number => {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) throw new RangeError(`"${moment}" is not a timestamp; expected the form 2026-03-01T12:00:00Z`);
  return ms;
};

/** The calendar month of a moment, in UTC as the platform bills. */
const monthOf = (now: string) => {
  const nowMs = read(now);
  const date = new Date(nowMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { fromMs: Date.UTC(year, month), toMs: Date.UTC(year, month + 1), nowMs };
};

const ceilDivide = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/**
 * Cost of additional storage since the start of the month. Each sample applies until the next one, the last until now.
 * The first sample also applies to the time before it: no autoscaler makes a disk smaller (spec.md §1.2), so this underestimates
 * only where a person removed storage before it.
 * A whole month costs the monthly price, whatever its length. Parts of the smallest decimal are rounded up.
 * @param samples in any order; samples of earlier months set only the initial size, samples after `now` are ignored
 * @throws RangeError for an invalid timestamp
 */
export const accrued = (samples: readonly CostSample[], now: string): Money => {
  const { fromMs, toMs, nowMs } = monthOf(now);
  const past = samples
    .map(({ at, monthly }) => ({ ms: read(at), monthly }))
    .filter(({ ms }) => ms <= nowMs)
    .sort((a, b) => a.ms - b.ms);
  let cost = 0n;
  past.forEach(({ ms, monthly }, index) => {
    const began = index === 0 ? fromMs : Math.max(fromMs, ms);
    const ended = past[index + 1]?.ms ?? nowMs;
    if (ended > began) cost += monthly * BigInt(ended - began);
  });
  return ceilDivide(cost, BigInt(toMs - fromMs));
};

/**
 * Money available at run rate so that the month ends within the budget: the remainder after the accrued cost, spread over
 * the remaining hours, at least one. Never more than the budget of a whole month: granted storage stays, and the next month
 * pays for it from its first hour.
 * @param monthly the budget of a whole month
 * @param accruedSoFar from `accrued`
 * @throws RangeError for an invalid timestamp
 */
export const grantable = (monthly: Money, accruedSoFar: Money, now: string): Money => {
  const { fromMs, toMs, nowMs } = monthOf(now);
  if (accruedSoFar >= monthly) return 0n;
  const remainingMs = BigInt(Math.max(hourMs, toMs - nowMs));
  const rate = ((monthly - accruedSoFar) * BigInt(toMs - fromMs)) / remainingMs;
  return rate < monthly ? rate : monthly;
};

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
