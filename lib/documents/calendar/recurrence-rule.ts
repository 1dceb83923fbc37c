import { type CountStep, everComes } from '../../core/calendar/recurrence.ts';
import {
  type Frequency,
  frequencies,
  type RecurrenceRule,
  type RecurringDay,
} from '../../core/calendar/recurrence-rule.ts';
import { dayMs } from '../../core/model/durations.ts';
import type { WallMs } from '../../core/model/zoned-time.ts';
import { CalendarProblem, type CalendarProperty } from './lines.ts';
import { type CalendarTime, parseTime } from './times.ts';

/** Days as rules write them, Sunday first. */
const weekdays: readonly string[] = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Bounds of number lists; negative numbers count from the end, and then 0 is not allowed. */
const numbers = {
  BYSECOND: { most: 60, from: 0 },
  BYMINUTE: { most: 59, from: 0 },
  BYHOUR: { most: 23, from: 0 },
  BYMONTH: { most: 12, from: 1 },
  BYMONTHDAY: { most: 31, from: -31 },
  BYYEARDAY: { most: 366, from: -366 },
  BYWEEKNO: { most: 53, from: -53 },
  BYSETPOS: { most: 366, from: -366 },
} as const;

const partNames = ['FREQ', 'UNTIL', 'COUNT', 'INTERVAL', 'BYDAY', 'WKST', ...Object.keys(numbers)];

type Parts = ReadonlyMap<string, string>;

const partsOf = (text: string): Parts => {
  const parts = new Map<string, string>();
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim().toUpperCase();
    if (!partNames.includes(name)) throw new Error(`${part} is not supported`);
    if (parts.has(name)) throw new Error(`${name} appears twice`);
    parts.set(
      name,
      part
        .slice(at + 1)
        .trim()
        .toUpperCase(),
    );
  }
  return parts;
};

const list = (parts: Parts, name: keyof typeof numbers): number[] => {
  const { most, from } = numbers[name];
  const values = (parts.get(name)?.split(',') ?? []).map((text) => {
    const value = Number(text);
    const isNamed = /^[+-]?\d{1,3}$/.test(text) && value >= from && value <= most;
    if (isNamed && (from >= 0 || value !== 0)) return value;
    throw new Error(`${name}=${text} is not supported`);
  });
  return [...new Set(values)];
};

const positive = (parts: Parts, name: string): number | null => {
  const text = parts.get(name);
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`${name}=${text} must be a whole number of at least 1`);
};

const daysOf = (parts: Parts): RecurringDay[] =>
  (parts.get('BYDAY')?.split(',') ?? []).map((text) => {
    const [, nth = '', name] = /^([+-]?[1-9]\d?)?([A-Z]{2})$/.exec(text) ?? [];
    const weekday = weekdays.indexOf(name ?? '');
    if (weekday >= 0 && Math.abs(Number(nth)) <= 53) return { nth: Number(nth), weekday };
    throw new Error(`BYDAY=${text} is not supported`);
  });

/** Rejects combinations that RFC 5545 forbids, because programs interpret them differently. */
const refuse = (parts: Parts, frequency: Frequency, days: readonly RecurringDay[]): void => {
  const only = (name: string, allowed: readonly Frequency[]) => {
    if (parts.has(name) && !allowed.includes(frequency))
      throw new Error(`${name} cannot be combined with FREQ=${frequency}`);
  };
  only('BYWEEKNO', ['YEARLY']);
  only('BYYEARDAY', ['YEARLY', 'HOURLY', 'MINUTELY', 'SECONDLY']);
  only(
    'BYMONTHDAY',
    frequencies.filter((each) => each !== 'WEEKLY'),
  );
  const isNumbered = days.some(({ nth }) => nth !== 0);
  if (isNumbered && !['YEARLY', 'MONTHLY'].includes(frequency)) {
    throw new Error(`BYDAY=${parts.get('BYDAY')} with a number cannot be combined with FREQ=${frequency}`);
  }
  if (isNumbered && parts.has('BYWEEKNO')) throw new Error('BYDAY with a number cannot be combined with BYWEEKNO');
  only('BYSETPOS', ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY']);
  if (parts.has('COUNT') && parts.has('UNTIL')) throw new Error('COUNT cannot be combined with UNTIL: use one of them');
  const others = [...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS');
  if (parts.has('BYSETPOS') && !others) throw new Error('BYSETPOS requires another BY… to choose from');
};

/** Facts of the event that has the rule. */
interface EventContext {
  readonly start: CalendarTime;
  /** Wall-clock time in the zone of the start at a time in milliseconds since 1970. */
  readonly wallAt: (ms: number) => WallMs;
}

const lastDayMs = dayMs - 1;

/** Last possible occurrence; a day counts to its end, which freezes too much rather than too little. */
const untilOf = (parts: Parts, { wallAt }: EventContext): WallMs | null => {
  const text = parts.get('UNTIL');
  if (text === undefined) return null;
  const until = parseTime(text);
  if (until === undefined) throw new Error(`UNTIL=${text} is not a time`);
  if (until.kind === 'day') return until.wall + lastDayMs;
  return until.kind === 'utc' ? wallAt(until.wall) : until.wall;
};

const ruleOf = (parts: Parts, event: EventContext): RecurrenceRule => {
  const frequency = frequencies.find((each) => each === parts.get('FREQ'));
  if (frequency === undefined) throw new Error(`FREQ must be ${frequencies.join(', ')}`);
  const days = daysOf(parts);
  refuse(parts, frequency, days);
  const isDay = event.start.kind === 'day';
  if (isDay && ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(frequency)) {
    throw new Error(`FREQ=${frequency} requires a DTSTART with a time`);
  }
  const weekStart = weekdays.indexOf(parts.get('WKST') ?? 'MO');
  if (weekStart < 0) throw new Error(`WKST=${parts.get('WKST')} is not supported`);
  // Whole days have no times to choose from (RFC 5545, section 3.3.10).
  const times = (name: 'BYHOUR' | 'BYMINUTE' | 'BYSECOND') => {
    const values = list(parts, name);
    return isDay ? [] : values;
  };
  return {
    frequency,
    interval: positive(parts, 'INTERVAL') ?? 1,
    count: positive(parts, 'COUNT'),
    until: untilOf(parts, event),
    weekStart,
    months: list(parts, 'BYMONTH'),
    weeks: list(parts, 'BYWEEKNO'),
    yearDays: list(parts, 'BYYEARDAY'),
    monthDays: list(parts, 'BYMONTHDAY'),
    days,
    hours: times('BYHOUR'),
    minutes: times('BYMINUTE'),
    seconds: times('BYSECOND'),
    positions: list(parts, 'BYSETPOS'),
  };
};

/**
 * Parses an RRULE strictly: an ignored part would leave time unfrozen.
 * @throws CalendarProblem also for a rule that never occurs, and any error of `spend`
 */
export const readRule = (
  property: CalendarProperty,
  label: string,
  event: EventContext,
  spend: CountStep,
): RecurrenceRule => {
  const text = property.value.trim();
  let rule: RecurrenceRule;
  try {
    rule = ruleOf(partsOf(text), event);
  } catch (error) {
    throw new CalendarProblem(`RRULE of ${label} is invalid: ${(error as Error).message}`, property.line);
  }
  if (everComes(rule, event.start.wall, spend)) return rule;
  throw new CalendarProblem(`RRULE of ${label} never occurs: ${text}`, property.line);
};
