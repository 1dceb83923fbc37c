import { dayMs, secondMs } from '../model/durations.ts';
import type { WallMs } from '../model/zoned-time.ts';
import { asks, comesOn, type Day, dayOf, monthOf, type Period, partsOf, weekBegin } from './recurrence-days.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** The times at which a recurrence rule comes, found in bounded steps whatever it says. */

/** Called for each period, day and time that is looked at, so that the caller can end it by throwing. */
export type Spend = () => void;

const unitMs = { HOURLY: 3600 * secondMs, MINUTELY: 60 * secondMs, SECONDLY: secondMs } as const;

/** What a rule counts, in milliseconds; a day where it counts days or more. */
const unitOf = ({ frequency }: RecurrenceRule): number =>
  frequency in unitMs ? unitMs[frequency as keyof typeof unitMs] : dayMs;

const upTo = (length: number): number[] => Array.from({ length }, (_, n) => n);

/** Each of them where the rule counts in this unit or a smaller one, else as at the start. */
const timeParts = (given: readonly number[], counts: boolean, length: number, own: number): readonly number[] => {
  if (given.length > 0) return given;
  return counts ? upTo(length) : [own];
};

/** What the rule leaves open is as at the start. */
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

/** Where the periods of a rule begin, in the unit in which they are counted, and the days of the one at a place. */
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
      // Hours, minutes and seconds have their interval within the days.
      return inDays(startDay, 1, 1);
  }
};

const daysFrom = ({ first, end }: Period): Day[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);

/** Days of a period that may be meant: not all of a year or a month where the rule names days of months. */
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

/** The times of a day, those that fit the interval where the rule counts hours, minutes or seconds. */
const timesOn = function* (rule: RecurrenceRule, start: WallMs, day: Day, spend: Spend): Generator<WallMs> {
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

/** The times of a period in order, cut down to the positions that are asked for. */
const timesIn = (rule: RecurrenceRule, start: WallMs, period: Period, spend: Spend): WallMs[] => {
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

/** Every time from the start on, in order, from the period that a place counts. */
const timesFrom = function* (rule: RecurrenceRule, start: WallMs, from: WallMs, last: WallMs, spend: Spend) {
  const periods = periodsOf(rule, start);
  for (let place = Math.max(0, periods.placeOf(Math.floor(from / dayMs))); ; place += 1) {
    const period = periods.at(place);
    // Also where the calendar ends, which is where the days are no numbers.
    if (!(period.first * dayMs <= last)) return;
    spend();
    yield* timesIn(rule, start, period, spend).filter((time) => time >= start && time <= last);
  }
};

/**
 * The times at which a rule comes between two wall clock times, in order. The start itself is among them only where the
 * rule names it. It ends whatever the rule says: after the days up to `to`, or when `spend` throws.
 * @param from inclusive; occurrences before it are counted, not given
 * @param to exclusive
 */
export const occurrences = function* (
  given: RecurrenceRule,
  start: WallMs,
  { from, to }: { readonly from: WallMs; readonly to: WallMs },
  spend: Spend,
): Generator<WallMs> {
  const rule = completed(given, start);
  const { count, until } = rule;
  let left = count ?? Number.POSITIVE_INFINITY;
  // Only where occurrences are counted do those before `from` matter.
  const begin = count === null ? Math.max(start, from) : start;
  for (const time of timesFrom(rule, start, begin, Math.min(to - 1, until ?? to), spend)) {
    if (left <= 0) return;
    left -= 1;
    if (time >= from) yield time;
  }
};

/** Longer than any rule that is meant waits for its first time: the 29th of February on a given weekday comes within 40 years. */
const yearsToWait = 100;

/** Whether a rule comes at all, its end left aside; one that waits for a century does not. */
export const everComes = (rule: RecurrenceRule, start: WallMs, spend: Spend): boolean => {
  const endless = { ...rule, count: null, until: null };
  const to = start + yearsToWait * 366 * dayMs;
  return !occurrences(endless, start, { from: start, to }, spend).next().done;
};
