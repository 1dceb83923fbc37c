import { type FreezePeriod, periodsBetween } from '../../core/model/freeze.ts';
import { type Asked, periodsOf, readEvent } from './event.ts';
import { type CalendarComponent, CalendarProblem, readComponents } from './lines.ts';
import { zonesOf } from './zones.ts';

/** Larger files are no calendars of freezes. */
const mostCharacters = 1024 * 1024;
/** Days and times that are looked at to follow all events of a calendar: far more than is ever meant. */
const mostSteps = 200_000;

/** The times of events between two moments, or why the calendar cannot be read, and the line, counted from 1, if one is to blame. */
export type CalendarReading =
  | { readonly periods: readonly FreezePeriod[] }
  | { readonly problem: string; readonly line: number | null };

const calendarsIn = (text: string): readonly CalendarComponent[] => {
  if (text.length > mostCharacters) {
    throw new CalendarProblem(`it has more than ${mostCharacters} characters`, null);
  }
  const calendars = readComponents(text);
  const [other = { line: null }] = calendars.filter(({ name }) => name !== 'VCALENDAR');
  if (calendars.length === 0 || other.line !== null) throw new CalendarProblem('it is no iCalendar file', other.line);
  return calendars;
};

const periodsIn = (calendar: CalendarComponent, asked: Asked): FreezePeriod[] => {
  const zoneOf = zonesOf(calendar, asked.toMs, asked.spend);
  const events = calendar.components
    .filter(({ name }) => name === 'VEVENT')
    .map((component) => readEvent(component, zoneOf));
  const replaced = new Map<string, Set<number>>();
  for (const { uid, insteadOfMs } of events) {
    if (insteadOfMs !== null) replaced.set(uid, (replaced.get(uid) ?? new Set()).add(insteadOfMs));
  }
  return events
    .filter(({ isCancelled }) => !isCancelled)
    .flatMap((event) => periodsOf(event, replaced.get(event.uid) ?? new Set(), zoneOf, asked));
};

const stepCounter = () => {
  let left = mostSteps;
  return () => {
    left -= 1;
    if (left < 0)
      throw new CalendarProblem(`its events repeat too often: they take more than ${mostSteps} steps`, null);
  };
};

/**
 * Reads the events of an iCalendar file (RFC 5545) as freeze windows: those that repeat with their exceptions, whole days,
 * time zones that the file describes or names. Cancelled events are none. It never fails and always ends: what is not
 * understood, never comes or takes too many steps is a problem, because a window that was overlooked would let writes through.
 */
export const readCalendar = (text: string, fromMs: number, toMs: number): CalendarReading => {
  const asked = { fromMs, toMs, spend: stepCounter() };
  try {
    const periods = calendarsIn(text).flatMap((calendar) => periodsIn(calendar, asked));
    return { periods: periodsBetween(periods, fromMs, toMs) };
  } catch (error) {
    if (error instanceof CalendarProblem) return { problem: error.message, line: error.line };
    throw error;
  }
};
