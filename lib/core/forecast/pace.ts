import { quantile, type Sample } from './growth.ts';

/** The newest measurement of a disk and how fast it grew in the days before. */
export interface Pace {
  readonly last: Sample;
  /** Never negative. Null: too few measurements since it was last full. */
  readonly gbPerDay: number | null;
  /** Measurements that are missing for a pace. */
  readonly missing: number;
  /** Whether it was full before them. */
  readonly isSinceFull: boolean;
}

/** A week contains each weekday once. */
const weekDays = 7;
/** Of so many newest steps the middle one shows a change of pace on its second day, and no import of a single day. */
const newestSteps = 3;
/** Two points are one step, which may be an import or a clean-up. */
const leastPoints = 3;

/** The pace of the last days goes on with this much on top, so that days left are rather too few. */
export const soonMargin = 1.15;

/** Use so many days after the newest measurement if the pace goes on; null while it is unknown. */
export const gbByPace = ({ last, gbPerDay }: Pace, days: number, margin = 1): number | null =>
  gbPerDay === null ? null : last.gb + gbPerDay * margin * days;

interface Step {
  readonly gb: number;
  readonly days: number;
}

const stepsOf = (samples: readonly Sample[]): Step[] =>
  samples.slice(1).map(({ day, gb }, at) => {
    const before = samples[at] ?? { day, gb };
    return { gb: gb - before.gb, days: day - before.day };
  });

/** Without clean-ups: falls that are larger than every rise beside them. */
const withoutCleanUps = (steps: readonly Step[]): Step[] => {
  const largestRise = Math.max(0, ...steps.map(({ gb }) => gb));
  return steps.filter(({ gb }) => -gb <= largestRise);
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const paceSince = (samples: readonly Sample[]): number => {
  const last = samples.at(-1)?.day ?? 0;
  const from = samples.findLastIndex(({ day }) => day <= last - weekDays);
  const steps = withoutCleanUps(stepsOf(samples.slice(Math.max(0, from))));
  if (steps.length === 0) return 0;
  const ofWeek = sum(steps.map(({ gb }) => gb)) / sum(steps.map(({ days }) => days));
  const newest = steps.slice(-newestSteps).map(({ gb, days }) => gb / days);
  return Math.max(0, ofWeek, quantile(Float64Array.from(newest), 0.5));
};

/**
 * The plain pace of a disk in GB a day: the larger one of its last week and of its newest days, since it was last full. A full disk
 * cannot grow, so the days before say nothing about those after.
 * @param samples in order, at most one a day
 * @returns null without a sample
 */
export const paceOf = (samples: readonly Sample[]): Pace | null => {
  const last = samples.at(-1);
  if (last === undefined) return null;
  const full = samples.findLastIndex(({ isFull }) => isFull === true);
  const since = samples.slice(full + 1);
  const missing = Math.max(0, leastPoints - since.length);
  return { last, gbPerDay: missing > 0 ? null : paceSince(since), missing, isSinceFull: full !== -1 };
};
