import * as z from 'zod';
import { calendarFolder } from '../contract/store-keys.ts';
import { isCalendarDate, minuteMs } from '../core/model/durations.ts';
import { type DatedWindow, type FreezePolicy, type WeeklyWindow, weekdays } from '../core/model/freeze.ts';
import { isTimeZone, type WallMs } from '../core/model/zoned-time.ts';
import { absentMeans, name, uniqueNames } from './policy-parts.ts';

const timePattern = /^(\d{2}):(\d{2})$/;
const dayMinutes = 24 * 60;

/** Minutes from midnight; only an end may be 24:00. */
const minutesOf = (text: string, most: number): number | undefined => {
  const [, hours, minutes] = timePattern.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const inAll = Number(hours) * 60 + Number(minutes);
  return inAll <= most ? inAll : undefined;
};

const timeOfDay = (most: number, example: string) =>
  z.string().refine((text) => minutesOf(text, most) !== undefined, `must be a time of day, like "${example}"`);

/** Wall-clock time of a day, or of a day and time; an end day counts to its end. */
const wallOf = (text: string, isEnd: boolean): WallMs | undefined => {
  const [date = '', time] = text.split('T');
  if (!isCalendarDate(date)) return undefined;
  if (time === undefined) return Date.parse(date) + (isEnd ? dayMinutes * minuteMs : 0);
  const minutes = minutesOf(time, dayMinutes);
  return minutes === undefined ? undefined : Date.parse(date) + minutes * minuteMs;
};

/** A day, or a day and time, by the clock on a wall. */
const moment = z
  .string()
  .refine(
    (text) => wallOf(text, false) !== undefined,
    'must be a day, like 2026-12-18, or a day and time, like 2026-12-18T18:00',
  );

interface WindowMembers {
  readonly days?: readonly unknown[];
  readonly from?: string;
  readonly to?: string;
  readonly start?: string;
  readonly end?: string;
}

type Problem = readonly [member: keyof WindowMembers | null, message: string];

/** Default times of a weekly window. */
const wholeDay = { from: '00:00', to: '24:00' };

const weeklyProblems = ({ from = wholeDay.from, to = wholeDay.to }: WindowMembers): Problem[] =>
  from === to ? [['to', `is the same as from, ${from}, so the window is empty; for a whole day omit both`]] : [];

const datedProblems = ({ from, to, start, end }: WindowMembers): Problem[] => {
  const problems: Problem[] = [];
  const belongs = 'requires days; put the time into start and end, like 2026-12-18T18:00';
  if (from !== undefined) problems.push(['from', belongs]);
  if (to !== undefined) problems.push(['to', belongs]);
  if (start === undefined) problems.push(['start', 'is missing: a window with an end needs a start']);
  if (end === undefined) problems.push(['end', 'is missing: a window with a start needs an end']);
  const [begins, ends] = [wallOf(start ?? '', false), wallOf(end ?? '', true)];
  if (begins === undefined || ends === undefined || begins < ends) return problems;
  const what = begins === ends ? 'is the same as start' : 'is before start';
  return [...problems, ['end', `${what}, ${start}, so the window is empty`]];
};

const problemsOf = (window: WindowMembers): Problem[] => {
  const isDated = window.start !== undefined || window.end !== undefined;
  if (window.days !== undefined && isDated) {
    return [['days', 'cannot be combined with start or end: split the window in two']];
  }
  if (isDated) return datedProblems(window);
  if (window.days !== undefined) return weeklyProblems(window);
  return [[null, 'must have days of the week, or start and end']];
};

const window = z
  .strictObject({
    name: name.describe('Name of the window, unique in this list; findings quote it.'),
    days: z
      .array(z.enum(weekdays))
      .min(1, 'must list at least one day')
      .optional()
      .describe('Days of the week on which the window begins, like [sat, sun].'),
    from: absentMeans(timeOfDay(dayMinutes - 1, '22:30'), wholeDay.from).describe(
      'Start time on each of the days, like "22:00".',
    ),
    to: absentMeans(timeOfDay(dayMinutes, '24:00'), wholeDay.to).describe(
      'End time; a time not after from is on the next day.',
    ),
    start: moment.optional().describe('First day, like 2026-12-18, or start time, like 2026-12-18T18:00.'),
    end: moment.optional().describe('Last day, frozen to its end, or end time.'),
    timeZone: z
      .string()
      .refine(isTimeZone, 'is not a known time zone; use a name like "Europe/Berlin" or "UTC"')
      .default('UTC')
      .describe('Time zone of these times, like Europe/Berlin.'),
  })
  .check(
    z.superRefine(
      (members, context) => {
        for (const [member, message] of problemsOf(members)) {
          context.addIssue({ code: 'custom', path: member === null ? [] : [member], message });
        }
      },
      // Runs even if the window has other errors, so that all are reported together.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );

/** Times without writes, except for allowed protective changes (design §6). */
export const freeze = z
  .strictObject({
    windows: z
      .array(window)
      .min(1, 'must list at least one window')
      .check(uniqueNames('freeze.windows', 'windows'))
      .optional()
      .describe('Weekly windows (days, from, to) or single windows (start, end).'),
    calendar: z
      .string()
      .regex(
        /^calendars\/[A-Za-z0-9][A-Za-z0-9._-]{0,100}\.ics$/,
        `must be an iCalendar file in the folder ${calendarFolder} beside this document, like ${calendarFolder}freeze.ics`,
      )
      .optional()
      .describe(
        'iCalendar file whose events are windows too, like calendars/freeze.ics, relative to this document, also in the store.',
      ),
    allow: z
      .array(z.enum(['enable', 'raise']))
      .default([])
      .describe('Protective changes that a freeze allows: enable, raise.'),
  })
  .refine(
    ({ windows, calendar }) => windows !== undefined || calendar !== undefined,
    'must have windows, a calendar or both',
  );

type FreezeDocument = z.infer<typeof freeze>;

const toWindow = (window: NonNullable<FreezeDocument['windows']>[number]): WeeklyWindow | DatedWindow => {
  const { name: windowName, timeZone, days, from = wholeDay.from, to = wholeDay.to, start = '', end = '' } = window;
  if (days === undefined) {
    return { name: windowName, timeZone, start: wallOf(start, false) ?? 0, end: wallOf(end, true) ?? 0 };
  }
  return {
    name: windowName,
    timeZone,
    days,
    fromMinute: minutesOf(from, dayMinutes) ?? 0,
    toMinute: minutesOf(to, dayMinutes) ?? 0,
  };
};

/** Converts the checked freeze section of a document. */
export const toFreezePolicy = ({ windows = [], calendar, allow }: FreezeDocument): FreezePolicy => ({
  windows: windows.map(toWindow),
  calendar: calendar ?? null,
  allow,
});
