import { dayMs, secondMs } from '../model/durations.ts';
import type { WallMs } from '../model/zoned-time.ts';
import { asks, comesOn, type Day, dayOf, monthOf, type Period, partsOf, weekBegin } from './recurrence-days.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** The times at which a recurrence rule occurs, computed in bounded steps for any rule. */

/** Called for each period, day and time examined; the caller limits the work by throwing. */
export type CountStep = () => void;

const unitMs = { HOURLY: 3600 * secondMs, MINUTELY: 60 * secondMs, SECONDLY: secondMs } as const;

/** Unit of a rule in milliseconds; one day for daily and less frequent rules. */
const unitOf = ({ frequency }: RecurrenceRule): number =>
  frequency in unitMs ? unitMs[frequency as keyof typeof unitMs] : dayMs;

const upTo = (length: number): number[] => Array.from({ length }, (_, n) => n);

/** The rule's values; without any, all of them if the rule repeats at least this often, else the value of the start. */
const timeParts = (values: readonly number[], isEvery: boolean, length: number, start: number): readonly number[] => {
  if (values.length > 0) return values;
  return isEvery ? upTo(length) : [start];
};

/** Fills parts that the rule omits from its start. */
const completed = (rule: RecurrenceRule, start: WallMs): RecurrenceRule => {
  const { month, date, weekday } = partsOf(Math.floor(start / dayMs));
  const { frequency, months, weeks, yearDays, monthDays, days } = rule;
  const at = new Date(start);
  const unit = unitOf(rule);
  const timed = {
    ...rule,
    hours: timeParts(rule.hours, unit <= unitMs.HOURLY, 24, at.getUTCHours()),
    minutes: timeParts(rule.minutes, unit <= unitMs.MINUTELY, 60, at.getUTCMinutes()),
    seconds: timeParts(rule.seconds, unit <= unitMs.SECONDLY, 60, at.getUTCSeconds()),
  };
  if (yearDays.length + monthDays.length + days.length > 0) return timed;
  if (frequency === 'WEEKLY' || weeks.length > 0) return { ...timed, days: [{ nth: 0, weekday }] };
  if (frequency === 'MONTHLY') return { ...timed, monthDays: [date] };
  if (frequency !== 'YEARLY') return timed;
  return { ...timed, months: months.length > 0 ? months : [month + 1], monthDays: [date] };
};

/** The periods of a rule: the index of the period of a day, and the days of the period at an index. */
const periodsOf = ({ frequency, interval, weekStart }: RecurrenceRule, start: WallMs) => {
  const startDay = Math.floor(start / dayMs);
  const { year, month } = partsOf(startDay);
  const inDays = (origin: Day, length: number, step: number) => ({
    /** The last period that begins at or before a day. */
    placeOf: (day: Day) => Math.floor((day - origin) / (length * step)),
    at: (place: number): Period => {
      const first = origin + place * step * length;
      return { first, end: first + length };
    },
  });
  const inMonths = (origin: number, length: number) => ({
    placeOf: (day: Day) => {
      const parts = partsOf(day);
      return Math.floor((parts.year * 12 + parts.month - origin) / (length * interval));
    },
    at: (place: number): Period => {
      const first = origin + place * interval * length;
      return { first: dayOf(0, first, 1), end: dayOf(0, first + length, 1) };
    },
  });
  switch (frequency) {
    case 'YEARLY':
      return inMonths(year * 12, 12);
    case 'MONTHLY':
      return inMonths(year * 12 + month, 1);
    case 'WEEKLY':
      return inDays(weekBegin(startDay, weekStart), 7, interval);
    case 'DAILY':
      return inDays(startDay, 1, interval);
    default:
      // Hourly and more frequent rules apply their interval within the days.
      return inDays(startDay, 1, 1);
  }
};

const daysFrom = ({ first, end }: Period): Day[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);

/** Candidate days of a period: fewer than the whole year or month if the rule names months or days of months. */
const daysIn = ({ frequency, months, monthDays }: RecurrenceRule, period: Period): Day[] => {
  const byMonth = frequency === 'YEARLY' || frequency === 'MONTHLY';
  if (!byMonth || (months.length === 0 && monthDays.length === 0)) return daysFrom(period);
  const { year, month } = partsOf(period.first);
  const named = months.length === 0 ? upTo(12) : months.map((each) => each - 1);
  return (frequency === 'MONTHLY' ? [month] : named).flatMap((each) => {
    const whole = monthOf(year, each);
    if (monthDays.length === 0) return daysFrom(whole);
    return monthDays
      .map((date) => (date > 0 ? whole.first + date - 1 : whole.end + date))
      .filter((day) => day >= whole.first && day < whole.end);
  });
};

/** The times of a day, filtered by the interval of hourly and more frequent rules. */
const timesOn = function* (rule: RecurrenceRule, start: WallMs, day: Day, spend: CountStep): Generator<WallMs> {
  const unit = unitOf(rule);
  const origin = Math.floor(start / unit);
  for (const hour of rule.hours) {
    for (const minute of rule.minutes) {
      for (const second of rule.seconds) {
        spend();
        const time = day * dayMs + ((hour * 60 + minute) * 60 + second) * secondMs;
        if (unit === dayMs || (Math.floor(time / unit) - origin) % rule.interval === 0) yield time;
      }
    }
  }
};

/** The times of a period in order, limited to the rule's positions. */
const timesIn = (rule: RecurrenceRule, start: WallMs, period: Period, spend: CountStep): WallMs[] => {
  const times = new Set<WallMs>();
  for (const day of daysIn(rule, period)) {
    spend();
    if (!comesOn(rule, day)) continue;
    for (const time of timesOn(rule, start, day, spend)) times.add(time);
  }
  const { positions } = rule;
  const inOrder = [...times].sort((a, b) => a - b);
  if (positions.length === 0) return inOrder;
  return inOrder.filter((_, index) => asks(positions, index, { first: 0, end: times.size }));
};

/** All times between `start` and `last`, in order, beginning with the period of `from`. */
const timesFrom = function* (rule: RecurrenceRule, start: WallMs, from: WallMs, last: WallMs, spend: CountStep) {
  const periods = periodsOf(rule, start);
  for (let place = Math.max(0, periods.placeOf(Math.floor(from / dayMs))); ; place += 1) {
    const period = periods.at(place);
    // Written as a negation because days beyond the range of `Date` are NaN.
    if (!(period.first * dayMs <= last)) return;
    spend();
    yield* timesIn(rule, start, period, spend).filter((time) => time >= start && time <= last);
  }
};

/**
 * The times at which a rule occurs between two wall clock times, in order. They include the start only if the rule matches
 * it. The iteration always ends: after the days up to `to`, or when `spend` throws.
 * @param from inclusive; earlier occurrences are counted but not returned
 * @param to exclusive
 */
export const occurrences = function* (
  original: RecurrenceRule,
  start: WallMs,
  { from, to }: { readonly from: WallMs; readonly to: WallMs },
  spend: CountStep,
): Generator<WallMs> {
  const rule = completed(original, start);
  const { count, until } = rule;
  let remaining = count ?? Number.POSITIVE_INFINITY;
  // Occurrences before `from` matter only for a rule with a count.
  const begin = count === null ? Math.max(start, from) : start;
  for (const time of timesFrom(rule, start, begin, Math.min(to - 1, until ?? to), spend)) {
    if (remaining <= 0) return;
    remaining -= 1;
    if (time >= from) yield time;
  }
};

/** Longer than any sensible rule needs for its first occurrence: February 29 falls on each weekday within 40 years. */
const yearsToWait = 100;

/** Whether a rule ever occurs, ignoring its end; the search stops after 100 years. */
export const everComes = (rule: RecurrenceRule, start: WallMs, spend: CountStep): boolean => {
  const endless = { ...rule, count: null, until: null };
  const to = start + yearsToWait * 366 * dayMs;
  return !occurrences(endless, start, { from: start, to }, spend).next().done;
};
