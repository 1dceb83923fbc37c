import { type FreezePeriod, periodsBetween } from '../../core/model/freeze.ts';
import { periodsOf, readEvent, type SearchRange } from './event.ts';
import { type CalendarComponent, CalendarProblem, readComponents } from './lines.ts';
import { mostSteps } from './recurrence-rule.ts';
import { zonesOf } from './zones.ts';

/** Upper bound for a file of freeze windows. */
const mostCharacters = 1024 * 1024;

/** Periods of the events between two times, or the problem of the calendar and its line, counted from 1; null without a line. */
type CalendarReading =
  | { readonly periods: readonly FreezePeriod[] }
  | { readonly problem: string; readonly line: number | null };

const calendarsIn = (text: string): readonly CalendarComponent[] => {
  if (text.length > mostCharacters) {
    throw new CalendarProblem(`it has more than ${mostCharacters} characters`, null);
  }
  const calendars = readComponents(text);
  const [other = { line: null }] = calendars.filter(({ name }) => name !== 'VCALENDAR');
  if (calendars.length === 0 || other.line !== null)
    throw new CalendarProblem('it is not an iCalendar file', other.line);
  return calendars;
};

const periodsIn = (calendar: CalendarComponent, range: SearchRange): FreezePeriod[] => {
  const zoneOf = zonesOf(calendar, range.toMs, range);
  const events = calendar.components
    .filter(({ name }) => name === 'VEVENT')
    .map((component) => readEvent(component, zoneOf));
  const replaced = new Map<string, Set<number>>();
  for (const { uid, insteadOfMs } of events) {
    if (insteadOfMs !== null) replaced.set(uid, (replaced.get(uid) ?? new Set()).add(insteadOfMs));
  }
  return events
    .filter(({ isCancelled }) => !isCancelled)
    .flatMap((event) => periodsOf(event, replaced.get(event.uid) ?? new Set(), zoneOf, range));
};

/**
 * Reads the events of an iCalendar file (RFC 5545) as freeze windows, with recurrence and exceptions, whole days, and time
 * zones that the file describes or names. Cancelled events do not count. It never throws and always ends: events that it
 * cannot interpret, that never occur or that take too many steps are problems, because a missed window would allow writes.
 */
export const readCalendar = async (text: string, fromMs: number, toMs: number): Promise<CalendarReading> => {
  // Few policies have a calendar, and this is large.
  const { RRuleTemporal: Rule } = await import('rrule-temporal');
  let stepsLeft = mostSteps;
  const spend = (steps: number) => {
    stepsLeft -= steps;
    if (stepsLeft >= 0) return;
    throw new CalendarProblem(`its events repeat too often: they take more than ${mostSteps} steps`, null);
  };
  try {
    const periods = calendarsIn(text).flatMap((calendar) => periodsIn(calendar, { fromMs, toMs, Rule, spend }));
    return { periods: periodsBetween(periods, fromMs, toMs) };
  } catch (error) {
    if (error instanceof CalendarProblem) return { problem: error.message, line: error.line };
    throw error;
  }
};
