import { latenessMinutes as latenessOfPass } from '../core/inventory/due.ts';
import { dayMs, hourMs, minuteMs } from '../core/model/durations.ts';
import { momentsOf, type WallMs, wallAt } from '../core/model/zoned-time.ts';
import { looksOf, measurementsPerPass, passMinutes, projectsPerLook, projectsPerPass } from './pass-size.ts';
import { dailyPass, type RunRequest } from './run-request.ts';
import { type CronField, cronFields, minutesBetween, weekdays } from './schedule-expression.ts';
import { longestLatenessMinutes, type Settings } from './settings.ts';
import type { TaskInput } from './tasks.ts';

/**
 * When Headroom starts something by itself. The stack, the face on one machine and the simulator all read this: the stack
 * hands the expressions to EventBridge Scheduler, the others ask when the next start is due.
 */

const lastYear = 2199;

/** Starts at a fixed interval, or by a cron expression in a time zone. */
export type Recurrence = { readonly everyMs: number } | { readonly cron: string; readonly timeZone: string };

/** One schedule of a deployment. */
export type Timetable = {
  readonly name: 'Reconcile' | 'Budget' | 'Watch';
  /** Purpose, for people. */
  readonly purpose: string;
  /** Expression of EventBridge Scheduler. */
  readonly expression: string;
  readonly timeZone: string;
  /** Width of the flexible window: the scheduler starts at any moment in it; 0 for none. */
  readonly latenessMinutes: number;
} & (
  | { readonly starts: 'reconcile'; readonly input: RunRequest }
  | { readonly starts: 'watch-services'; readonly input: TaskInput<'watch-services'> }
);

const request = (
  by: string,
  { reads, ...terms }: Pick<RunRequest, 'reads' | 'measures' | 'everyMinutes' | 'looks'>,
): RunRequest => ({
  trigger: { kind: 'schedule', by },
  ...(reads !== undefined && { reads }),
  ...terms,
  readOnly: false,
});

/** The schedules of a deployment: the hourly pass, the daily pass for the budgets, and the search for new services. */
export const timetablesOf = (settings: Pick<Settings, 'schedules' | 'callsPerMinute'>): readonly Timetable[] => {
  const { schedules } = settings;
  const { timeZone, latenessMinutes } = schedules;
  const everyMinutes = passMinutes(schedules);
  const reads = projectsPerPass(settings);
  const looks = looksOf(settings);
  const measures = measurementsPerPass(settings);
  const terms = { reads, measures, everyMinutes, ...(looks !== undefined && { looks }) };
  const pass = { timeZone, latenessMinutes, starts: 'reconcile' } as const;
  // A pass that comes much too early would meet the one before it, and read the same.
  const jitterMinutes = Math.min(latenessMinutes, latenessOfPass(everyMinutes));
  return [
    {
      ...pass,
      name: 'Reconcile',
      expression: schedules.reconcile,
      latenessMinutes: jitterMinutes,
      purpose: 'whole pass over the organization',
      input: request('hourly pass', terms),
    },
    {
      ...pass,
      name: 'Budget',
      expression: schedules.budget,
      purpose: 'daily pass that adjusts maximums to budgets',
      input: request(dailyPass, terms),
    },
    {
      name: 'Watch',
      expression: schedules.watch,
      purpose: 'search for new services',
      timeZone,
      latenessMinutes: Math.min(longestLatenessMinutes, Math.floor((minutesBetween(schedules.watch) ?? 0) / 2)),
      starts: 'watch-services',
      // One call lists the projects; each project takes one more.
      input: { most: projectsPerLook(settings.callsPerMinute) },
    },
  ];
};

/** The recurrence of an expression that EventBridge Scheduler accepts. */
export const recurrenceOf = ({ expression, timeZone }: Pick<Timetable, 'expression' | 'timeZone'>): Recurrence => {
  const minutes = minutesBetween(expression);
  return minutes === undefined ? { cron: expression, timeZone } : { everyMs: minutes * minuteMs };
};

/** A calendar day, as the day fields of a cron expression see it. */
interface Day {
  readonly dayOfMonth: number;
  /** 1 for Sunday to 7 for Saturday. */
  readonly dayOfWeek: number;
  readonly lastDay: number;
  /** Weekday of the month's first day, 1 for Sunday. */
  readonly firstDayOfWeek: number;
}

const dayAt = (wall: Date): Day => {
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth()];
  return {
    dayOfMonth: wall.getUTCDate(),
    dayOfWeek: wall.getUTCDay() + 1,
    lastDay: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    firstDayOfWeek: new Date(Date.UTC(year, month, 1)).getUTCDay() + 1,
  };
};

/** The working day of the month that is nearest to a day of it. */
const nearestWorkingDay = (day: number, { firstDayOfWeek, lastDay }: Day): number => {
  const weekday = ((firstDayOfWeek - 1 + day - 1) % 7) + 1;
  if (weekday === 7) return day === 1 ? 3 : day - 1;
  if (weekday === 1) return day === lastDay ? day - 2 : day + 1;
  return day;
};

const isDayOfMonth = ({ text, values }: CronField, day: Day): boolean => {
  if (values !== 'any') return values.includes(day.dayOfMonth);
  if (text === '?') return true;
  if (text === 'L') return day.dayOfMonth === day.lastDay;
  const wanted = text === 'LW' ? day.lastDay : Math.min(Number(text.slice(0, -1)), day.lastDay);
  return day.dayOfMonth === nearestWorkingDay(wanted, day);
};

const isDayOfWeek = ({ text, values }: CronField, day: Day): boolean => {
  if (values !== 'any') return values.includes(day.dayOfWeek);
  if (text === '?') return true;
  if (text === 'L') return day.dayOfWeek === 7;
  const [, name = '', which] = /^(\d|[A-Z]{3})(?:L|#(\d))$/.exec(text) ?? [];
  const wanted = weekdays.includes(name) ? weekdays.indexOf(name) + 1 : Number(name);
  if (day.dayOfWeek !== wanted) return false;
  return which === undefined ? day.dayOfMonth + 7 > day.lastDay : Math.ceil(day.dayOfMonth / 7) === Number(which);
};

const numbers = ({ values }: CronField | undefined = { text: '', values: [] }): readonly number[] =>
  values === 'any' ? [] : values.toSorted((a, b) => a - b);

/** The first start of a cron expression after a moment; Infinity when there is none. */
const nextOfCron = (cron: string, timeZone: string, afterMs: number): number => {
  const [minutes, hours, dayOfMonth, months, dayOfWeek, years] = cronFields(cron) as readonly [
    CronField,
    CronField,
    CronField,
    CronField,
    CronField,
    CronField,
  ];
  const startOf = (dayWall: WallMs): number | undefined => {
    for (const hour of numbers(hours)) {
      for (const minute of numbers(minutes)) {
        const wall = dayWall + (hour * 60 + minute) * minuteMs;
        const { first } = momentsOf(timeZone, wall);
        // A time that the clock skips has no start; a time that it shows twice has one.
        if (first > afterMs && wallAt(timeZone, first) === wall) return first;
      }
    }
    return undefined;
  };
  const today = Math.floor(wallAt(timeZone, afterMs) / dayMs) * dayMs;
  for (let dayWall = today; ; dayWall += dayMs) {
    const date = new Date(dayWall);
    if (date.getUTCFullYear() > lastYear) return Number.POSITIVE_INFINITY;
    if (!numbers(years).includes(date.getUTCFullYear()) || !numbers(months).includes(date.getUTCMonth() + 1)) continue;
    const day = dayAt(date);
    const start = isDayOfMonth(dayOfMonth, day) && isDayOfWeek(dayOfWeek, day) ? startOf(dayWall) : undefined;
    if (start !== undefined) return start;
  }
};

/**
 * The first start after a moment, in milliseconds since 1970; Infinity when there is none.
 * @param anchorMs first start of a fixed interval: when the schedule was created
 * @throws Error for an invalid expression, RangeError for an unknown time zone
 */
export const nextStart = (recurrence: Recurrence, anchorMs: number, afterMs: number): number => {
  if ('cron' in recurrence) return nextOfCron(recurrence.cron, recurrence.timeZone, afterMs);
  if (afterMs < anchorMs) return anchorMs;
  return anchorMs + (Math.floor((afterMs - anchorMs) / recurrence.everyMs) + 1) * recurrence.everyMs;
};

/**
 * The longest time without a start of any of these schedules, in whole hours, over a month that has a change of clocks in
 * most time zones.
 */
export const longestPauseHours = (schedules: readonly Pick<Timetable, 'expression' | 'timeZone'>[]): number => {
  const recurrences = schedules.map(recurrenceOf);
  const beganMs = Date.UTC(2030, 2, 1);
  let longestMs = 0;
  let nexts = recurrences.map(() => Number.NEGATIVE_INFINITY);
  for (let atMs = beganMs; atMs < beganMs + 31 * dayMs; atMs += hourMs) {
    nexts = recurrences.map((recurrence, index) => {
      const next = nexts[index] ?? Number.NEGATIVE_INFINITY;
      return next > atMs ? next : nextStart(recurrence, beganMs, atMs);
    });
    longestMs = Math.max(longestMs, Math.min(...nexts) - atMs);
  }
  // The first hour after a start is the longest to wait in.
  return Math.ceil(longestMs / hourMs);
};
