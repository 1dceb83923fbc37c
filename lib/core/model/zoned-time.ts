import { dayMs } from './durations.ts';

/** Moments of wall clock times in time zones, by the zone data that the runtime brings. */

/** A wall clock time as if it were UTC, in milliseconds since 1970: what a clock on the wall shows, without its zone. */
export type WallMs = number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError when there is no such time zone */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
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
  });
  formats.set(timeZone, format);
  return format;
};

/** Whether there is a time zone of that name, like `Europe/Berlin` or `UTC`. */
export const isTimeZone = (name: string): boolean => {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
};

/** What a clock in the zone shows at that moment. @throws RangeError when there is no such time zone */
export const wallAt = (timeZone: string, ms: number): WallMs => {
  const found: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(ms)) found[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** The first and the last of the moments at which a clock shows a time, in milliseconds since 1970; mostly the same. */
export interface Moments {
  readonly first: number;
  readonly last: number;
}

/** What a clock in a zone shows at a moment. */
export type ClockOf = (ms: number) => WallMs;

/**
 * When a clock shows that time: twice where it is set back, and where it is set forward the time that is left out stands
 * for the moments around it. So the first and the last of them are given, mostly the same.
 */
export const momentsBy = (clock: ClockOf, wall: WallMs): Moments => {
  // No zone is farther from UTC than a day, and no zone is set twice within two.
  const candidates = [wall - dayMs, wall + dayMs].map((near) => wall - (clock(near) - near));
  const shown = candidates.filter((ms) => clock(ms) === wall);
  const moments = shown.length > 0 ? shown : candidates;
  return { first: Math.min(...moments), last: Math.max(...moments) };
};

/** The same for a zone that the runtime knows by name. @throws RangeError when there is no such time zone */
export const momentsOf = (timeZone: string, wall: WallMs): Moments => momentsBy((ms) => wallAt(timeZone, ms), wall);
