import { type Finding, findingAt } from './decision.ts';
import { dayMs, isoInstant, minuteMs } from './durations.ts';
import { byText, type ServiceName } from './grouping.ts';
import { momentsOf, type WallMs, wallAt } from './zoned-time.ts';

/** Freeze windows: times in which runs write nothing to the platform, or only protective changes (design §6). */

/** Weekday names of policies, in the order of `Date.getUTCDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
type Weekday = (typeof weekdays)[number];

/** A window that recurs every week. */
export interface WeeklyWindow {
  readonly name: string;
  readonly timeZone: string;
  readonly days: readonly Weekday[];
  /** Minutes after midnight, 0 to 1440; an end that is not later than the start falls on the next day. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** A window that occurs once. */
export interface DatedWindow {
  readonly name: string;
  readonly timeZone: string;
  readonly start: WallMs;
  /** Exclusive. */
  readonly end: WallMs;
}

/** Protective changes that a window may allow. */
export type Protective = 'enable' | 'raise';

/** The freeze section of a policy. */
export interface FreezePolicy {
  readonly windows: readonly (WeeklyWindow | DatedWindow)[];
  /** Path, beside the policy document, of an iCalendar file whose events are windows too; null for none. */
  readonly calendar: string | null;
  readonly allow: readonly Protective[];
}

/** One occurrence of a window, in milliseconds since 1970; the end is exclusive. */
export interface FreezePeriod {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The freeze periods of a run. A `problem` means that they could not be read: then everything is frozen. */
export interface FreezePeriods {
  readonly periods: readonly FreezePeriod[];
  readonly problem: string | null;
  /** Periods are complete up to this time, in milliseconds since 1970. */
  readonly knownUntilMs: number;
  readonly allow: readonly Protective[];
}

/** A freeze at one moment. */
export interface Freeze {
  /** Name of a window, or the problem that freezes everything. */
  readonly reason: string;
  /** End of the last of consecutive windows; null when unknown. */
  readonly untilMs: number | null;
  readonly isUnreadable: boolean;
  readonly allow: readonly Protective[];
}

/** Where a clock change repeats a time, the window runs from the first to the last occurrence: a freeze is never too short. */
const periodOf = (name: string, timeZone: string, start: WallMs, end: WallMs): FreezePeriod => ({
  name,
  startMs: momentsOf(timeZone, start).first,
  endMs: momentsOf(timeZone, end).last,
});

const weekly = (window: WeeklyWindow, fromMs: number, toMs: number): FreezePeriod[] => {
  const { name, timeZone, days, fromMinute, toMinute } = window;
  const lastsMinutes = toMinute > fromMinute ? toMinute - fromMinute : toMinute + 24 * 60 - fromMinute;
  const periods: FreezePeriod[] = [];
  // A window of two days ago can still be open: it lasts up to a day, and time zones differ by up to a day.
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

/** By start, then end, then name, so the result does not depend on the order of the input. */
const byTime = (a: FreezePeriod, b: FreezePeriod): number =>
  a.startMs - b.startMs || a.endMs - b.endMs || byText(a.name, b.name);

/** The periods that overlap a time range, in order. */
export const periodsBetween = (periods: readonly FreezePeriod[], fromMs: number, toMs: number): FreezePeriod[] =>
  periods.filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs && endMs > startMs).toSorted(byTime);

/** The occurrences of a policy's windows that overlap a time range. */
export const windowsBetween = ({ windows }: FreezePolicy, fromMs: number, toMs: number): FreezePeriod[] => {
  const all = windows.flatMap((window) =>
    'days' in window
      ? weekly(window, fromMs, toMs)
      : [periodOf(window.name, window.timeZone, window.start, window.end)],
  );
  return periodsBetween(all, fromMs, toMs);
};

/** End of the consecutive periods that follow a time without a gap. */
export const freezeEnd = (periods: readonly FreezePeriod[], fromMs: number): number => {
  let until = fromMs;
  for (const { startMs, endMs } of periods.toSorted(byTime)) {
    if (startMs <= until && endMs > until) until = endMs;
  }
  return until;
};

/** The freeze at a time; null when there is none. Unreadable windows freeze everything. */
export const freezeAt = (freezePeriods: FreezePeriods, nowMs: number): Freeze | null => {
  const { periods, problem, knownUntilMs, allow } = freezePeriods;
  if (problem !== null) return { reason: problem, untilMs: null, isUnreadable: true, allow: [] };
  const current = periods.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
  if (current === undefined) return null;
  const untilMs = freezeEnd(periods, nowMs);
  return { reason: current.name, untilMs: untilMs < knownUntilMs ? untilMs : null, isUnreadable: false, allow };
};

/** A change of one service that a person makes although a freeze holds back changes. */
interface DuringFreeze {
  readonly duringFreeze?: string;
  readonly only?: ServiceName;
  readonly grow?: ServiceName;
  readonly trigger: { readonly by: string };
}

/** The notice that a person overrules a freeze for one service, and why. */
export const freezeOverruled = (
  freeze: Freeze | null,
  { duringFreeze, only, grow, trigger }: DuringFreeze,
): Finding[] => {
  const service = only ?? grow;
  if (freeze === null || duringFreeze === undefined || service === undefined) return [];
  const message = `Changed although there is a ${freezeText(freeze)}: ${duringFreeze} (${trigger.by}).`;
  return [findingAt(service, 'freeze-overruled', message)];
};

/** Display text: `freeze "year end" until 2027-01-05T00:00:00.000Z`. */
export const freezeText = ({ reason, untilMs, isUnreadable }: Freeze): string => {
  if (isUnreadable) return `freeze, because ${reason}`;
  const until = untilMs === null ? 'with no known end' : `until ${isoInstant(untilMs)}`;
  return `freeze "${reason}" ${until}`;
};
