import { dayMs, hourMs, isCalendarDate, minuteMs, secondMs } from '../../core/model/durations.ts';
import type { WallMs } from '../../core/model/zoned-time.ts';
import { CalendarProblem, type CalendarProperty } from './lines.ts';

/** A day, a local time or a time in UTC (RFC 5545, section 3.3.4 and 3.3.5). */
export interface CalendarTime {
  readonly kind: 'day' | 'wall' | 'utc';
  readonly wall: WallMs;
}

const form = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)(Z?))?$/;

/** Parses `20260501`, `20260501T180000` or `20260501T180000Z`; undefined for other text or a day that does not exist. */
export const parseTime = (text: string): CalendarTime | undefined => {
  const [whole, year, month, day, hour, minute, second, zulu] = form.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (whole === undefined || !isCalendarDate(date)) return undefined;
  const midnight = Date.parse(date);
  if (hour === undefined) return { kind: 'day', wall: midnight };
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return { kind: zulu === 'Z' ? 'utc' : 'wall', wall: midnight + seconds * 1000 };
};

/** Times of a property. @throws CalendarProblem */
export const timesOf = (property: CalendarProperty, label: string): CalendarTime[] =>
  property.value.split(',').map((text) => {
    const time = parseTime(text.trim());
    if (time !== undefined) return time;
    throw new CalendarProblem(
      `${property.name} of ${label} is not a time: ${text}; write 20261224, 20261224T180000 or 20261224T180000Z`,
      property.line,
    );
  });

const durationForm =
  /^([+-]?)P(?:(\d{1,9})W|(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;

/** A duration in milliseconds (RFC 5545, section 3.3.6). @throws CalendarProblem */
export const durationOf = (property: CalendarProperty, label: string): number => {
  const text = property.value.trim();
  const [whole, sign, ...parts] = durationForm.exec(text) ?? [];
  if (whole === undefined || parts.every((part) => part === undefined)) {
    throw new CalendarProblem(
      `DURATION of ${label} is not a duration: ${text}; write P1D, PT12H or P1DT12H`,
      property.line,
    );
  }
  const ms = [7 * dayMs, dayMs, hourMs, minuteMs, secondMs].reduce(
    (sum, unit, at) => sum + unit * Number(parts[at] ?? 0),
    0,
  );
  return sign === '-' ? -ms : ms;
};
