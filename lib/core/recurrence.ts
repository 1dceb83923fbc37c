import type { WallMs } from './zoned-time.ts';

/** Recurrence rules of calendars (RFC 5545 §3.3.10), followed in bounded steps whatever they say. */

export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** A day of the week, 0 for Sunday; `nth` of its month or year, counted from the end where negative, 0 for every one. */
export interface RecurringDay {
  readonly nth: number;
  readonly weekday: number;
}

/** A checked rule. An empty list sets no condition; negative numbers count from the end. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  /** 1 or more. */
  readonly interval: number;
  /** How often it comes in all; null for no end. */
  readonly count: number | null;
  /** The last time at which it may come; null for no end. */
  readonly until: WallMs | null;
  /** Day on which weeks begin, 0 for Sunday. */
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RecurringDay[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

/** Called for each period, day and time that is looked at, so that the caller can end it by throwing. */
export type Spend = () => void;

/** Days since 1970. */
type Day = number;

/** From its first day to the day after its last. */
interface Period {
  readonly first: Day;
  readonly end: Day;
}

const secondMs = 1000;
const dayMs = 86_400 * secondMs;
const unitMs = { HOURLY: 3600 * secondMs, MINUTELY: 60 * secondMs, SECONDLY: secondMs } as const;

/** What a rule counts, in milliseconds; a day where it counts days or more. */
const unitOf = ({ frequency }: RecurrenceRule): number =>
  frequency in unitMs ? unitMs[frequency as keyof typeof unitMs] : dayMs;

const dayOf = (year: number, month: number, date: number): Day => new Date(0).setUTCFullYear(year, month, date) / dayMs;

const partsOf = (day: Day) => {
  const at = new Date(day * dayMs);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate(), weekday: at.getUTCDay() };
};

const weekBegin = (day: Day, weekStart: number): Day => day - ((partsOf(day).weekday - weekStart + 7) % 7);

/** The first week of a year is the one with its 4th of January. */
const firstWeek = (year: number, weekStart: number): Day => weekBegin(dayOf(year, 0, 4), weekStart);

/** Whether a place in a span of days is asked for, counted from its start or from its end. */
const asks = (wanted: readonly number[], day: Day, { first, end }: Period): boolean =>
  wanted.includes(day - first + 1) || wanted.includes(day - end);

const monthOf = (year: number, month: number): Period => ({
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
  const own = days.filter((each) => each.weekday === weekday).map(({ nth }) => nth);
  if (own.length === 0 || own.includes(0)) return own.length > 0;
  const { first, end } = frequency === 'YEARLY' && months.length === 0 ? yearOf(year) : monthOf(year, month);
  return own.includes(Math.floor((day - first) / 7) + 1) || own.includes(-Math.floor((end - 1 - day) / 7) - 1);
};

/** Whether a day meets every condition of a rule. */
const comesOn = (rule: RecurrenceRule, day: Day): boolean => {
  const { months, monthDays, yearDays, days, weeks } = rule;
  const { year, month } = partsOf(day);
  if (months.length > 0 && !months.includes(month + 1)) return false;
  if (monthDays.length > 0 && !asks(monthDays, day, monthOf(year, month))) return false;
  if (yearDays.length > 0 && !asks(yearDays, day, yearOf(year))) return false;
  if (days.length > 0 && !onDays(rule, day)) return false;
  return weeks.length === 0 || inWeeks(rule, day, year);
};

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
