import { dayMs } from '../model/durations.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** The days on which a recurrence rule occurs. */

/** Days since 1970. */
export type Day = number;

/** Days from `first`, inclusive, to `end`, exclusive. */
export interface Period {
  readonly first: Day;
  readonly end: Day;
}

export const dayOf = (year: number, month: number, date: number): Day =>
  new Date(0).setUTCFullYear(year, month, date) / dayMs;

export const partsOf = (day: Day) => {
  const at = new Date(day * dayMs);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate(), weekday: at.getUTCDay() };
};

export const weekBegin = (day: Day, weekStart: number): Day => day - ((partsOf(day).weekday - weekStart + 7) % 7);

/** The first week of a year is the week of January 4 (RFC 5545, section 3.3.10). */
const firstWeek = (year: number, weekStart: number): Day => weekBegin(dayOf(year, 0, 4), weekStart);

/** Whether `wanted` contains the position of a day in a period, counted from its start or from its end. */
export const asks = (wanted: readonly number[], day: Day, { first, end }: Period): boolean =>
  wanted.includes(day - first + 1) || wanted.includes(day - end);

export const monthOf = (year: number, month: number): Period => ({
  first: dayOf(year, month, 1),
  end: dayOf(year, month + 1, 1),
});

const yearOf = (year: number): Period => ({ first: dayOf(year, 0, 1), end: dayOf(year + 1, 0, 1) });

const inWeeks = ({ weeks, weekStart }: RecurrenceRule, day: Day, year: number): boolean => {
  const starts = [year - 1, year, year + 1, year + 2].map((each) => firstWeek(each, weekStart));
  const at = starts.findLastIndex((start) => start <= day);
  const [start = 0, next = 0] = starts.slice(at, at + 2);
  return asks(weeks, Math.floor((day - start) / 7), { first: 0, end: (next - start) / 7 });
};

const onDays = ({ days, frequency, months }: RecurrenceRule, day: Day): boolean => {
  const { year, month, weekday } = partsOf(day);
  const positions = days.filter((each) => each.weekday === weekday).map(({ nth }) => nth);
  if (positions.length === 0 || positions.includes(0)) return positions.length > 0;
  const { first, end } = frequency === 'YEARLY' && months.length === 0 ? yearOf(year) : monthOf(year, month);
  return (
    positions.includes(Math.floor((day - first) / 7) + 1) || positions.includes(-Math.floor((end - 1 - day) / 7) - 1)
  );
};

/** Whether a day meets every condition of a rule. */
export const comesOn = (rule: RecurrenceRule, day: Day): boolean => {
  const { months, monthDays, yearDays, days, weeks } = rule;
  const { year, month } = partsOf(day);
  if (months.length > 0 && !months.includes(month + 1)) return false;
  if (monthDays.length > 0 && !asks(monthDays, day, monthOf(year, month))) return false;
  if (yearDays.length > 0 && !asks(yearDays, day, yearOf(year))) return false;
  if (days.length > 0 && !onDays(rule, day)) return false;
  return weeks.length === 0 || inWeeks(rule, day, year);
};
