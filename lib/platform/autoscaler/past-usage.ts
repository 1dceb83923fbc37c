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
  /** MB a day on a day before the start, such as -1. */
  readonly growthMbOn: (day: number) => number;
  /** Largest random deviation of each week's growth. */
  readonly jitter: number;
  readonly seed: number;
  /** Distinguishes services with the same numbers. */
  readonly disk: string;
}

/** Mean MB a day of some days that end before `day`. */
const weekOf = (growthMbOn: Past['growthMbOn'], day: number, days: number): number => {
  let mb = 0;
  for (let before = 1; before <= days; before += 1) mb += growthMbOn(day - before);
  return mb / days;
};

/**
 * How a disk filled up before the scenario started: week by week at about its present growth, from the moment at
 * which it was empty, or from the start of the history. The disk had its present size all the time.
 * @returns when the service was created, and its usage periods since, oldest first
 */
export const pastUsage = (past: Past): { readonly createdMs: number; readonly periods: UsePeriod[] } => {
  const { historyDays, startMs, diskMb, growthMbOn, jitter, seed, disk } = past;
  const fractionOf = fractionsOf(seed, disk);
  const periods: UsePeriod[] = [];
  let sinceMs = startMs;
  let mb = past.usedMb;
  for (let left = historyDays, week = 0; left > 0; week += 1) {
    const deviation = jitter * (2 * fractionOf(week) - 1);
    const whole = Math.min(stepDays, left);
    const perDay = Math.round(weekOf(growthMbOn, left - historyDays, whole) * (1 + deviation));
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

/** A past of known sizes. */
interface MeasuredPast {
  readonly startMs: number;
  readonly usedMb: number;
  readonly diskMb: number;
  /** Used MB at the same time of the days before the start, oldest first. */
  readonly before: readonly number[];
  /** Size of the disk on the same days, in MB; absent: `diskMb`. */
  readonly disks?: readonly number[];
}

/** The usage periods of a measured past: straight from each size to the next. */
export const measuredUsage = ({
  startMs,
  usedMb,
  diskMb,
  before,
  disks,
}: MeasuredPast): ReturnType<typeof pastUsage> => {
  const createdMs = startMs - before.length * dayMs;
  const periods = before.map((mb, index) => ({
    mb,
    sinceMs: createdMs + index * dayMs,
    growthMbPerDay: (before[index + 1] ?? usedMb) - mb,
    diskMb: disks?.[index] ?? diskMb,
  }));
  return { createdMs, periods };
};
