import { hourMs } from '../model/durations.ts';
import type { Money } from '../model/money.ts';

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
