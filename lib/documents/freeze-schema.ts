import * as z from 'zod';
import { calendarFolder } from '../contract/store-keys.ts';
import { isCalendarDate } from '../core/model/calendar-date.ts';
import { minuteMs } from '../core/model/durations.ts';
import { type DatedWindow, type FreezePolicy, type WeeklyWindow, weekdays } from '../core/model/freeze.ts';
import { isTimeZone, type WallMs } from '../core/model/zoned-time.ts';
import { absentMeans, name, uniqueNames } from './policy-parts.ts';

const timePattern = /^(\d{2}):(\d{2})$/;
const dayMinutes = 24 * 60;

/** Minutes from midnight; 24:00 only where a time ends something. */
const minutesOf = (text: string, most: number): number | undefined => {
  const [, hours, minutes] = timePattern.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const inAll = Number(hours) * 60 + Number(minutes);
  return inAll <= most ? inAll : undefined;
};

const timeOfDay = (most: number, example: string) =>
  z.string().refine((text) => minutesOf(text, most) !== undefined, `must be a time of day, like "${example}"`);

/** What the clock shows at a day, or at a day and time; of a day that ends something, at its end. */
const wallOf = (text: string, isEnd: boolean): WallMs | undefined => {
  const [date = '', time] = text.split('T');
  if (!isCalendarDate(date)) return undefined;
  if (time === undefined) return Date.parse(date) + (isEnd ? dayMinutes * minuteMs : 0);
  const minutes = minutesOf(time, dayMinutes);
  return minutes === undefined ? undefined : Date.parse(date) + minutes * minuteMs;
};

const moment = z
  .string()
  .refine(
    (text) => wallOf(text, false) !== undefined,
    'must be a day, like 2026-12-18, or a day and time, like 2026-12-18T18:00',
  );

interface GivenWindow {
  readonly days?: readonly unknown[];
  readonly from?: string;
  readonly to?: string;
  readonly start?: string;
  readonly end?: string;
}

type Problem = readonly [member: keyof GivenWindow | null, message: string];

/** Of a weekly window that gives no times. */
const wholeDay = { from: '00:00', to: '24:00' };

const weeklyProblems = ({ from = wholeDay.from, to = wholeDay.to }: GivenWindow): Problem[] =>
  from === to ? [['to', `is the same as from, ${from}, so the window is empty; a whole day needs neither`]] : [];

const datedProblems = ({ from, to, start, end }: GivenWindow): Problem[] => {
  const problems: Problem[] = [];
  const belongs = 'belongs to a window with days; write the time into start and end, like 2026-12-18T18:00';
  if (from !== undefined) problems.push(['from', belongs]);
  if (to !== undefined) problems.push(['to', belongs]);
  if (start === undefined) problems.push(['start', 'is missing: a window with an end needs a start']);
  if (end === undefined) problems.push(['end', 'is missing: a window with a start needs an end']);
  const [begins, ends] = [wallOf(start ?? '', false), wallOf(end ?? '', true)];
  if (begins === undefined || ends === undefined || begins < ends) return problems;
  const what = begins === ends ? 'is the same as start' : 'is before start';
  return [...problems, ['end', `${what}, ${start}, so the window is empty`]];
};

const problemsOf = (window: GivenWindow): Problem[] => {
  const isDated = window.start !== undefined || window.end !== undefined;
  if (window.days !== undefined && isDated) {
    return [['days', 'belongs to a window that comes every week, and this one has a start or an end: make two of it']];
  }
  if (isDated) return datedProblems(window);
  if (window.days !== undefined) return weeklyProblems(window);
  return [[null, 'must say when it is: days of the week, or start and end']];
};

const window = z
  .strictObject({
    name: name.describe('Name of the window, different from those of all others; it stands in findings.'),
    days: z
      .array(z.enum(weekdays))
      .min(1, 'must list at least one day')
      .optional()
      .describe('Days of the week on which the window begins, like [sat, sun].'),
    from: absentMeans(timeOfDay(dayMinutes - 1, '22:30'), wholeDay.from).describe(
      'When it begins on each of the days, like "22:00".',
    ),
    to: absentMeans(timeOfDay(dayMinutes, '24:00'), wholeDay.to).describe(
      'When it ends; a time that is not after from is on the day after.',
    ),
    start: moment.optional().describe('First day, like 2026-12-18, or day and time, like 2026-12-18T18:00.'),
    end: moment.optional().describe('Last day, which is frozen as a whole, or day and time at which it ends.'),
    timeZone: z
      .string()
      .refine(isTimeZone, 'is no known time zone; give a name like "Europe/Berlin" or "UTC"')
      .default('UTC')
      .describe('Time zone of all that, like Europe/Berlin.'),
  })
  .check(
    z.superRefine(
      (given, context) => {
        for (const [member, message] of problemsOf(given)) {
          context.addIssue({ code: 'custom', path: member === null ? [] : [member], message });
        }
      },
      // Beside other errors of the window, so that all are told at once.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );

/** Times in which nothing, or only what protects, is written (design §6). */
export const freeze = z
  .strictObject({
    windows: z
      .array(window)
      .min(1, 'must list at least one window')
      .check(uniqueNames('freeze.windows', 'windows'))
      .optional()
      .describe('Times that come every week (days, from, to) or once (start, end).'),
    calendar: z
      .string()
      .regex(
        /^calendars\/[A-Za-z0-9][A-Za-z0-9._-]{0,100}\.ics$/,
        `must be an iCalendar file in the folder ${calendarFolder} beside this document, like ${calendarFolder}freeze.ics`,
      )
      .optional()
      .describe(
        'iCalendar file whose events are windows too, like calendars/freeze.ics: beside this document, also in the store.',
      ),
    allow: z
      .array(z.enum(['enable', 'raise']))
      .default([])
      .describe('What may be done all the same because it protects: enable, raise.'),
  })
  .refine(
    ({ windows, calendar }) => windows !== undefined || calendar !== undefined,
    'must have windows, a calendar or both',
  );

type FreezeDocument = z.infer<typeof freeze>;

const toWindow = (given: NonNullable<FreezeDocument['windows']>[number]): WeeklyWindow | DatedWindow => {
  const { name: own, timeZone, days, from = wholeDay.from, to = wholeDay.to, start = '', end = '' } = given;
  if (days === undefined) {
    return { name: own, timeZone, start: wallOf(start, false) ?? 0, end: wallOf(end, true) ?? 0 };
  }
  return {
    name: own,
    timeZone,
    days,
    fromMinute: minutesOf(from, dayMinutes) ?? 0,
    toMinute: minutesOf(to, dayMinutes) ?? 0,
  };
};

/** What the document says of freezes, once it has been checked. */
export const toFreezePolicy = ({ windows = [], calendar, allow }: FreezeDocument): FreezePolicy => ({
  windows: windows.map(toWindow),
  calendar: calendar ?? null,
  allow,
});
