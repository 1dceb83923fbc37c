import type { Freq, RRuleTemporal } from 'rrule-temporal';
import { dayMs, hourMs, minuteMs, secondMs } from '../../core/model/durations.ts';
import type { ClockOf, WallMs } from '../../core/model/zoned-time.ts';
import { CalendarProblem, type CalendarProperty } from './lines.ts';
import { type CalendarTime, parseTime } from './times.ts';

/** Periods of rules to visit while all events of a calendar are expanded: far above any real calendar. */
export const mostSteps = 30_000;

/** What follows the rules of a calendar. */
export interface RuleContext {
  /** From the library, which is loaded only for a calendar. */
  readonly Rule: typeof RRuleTemporal;
  /** Called with the number of periods visited; the caller limits the work by throwing. */
  readonly spend: (steps: number) => void;
}

/** Where a rule repeats, and where to search. */
interface RuleSearch extends RuleContext {
  readonly start: CalendarTime;
  /** Clock of the zone of the start. */
  readonly clock: ClockOf;
  /** Inclusive; earlier occurrences are counted but not returned. */
  readonly from: WallMs;
  /** Exclusive. */
  readonly to: WallMs;
}

/** Shortest period of each frequency. */
const periodMs: Readonly<Record<Freq, number>> = {
  ...{ YEARLY: 365 * dayMs, MONTHLY: 28 * dayMs, WEEKLY: 7 * dayMs, DAILY: dayMs },
  ...{ HOURLY: hourMs, MINUTELY: minuteMs, SECONDLY: secondMs },
};

/** Bounds of numbers; the library ignores those beyond. Negative numbers count from the end, and then 0 is not allowed. */
const bounds: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...{ COUNT: [1, 999_999_999], INTERVAL: [1, 999_999_999], BYMONTH: [1, 12], BYMONTHDAY: [-31, 31] },
  ...{ BYYEARDAY: [-366, 366], BYWEEKNO: [-53, 53], BYSETPOS: [-366, 366] },
  ...{ BYHOUR: [0, 23], BYMINUTE: [0, 59], BYSECOND: [0, 59] },
};

const isSupported = (name: string, value: string): boolean => {
  if (name === 'UNTIL') return parseTime(value) !== undefined;
  const [least = 0, most] = bounds[name] ?? [];
  // The library overlooks what is empty, and a second value.
  if (most === undefined)
    return ['FREQ', 'BYDAY', 'WKST'].includes(name) && value.split(',').every((text) => /^[A-Z0-9+-]+$/.test(text));
  const isWithin = (number: number) => number >= least && number <= most && (number !== 0 || least === 0);
  const values = name === 'COUNT' ? [value] : value.split(',');
  return values.every((text) => /^[+-]?\d{1,9}$/.test(text) && isWithin(Number(text)));
};

type Parts = ReadonlyMap<string, string>;

const partsOf = (text: string): Parts => {
  const parts = new Map<string, string>();
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const [name = '', ...values] = part.split('=').map((each) => each.trim().toUpperCase());
    const value = values.join('=');
    if (!isSupported(name, value)) throw new Error(`${name}=${value} is not supported`);
    if (parts.has(name)) throw new Error(`${name} appears twice`);
    parts.set(name, value);
  }
  return parts;
};

/** Rejects days of a year that must meet two conditions where the library asks for one of them. */
const refuse = (parts: Parts): void => {
  const days = parts.get('BYDAY') ?? '';
  const isNumbered = /\d/.test(days);
  const others = ['BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'].filter((name) => parts.has(name));
  const isMixed = isNumbered ? others.length > 0 || /(^|,)[A-Z]/.test(days) : days !== '' && parts.has('BYYEARDAY');
  if (parts.get('FREQ') === 'YEARLY' && (isMixed || others.length > 1))
    throw new Error(`FREQ=YEARLY cannot have ${['BYDAY', ...others].join(' and ')} together: use several events`);
  if (parts.has('COUNT') && parts.has('UNTIL')) throw new Error('COUNT cannot be combined with UNTIL: use one of them');
};

/** Last possible occurrence; a day counts to its end, which freezes too much rather than too little. */
const untilOf = (parts: Parts, clock: ClockOf): WallMs => {
  const { kind, wall } = parseTime(parts.get('UNTIL') ?? '99991231') as CalendarTime;
  if (kind === 'day') return wall + dayMs - 1;
  return kind === 'utc' ? clock(wall) : wall;
};

/** A wall clock as if it showed UTC: in other zones the library leaves out times that the clock skips. */
const asUtc = (wall: WallMs) => ({ timeZoneId: 'UTC', toString: () => `${new Date(wall).toISOString()}[UTC]` });

/** Null if the rule never occurs. @throws Error for an invalid rule, and one that takes too many steps */
const followed = (parts: Parts, { Rule, start, clock, from, to, spend }: RuleSearch): WallMs[] | null => {
  refuse(parts);
  // Whole days have no times to choose from (RFC 5545, section 3.3.10).
  const ignored = ['UNTIL', ...(start.kind === 'day' ? ['BYHOUR', 'BYMINUTE', 'BYSECOND'] : [])];
  const ruleTo = (last: WallMs, without: readonly string[], strict: boolean) =>
    new Rule({
      rruleString: [...parts].flatMap(([name, value]) => (without.includes(name) ? [] : `${name}=${value}`)).join(';'),
      dtstart: asUtc(start.wall),
      until: asUtc(last),
      maxIterations: mostSteps,
      strict,
    });
  // Longer than any sensible rule waits: February 29 falls on each weekday within 40 years.
  const endless = ruleTo(start.wall + 40 * 366 * dayMs, ['COUNT', ...ignored], true);
  const { freq, interval = 1, byHour = [0], byMinute = [0], bySecond = [0] } = endless.options();
  if (start.kind === 'day' && periodMs[freq] < dayMs) throw new Error(`FREQ=${freq} requires a DTSTART with a time`);
  const rule = ruleTo(Math.min(to - 1, untilOf(parts, clock)), ignored, false);
  const count = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY);
  // Counts begin at the start. Weeks of a year too: from another year the library takes another weekday.
  const isWhole = count < Number.POSITIVE_INFINITY || periodMs[freq] > 7 * dayMs;
  const begin = isWhole ? start.wall : Math.max(start.wall, from);
  const times = isWhole ? rule.all() : rule.between(new Date(begin), new Date(to), true);
  const found = times.map(({ epochMilliseconds }) => epochMilliseconds);
  const first = found[0] ?? endless.next(new Date(start.wall), true)?.epochMilliseconds;
  if (first === undefined) return null;
  const end = found.length === count ? (found.at(-1) ?? begin) : to;
  const searchedMs = Math.max(0, end - begin) + (found.length === 0 ? first - start.wall : 0);
  spend(1 + (searchedMs * byHour.length * byMinute.length * bySecond.length) / (periodMs[freq] * interval));
  return found.filter((wall) => wall >= from);
};

/**
 * Wall clock times at which an RRULE occurs. They include the start only if the rule matches it. Reading is strict, because an
 * ignored part would leave time unfrozen.
 * @throws CalendarProblem also for a rule that never occurs, and any error of `spend`
 */
export const repetitionsOf = (property: CalendarProperty, label: string, search: RuleSearch): WallMs[] => {
  const text = property.value.trim();
  const problem = (what: string) => new CalendarProblem(`RRULE of ${label} ${what}`, property.line);
  try {
    const found = followed(partsOf(text), search);
    if (found !== null) return found;
  } catch (error) {
    if (error instanceof CalendarProblem) throw error;
    const { message } = error as Error;
    throw problem(
      message.includes('exceeded') ? `repeats too often: more than ${mostSteps} steps` : `is invalid: ${message}`,
    );
  }
  throw problem(`never occurs: ${text}`);
};
