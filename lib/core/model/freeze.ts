import { dayMs, isoInstant, minuteMs } from './durations.ts';
import { momentsOf, type WallMs, wallAt } from './zoned-time.ts';

/** Freeze windows: times in which nothing, or only what protects, is written to the platform (design §6). */

/** Days as policies write them, Sunday first as in what `Date` counts. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** A window that comes every week. */
export interface WeeklyWindow {
  readonly name: string;
  readonly timeZone: string;
  readonly days: readonly Weekday[];
  /** Minutes from the midnight that begins the day, 0 to 1440; an end that is not later is on the day after. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** A window that comes once. */
export interface DatedWindow {
  readonly name: string;
  readonly timeZone: string;
  readonly start: WallMs;
  /** Exclusive. */
  readonly end: WallMs;
}

/** What may be done in a window all the same, because it protects. */
export type Protective = 'enable' | 'raise';

/** What a policy says of freezes. */
export interface FreezePolicy {
  readonly windows: readonly (WeeklyWindow | DatedWindow)[];
  /** Path of an iCalendar file beside the policy document, whose events are windows too; null for none. */
  readonly calendar: string | null;
  readonly allow: readonly Protective[];
}

/** One window at its time: moments in milliseconds since 1970, the end exclusive. */
export interface FreezePeriod {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The windows of a run at their times, and why they are not known where they are not: then everything is frozen. */
export interface FreezePeriods {
  readonly periods: readonly FreezePeriod[];
  readonly problem: string | null;
  /** Up to when all windows are known, in milliseconds since 1970. */
  readonly knownUntilMs: number;
  readonly allow: readonly Protective[];
}

/** A freeze at one moment. */
export interface Freeze {
  /** Name of a window, or why everything counts as frozen. */
  readonly reason: string;
  /** When the last of the windows that follow each other without a gap ends; null when that is not known. */
  readonly untilMs: number | null;
  readonly isUnreadable: boolean;
  readonly allow: readonly Protective[];
}

/** A wall clock time that comes twice begins a window the first time and ends it the second: rather too much is frozen. */
const periodOf = (name: string, timeZone: string, start: WallMs, end: WallMs): FreezePeriod => ({
  name,
  startMs: momentsOf(timeZone, start).first,
  endMs: momentsOf(timeZone, end).last,
});

const weekly = (window: WeeklyWindow, fromMs: number, toMs: number): FreezePeriod[] => {
  const { name, timeZone, days, fromMinute, toMinute } = window;
  const lastsMinutes = toMinute > fromMinute ? toMinute - fromMinute : toMinute + 24 * 60 - fromMinute;
  const periods: FreezePeriod[] = [];
  // A window of two days ago can reach into now: it lasts a day at most, and zones are up to a day apart.
  const firstDay = Math.floor(wallAt(timeZone, fromMs) / dayMs) - 2;
  const lastDay = Math.floor(wallAt(timeZone, toMs) / dayMs) + 1;
  for (let day = firstDay; day <= lastDay; day += 1) {
    const weekday = weekdays[new Date(day * dayMs).getUTCDay()];
    if (weekday === undefined || !days.includes(weekday)) continue;
    const start = day * dayMs + fromMinute * minuteMs;
    periods.push(periodOf(name, timeZone, start, start + lastsMinutes * minuteMs));
  }
  return periods;
};

/** By start, then end, then name: the same for the same windows whatever their order. */
const byTime = (a: FreezePeriod, b: FreezePeriod): number =>
  a.startMs - b.startMs || a.endMs - b.endMs || (a.name < b.name ? -1 : Number(a.name > b.name));

/** Whatever of these periods lies between two moments, in order. */
export const periodsBetween = (periods: readonly FreezePeriod[], fromMs: number, toMs: number): FreezePeriod[] =>
  periods.filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs && endMs > startMs).toSorted(byTime);

/** The windows of a policy between two moments, at their times. */
export const windowsBetween = ({ windows }: FreezePolicy, fromMs: number, toMs: number): FreezePeriod[] => {
  const all = windows.flatMap((window) =>
    'days' in window
      ? weekly(window, fromMs, toMs)
      : [periodOf(window.name, window.timeZone, window.start, window.end)],
  );
  return periodsBetween(all, fromMs, toMs);
};

/** When windows that follow each other without a gap come to an end. */
const endOf = (periods: readonly FreezePeriod[], fromMs: number): number => {
  let until = fromMs;
  for (const { startMs, endMs } of periods.toSorted(byTime)) {
    if (startMs <= until && endMs > until) until = endMs;
  }
  return until;
};

/** Whether a moment is frozen, why, and until when; null when it is not. Unreadable windows freeze everything. */
export const freezeAt = (given: FreezePeriods, nowMs: number): Freeze | null => {
  const { periods, problem, knownUntilMs, allow } = given;
  if (problem !== null) return { reason: problem, untilMs: null, isUnreadable: true, allow: [] };
  const now = periods.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
  if (now === undefined) return null;
  const untilMs = endOf(periods, nowMs);
  return { reason: now.name, untilMs: untilMs < knownUntilMs ? untilMs : null, isUnreadable: false, allow };
};

/** A freeze in words, for people: `freeze "year end" until 2027-01-05T00:00:00.000Z`. */
export const freezeText = ({ reason, untilMs, isUnreadable }: Freeze): string => {
  if (isUnreadable) return `freeze, because ${reason}`;
  const until = untilMs === null ? 'with no end in sight' : `until ${isoInstant(untilMs)}`;
  return `freeze "${reason}" ${until}`;
};
