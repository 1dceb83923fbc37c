import type { DayGrowth } from './daily-growth.ts';

/** 1 January 1970 was a Thursday; days of a week count from Monday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Part of the variation that the weekdays must explain, beyond what seven means explain of any numbers. */
const leastExplained = 0.5;
/** The slowest and the fastest weekday differ by so much of the mean. */
const leastSwing = 0.3;
const leastDays = 14;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const squares = (values: readonly number[], around: number): number =>
  values.reduce((sum, value) => sum + (value - around) ** 2, 0);

/**
 * Factors of the growth from Monday to Sunday, with a mean of 1; null where the days do not show a week: it takes two
 * weeks, each weekday at least once, and weekdays that explain most of the variation.
 * @param least part of the variation that they explain, from 0 to 1
 */
export const weekOf = (days: readonly DayGrowth[], least = leastExplained): number[] | null => {
  const byWeekday = Array.from({ length: 7 }, (_, weekday) =>
    days.filter(({ day }) => weekdayOf(day) === weekday).map(({ gb }) => gb),
  );
  if (days.length < leastDays || byWeekday.some((values) => values.length === 0)) return null;
  const means = byWeekday.map(meanOf);
  const mean = meanOf(means);
  if (mean <= 0 || Math.max(...means) - Math.min(...means) < leastSwing * mean) return null;
  const all = days.map(({ gb }) => gb);
  const total = squares(all, meanOf(all));
  const within = byWeekday.reduce((sum, values, weekday) => sum + squares(values, means[weekday] ?? 0), 0);
  const unexplained = (within / Math.max(1, all.length - 7)) * ((all.length - 1) / total);
  if (!(1 - unexplained >= least)) return null;
  return means.map((value) => Math.max(0, value / mean));
};

/** The factor of a day; 1 without a week. */
export const factorOf = (week: readonly number[] | null, day: number): number => week?.[weekdayOf(day)] ?? 1;
