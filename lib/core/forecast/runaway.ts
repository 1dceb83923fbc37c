import { growthOf, type Sample } from './growth.ts';
import { bandOf, upperGb } from './growth-band.ts';

/** A rise of a week above what 99 of 100 such weeks of the disk stay under. */
export interface Runaway {
  /** `data` came within a day and stays, `log` comes day after day, `burst` is like one that passed before. */
  readonly looksLike: 'data' | 'log' | 'burst';
  /** Rise of the week. */
  readonly gb: number;
  /** Rise that 99 of 100 weeks stay under, by what was known before it. */
  readonly usualGb: number;
  /** Use above which it is a runaway. */
  readonly aboveGb: number;
}

const weekDays = 7;
const confidence = 99;
/** A smaller rise, in parts of the use before, is little more than one growth step of the disk. */
const leastShare = 1 / 8;
/** Share of the rise on one day from which it counts as one load. */
const oneDayShare = 0.7;
/** A burst is like an earlier one of at least this part of its rise. */
const alikeShare = 0.5;

const usualBand = bandOf([]);

/** Largest rise of earlier days that was gone within a week. */
const largestPassed = (samples: readonly Sample[]): number =>
  samples.reduce((most, { day, gb }) => {
    const least = (from: number, to: number) =>
      samples.reduce((low, sample) => (sample.day >= from && sample.day <= to ? Math.min(low, sample.gb) : low), gb);
    return Math.max(most, gb - Math.max(least(day - weekDays, day), least(day, day + weekDays)));
  }, 0);

const lookOf = (before: readonly Sample[], week: readonly Sample[], rise: number): Runaway['looksLike'] => {
  if (largestPassed(before) >= alikeShare * rise) return 'burst';
  const steps = [...before.slice(-1), ...week].map(({ gb }, at, all) => gb - (all[at - 1]?.gb ?? gb));
  return Math.max(...steps) >= oneDayShare * rise ? 'data' : 'log';
};

/** Beyond two months a pace is the usual one. */
const mostWeeks = 8;

/** Number of samples up to so many weeks before the last one. */
const lengthBefore = (samples: readonly Sample[], weeks: number): number => {
  const day = (samples.at(-1)?.day ?? 0) - weeks * weekDays;
  return samples.findLastIndex((sample) => sample.day <= day) + 1;
};

/** Rises of the last weeks, the newest first. */
const weeklyRises = (samples: readonly Sample[], weeks: number): number[] => {
  const gbBefore = (week: number) => samples[lengthBefore(samples, week) - 1]?.gb ?? 0;
  return Array.from({ length: weeks }, (_, week) => gbBefore(week) - gbBefore(week + 1));
};

/** The last week judged by what was known so many weeks ago; null where a week since then was usual. */
const judged = (samples: readonly Sample[], weeks: number): Runaway | null => {
  const before = samples.slice(0, lengthBefore(samples, weeks));
  const growth = growthOf(before);
  const latest = before.at(-1);
  if (growth === null || latest === undefined) return null;
  const usualGb = upperGb(growth, usualBand, weekDays, confidence) - latest.gb;
  const rises = weeklyRises(samples, weeks);
  // It may have begun on any day of the oldest week.
  const whole = rises.slice(0, Math.max(1, weeks - 1));
  if (whole.some((rise) => rise <= Math.max(usualGb, leastShare * latest.gb))) return null;
  const [gb = 0] = rises;
  const aboveGb = (samples.at(-1)?.gb ?? 0) - gb + usualGb;
  return { looksLike: lookOf(before, samples.slice(before.length), gb), gb, usualGb, aboveGb };
};

/**
 * Whether the last week of a series rose above the P99 of a forecast from before the growth ran away, which is up to two months ago:
 * a later one takes it for usual. A rise within a day counts as the rise of a week, so that it is found at once. It ends when a
 * week is as it was before. Null also for a history that is too short.
 */
export const runawayOf = (samples: readonly Sample[]): Runaway | null => {
  const [gb = 0] = weeklyRises(samples, 1);
  // Most weeks are calm by any measure, which saves the forecasts of the past.
  const least = samples[Math.max(0, lengthBefore(samples, mostWeeks) - 1)]?.gb ?? 0;
  if (samples.length === 0 || lengthBefore(samples, 1) === 0 || gb <= leastShare * Math.min(least, samples[0]?.gb ?? 0))
    return null;
  for (let weeks = 1; weeks <= mostWeeks; weeks += 1) {
    const found = judged(samples, weeks);
    if (found !== null) return found;
  }
  return null;
};

/** The latest runaway of a series whose rise is still there: neither a clean-up nor the end of a burst took it back. */
export const standingRunaway = (samples: readonly Sample[]): Runaway | null => {
  const now = samples.at(-1)?.gb ?? 0;
  for (let length = samples.length; length > 0; length -= 1) {
    const runaway = runawayOf(samples.slice(0, length));
    if (runaway !== null && now > runaway.aboveGb) return runaway;
  }
  return null;
};
