import { hourMs } from '../model/durations.ts';
import type { Money } from '../model/money.ts';

/** What is provisioned at a moment, and what that costs when it stays so for a whole month. */
export interface CostSample {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly monthly: Money;
}

interface Month {
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
}

/** @throws RangeError for a moment that cannot be read: what has passed of the month would be a guess */
const read = (moment: string): number => {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) throw new RangeError(`"${moment}" is no moment as in 2026-03-01T12:00:00Z`);
  return ms;
};

/** The calendar month of a moment, in UTC as the platform bills. */
const monthOf = (now: string): Month => {
  const nowMs = read(now);
  const date = new Date(nowMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { fromMs: Date.UTC(year, month), toMs: Date.UTC(year, month + 1), nowMs };
};

const ceilDivide = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/**
 * What additional storage has cost since the month began. Each sample holds until the next one, the last until now. What
 * was before the first one is counted like it: storage never shrinks (spec.md §1.2), so that is never too little. A whole
 * month costs the monthly price, whatever its length. Parts of the smallest decimal are rounded up.
 * @param samples in any order; those of other months count only as what the month began with, later ones than now not
 * @throws RangeError for a moment that cannot be read
 */
export const accrued = (samples: readonly CostSample[], now: string): Money => {
  const { fromMs, toMs, nowMs } = monthOf(now);
  const known = samples
    .map(({ at, monthly }) => ({ ms: read(at), monthly }))
    .filter(({ ms }) => ms <= nowMs)
    .sort((a, b) => a.ms - b.ms);
  let cost = 0n;
  known.forEach(({ ms, monthly }, place) => {
    const began = place === 0 ? fromMs : Math.max(fromMs, ms);
    const ended = known[place + 1]?.ms ?? nowMs;
    if (ended > began) cost += monthly * BigInt(ended - began);
  });
  return ceilDivide(cost, BigInt(toMs - fromMs));
};

/**
 * What may be granted at run rate, so that the month ends within the budget: what accrued so far is taken off, and what
 * remains is spread over the hours that are left, one at least. Never more than the budget of a whole month: storage that
 * is granted stays, and the next month has to pay for it from its first hour.
 * @param monthly the budget of a whole month
 * @param accruedSoFar from `accrued`
 * @throws RangeError for a moment that cannot be read
 */
export const grantable = (monthly: Money, accruedSoFar: Money, now: string): Money => {
  const { fromMs, toMs, nowMs } = monthOf(now);
  if (accruedSoFar >= monthly) return 0n;
  const leftMs = BigInt(Math.max(hourMs, toMs - nowMs));
  const rate = ((monthly - accruedSoFar) * BigInt(toMs - fromMs)) / leftMs;
  return rate < monthly ? rate : monthly;
};
