import { dayMs } from './durations.ts';
import { oncePerText } from './remembering.ts';

/** Conversion between wall clock times and instants, with the time zone data of the runtime. */

/** A local wall clock time as if it were UTC, in milliseconds since 1970. */
export type WallMs = number;

/** @throws RangeError for an unknown time zone */
const formatOf = oncePerText(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** Whether the name is a time zone, such as `Europe/Berlin` or `UTC`. */
export const isTimeZone = (name: string): boolean => {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
};

const wallBy = (format: Intl.DateTimeFormat, ms: number): WallMs => {
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** Every run asks for the same ends of freeze windows, and a format takes microseconds. */
const offsets = new Map<Intl.DateTimeFormat, Map<number, WallMs>>();
const mostKnown = 1_000;

/** Wall clock time of a zone at an instant. @throws RangeError for an unknown time zone */
export const wallAt = (timeZone: string, ms: number): WallMs => {
  const format = formatOf(timeZone);
  const walls = offsets.get(format) ?? new Map<number, WallMs>();
  offsets.set(format, walls);
  const wall = walls.get(ms) ?? wallBy(format, ms);
  if (walls.size >= mostKnown) walls.clear();
  walls.set(ms, wall);
  return wall;
};

/** First and last instant at which a clock shows a time, in milliseconds since 1970; usually equal. */
export interface Moments {
  readonly first: number;
  readonly last: number;
}

/** Wall clock time at an instant. */
export type ClockOf = (ms: number) => WallMs;

/**
 * Instants at which a clock shows a time: two when the clock is set back. A time that is skipped when the clock is set
 * forward maps to the instants before and after the gap.
 */
export const momentsBy = (clock: ClockOf, wall: WallMs): Moments => {
  // A zone differs from UTC by less than a day, and its clock changes at most once within two days.
  const candidates = [wall - dayMs, wall + dayMs].map((near) => wall - (clock(near) - near));
  const shown = candidates.filter((ms) => clock(ms) === wall);
  const moments = shown.length > 0 ? shown : candidates;
  return { first: Math.min(...moments), last: Math.max(...moments) };
};

/** As `momentsBy`, for a zone by name. @throws RangeError for an unknown time zone */
export const momentsOf = (timeZone: string, wall: WallMs): Moments => momentsBy((ms) => wallAt(timeZone, ms), wall);
