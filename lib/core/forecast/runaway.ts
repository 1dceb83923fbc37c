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
      samples.reduce((low, one) => (one.day >= from && one.day <= to ? Math.min(low, one.gb) : low), gb);
    return Math.max(most, gb - Math.max(least(day - weekDays, day), least(day, day + weekDays)));
  }, 0);

const lookOf = (before: readonly Sample[], week: readonly Sample[], rise: number): Runaway['looksLike'] => {
  if (largestPassed(before) >= alikeShare * rise) return 'burst';
  const steps = [...before.slice(-1), ...week].map(({ gb }, at, all) => gb - (all[at - 1]?.gb ?? gb));
  return Math.max(...steps) >= oneDayShare * rise ? 'data' : 'log';
};

/**
 * Whether the last week of a series rose above the P99 of a forecast from before it. A rise within a day counts as the rise of
 * a week, so that it is found at once. Null also for a history that is too short.
 */
export const runawayOf = (samples: readonly Sample[]): Runaway | null => {
  const last = samples.at(-1);
  if (last === undefined) return null;
  const length = samples.findLastIndex(({ day }) => day <= last.day - weekDays) + 1;
  const base = samples[length - 1];
  const gb = last.gb - (base?.gb ?? last.gb);
  if (base === undefined || gb <= leastShare * base.gb) return null;
  const before = samples.slice(0, length);
  const growth = growthOf(before);
  if (growth === null) return null;
  const aboveGb = upperGb(growth, usualBand, weekDays, confidence);
  if (last.gb <= aboveGb) return null;
  return { looksLike: lookOf(before, samples.slice(length), gb), gb, usualGb: aboveGb - base.gb, aboveGb };
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
