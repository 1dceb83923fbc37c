import { dayMs } from '../../core/model/durations.ts';
import { fractionsOf } from '../state/random.ts';
import type { UsePeriod } from '../state/state.ts';

/** Days of equal growth in the past. */
const stepDays = 7;

export interface Past {
  /** How far back services exist at the most. */
  readonly historyDays: number;
  /** When the scenario starts, in milliseconds since 1970. */
  readonly startMs: number;
  readonly usedMb: number;
  readonly diskMb: number;
  readonly growthMbPerDay: number;
  /** Largest random deviation of each week's growth. */
  readonly jitter: number;
  readonly seed: number;
  /** Distinguishes services with the same numbers. */
  readonly place: string;
}

/**
 * How a disk filled up before the scenario started: week by week at about its present growth, from the moment at
 * which it was empty, or from the start of the history. The disk had its present size all the time.
 * @returns when the service was created, and its usage periods since, oldest first
 */
export const pastUsage = (past: Past): { readonly createdMs: number; readonly periods: UsePeriod[] } => {
  const { historyDays, startMs, diskMb, growthMbPerDay, jitter, seed, place } = past;
  const fractionOf = fractionsOf(seed, place);
  const periods: UsePeriod[] = [];
  let sinceMs = startMs;
  let mb = past.usedMb;
  for (let left = historyDays, week = 0; left > 0; week += 1) {
    const deviation = jitter * (2 * fractionOf(week) - 1);
    const perDay = Math.round(growthMbPerDay * (1 + deviation));
    const whole = Math.min(stepDays, left);
    const days = perDay === 0 ? whole : Math.min(whole, Math.floor(mb / perDay));
    if (days === 0) break;
    sinceMs -= days * dayMs;
    mb -= days * perDay;
    left -= days;
    periods.unshift({ mb, sinceMs, growthMbPerDay: perDay, diskMb });
    if (days < whole) break;
  }
  return { createdMs: sinceMs, periods };
};
