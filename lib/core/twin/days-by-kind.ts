import { quantileOf } from '../forecast/growth.ts';
import type { DayGrowth } from './daily-growth.ts';
import type { Bursts, CleanUps } from './growth-model.ts';
import { changedRate } from './turn-of-growth.ts';
import { weekOf } from './week-of-growth.ts';

/** The days of a growth by what happened on them: ordinary ones, bursts, clean-ups. */
export interface DaysByKind {
  readonly ordinary: readonly DayGrowth[];
  readonly bursts: readonly DayGrowth[];
  readonly cleanUps: readonly DayGrowth[];
}

/** A fall counts as a clean-up from this share of the data on, and above so many times the usual deviation. */
const cleanUpShare = 0.02;
const deviations = 6;
/** A burst writes so many times what most days write, and at least this share of the data. */
const burstFactor = 3;
const burstShare = 0.005;
/** More days than this are no bursts but how the service is. */
const mostBurstDays = 0.4;
/** Part of the variation that weekdays, or a change of the rate, explain where large days are theirs. */
const certain = 0.8;
/** Deviation of a size that was seen once, as a part of it. */
const loneWidth = 0.1;
/** A burst may last up to so many hours. */
const longestHours = 8;

/** Median deviation from the median. */
const deviationOf = (values: readonly number[]): number => {
  const middle = quantileOf(values, 0.5);
  const deviations = values.map((value) => Math.abs(value - middle));
  return quantileOf(deviations, 0.5);
};

const isCleanUp = ({ gb, beforeGb }: DayGrowth, deviation: number): boolean =>
  gb < -Math.max(cleanUpShare * beforeGb, deviations * deviation);

const burstsIn = (days: readonly DayGrowth[]): readonly DayGrowth[] => {
  const written = days.map(({ gb }) => gb);
  const usual = Math.max(0, quantileOf(written, 0.5));
  const found = days.filter(({ gb, beforeGb }) => gb > Math.max(burstFactor * usual, usual + burstShare * beforeGb, 0));
  return found.length <= mostBurstDays * days.length ? found : [];
};

/** Tells bursts and clean-ups from ordinary days. */
export const daysByKind = (days: readonly DayGrowth[]): DaysByKind => {
  const deviation = deviationOf(days.map(({ gb }) => gb));
  const cleanUps = days.filter((day) => isCleanUp(day, deviation));
  const others = days.filter((day) => !cleanUps.includes(day));
  // Work on some days of the week, such as a weekly import, is no chance, nor is a rate that changed for good.
  const isRegular = weekOf(others, certain) !== null || changedRate(others, certain) !== null;
  const bursts = isRegular ? [] : burstsIn(others);
  return { cleanUps, bursts, ordinary: others.filter((day) => !bursts.includes(day)) };
};

/** Whether a disk loses data on most days. */
export const isShrinking = (days: readonly DayGrowth[]): boolean => {
  const shares = days.map(({ gb, beforeGb }) => (beforeGb > 0 ? gb / beforeGb : 0));
  return quantileOf(shares, 0.5) < -0.001;
};

/** Bounds of a few values, wider the fewer there are: a range that shows the whole one on average. */
const boundsOf = (values: readonly number[]): readonly [low: number, high: number] => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = values.length === 1 ? loneWidth * most : (most - least) / (values.length - 1);
  return [least - width, most + width];
};

const sharesLeft = (days: readonly DayGrowth[], usualGb: number): number[] =>
  // The clean-up is at some time of its day: half of the day's growth comes before it.
  days.map(({ gb, beforeGb }) => {
    const reachedGb = beforeGb + usualGb / 2;
    return reachedGb <= 0 ? 1 : Math.min(1, Math.max(0, (beforeGb + gb - usualGb / 2) / reachedGb));
  });

/** Days between two of a few days: the median; one day alone is taken as the only one of all `measured` days. */
const everyDaysOf = (days: readonly DayGrowth[], measured: number): number => {
  const apart = days.slice(1).map(({ day }, index) => day - (days[index]?.day ?? day));
  return Math.max(1, Math.round(apart.length === 0 ? measured : quantileOf(apart, 0.5)));
};

/**
 * Clean-ups as they will go on; null without any.
 * @param startDay day 0 of the growth, in days since 1970
 */
export const cleanUpsOf = (
  days: readonly DayGrowth[],
  { startDay, usualGb, measured }: { readonly startDay: number; readonly usualGb: number; readonly measured: number },
): CleanUps | null => {
  const last = days.at(-1);
  if (last === undefined) return null;
  const shares = sharesLeft(days, usualGb);
  const everyDays = everyDaysOf(days, measured);
  const firstDay = Math.max(1, last.day + everyDays - startDay);
  const [low, high] = boundsOf(shares);
  return { everyDays, firstDay, lowShare: Math.max(0, low), highShare: Math.min(1, high) };
};

/** The daily losses of a disk that shrinks. */
export const lossesOf = (days: readonly DayGrowth[]): CleanUps => {
  const shares = sharesLeft(days, 0);
  return { everyDays: 1, firstDay: 1, lowShare: quantileOf(shares, 0.25), highShare: quantileOf(shares, 0.75) };
};

/**
 * How far a count of bursts is from the next one at P90 and at P10, in square roots of the count. Real bursts come in series
 * and end, which chance alone does not explain: the lower deviation is measured on growth of years.
 */
const moreSpread = 1.28;
const fewerSpread = 2.6;
/** The count is never that far below what was seen. */
const leastCount = 0.05;

/** Bursts as they will go on; null without any. */
export const burstsOf = (days: readonly DayGrowth[], measured: number, usualGb: number): Bursts | null => {
  const count = days.length;
  if (count === 0) return null;
  // While a burst lasts, it takes the place of the usual growth: on average half of the longest one.
  const [low, high] = boundsOf(days.map(({ gb }) => gb - usualGb * (1 - longestHours / 48)));
  const most = count + moreSpread * Math.sqrt(count + 1);
  const least = Math.max(leastCount * count, count - fewerSpread * Math.sqrt(count));
  return {
    everyDays: Math.max(1, measured / count),
    lowEveryDays: Math.max(1, measured / most),
    highEveryDays: Math.max(1, measured / least),
    lowGb: Math.max(0, low),
    highGb: Math.max(0, high),
    longestHours,
  };
};
