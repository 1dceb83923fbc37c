import ICAL from 'ical.js';
import { isCalendarDate } from '../core/calendar-date.ts';
import { type FreezePeriod, periodsBetween } from '../core/freeze.ts';
import { unknownZone } from './calendar-zones.ts';

/** Larger files, and events that repeat more often, are no calendars of freezes. */
const mostCharacters = 1024 * 1024;
const mostOccurrences = 100_000;

/** The times of events between two moments, or why the calendar cannot be read: in words, without what it is called. */
export type CalendarReading = { readonly periods: readonly FreezePeriod[] } | { readonly problem: string };

const nameOf = (event: ICAL.Event): string => event.summary || 'an event without a summary';

/** The parser takes the 45th of a month for a day of a later one. */
const checkTime = (event: ICAL.Event, name: string): void => {
  for (const property of event.component.getAllProperties(name)) {
    const written = property.jCal.slice(3).flat().map(String);
    if (
      written.every(
        (text) => isCalendarDate(text.slice(0, 10)) && /^.{10}(T([01]\d|2[0-3]):[0-5]\d:[0-6]\dZ?)?$/.test(text),
      )
    ) {
      continue;
    }
    throw new Error(`${name.toUpperCase()} of "${nameOf(event)}" is no time: ${written.join(', ')}`);
  }
};

const check = (event: ICAL.Event): void => {
  const name = nameOf(event);
  if (event.component.getFirstProperty('dtstart') === null) throw new Error(`"${name}" has no DTSTART`);
  for (const time of ['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate']) checkTime(event, time);
  if (event.isRecurrenceException() && event.modifiesFuture()) {
    throw new Error(`"${name}" has RANGE=THISANDFUTURE, which is not understood; end the one event and begin another`);
  }
  if (event.endDate.compare(event.startDate) < 0) throw new Error(`"${name}" ends before it begins`);
};

const isCancelled = (event: ICAL.Event): boolean =>
  String(event.component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED';

/** Times without a zone, days among them, are taken for UTC. */
const momentOf = (time: ICAL.Time): number => time.toUnixTime() * 1000;

const periodOf = (event: ICAL.Event, start: ICAL.Time, end: ICAL.Time): FreezePeriod => ({
  name: nameOf(event),
  startMs: momentOf(start),
  endMs: momentOf(end),
});

const excluded = (event: ICAL.Event): Set<number> =>
  new Set(event.component.getAllProperties('exdate').flatMap((property) => property.getValues().map(momentOf)));

const lasting = (event: ICAL.Event, start: ICAL.Time): FreezePeriod => {
  const end = start.clone();
  end.addDuration(event.duration);
  return periodOf(event, start, end);
};

/** The occurrences of an event that begin before a moment, but for those that another event stands in for. */
const occurrences = (
  event: ICAL.Event,
  replaced: ReadonlySet<string>,
  toMs: number,
  spend: () => void,
): FreezePeriod[] => {
  if (!event.isRecurring()) return [periodOf(event, event.startDate, event.endDate)];
  // The start is an occurrence also where the rule does not name it, which the parser overlooks.
  const starts = excluded(event).has(momentOf(event.startDate)) ? [] : [event.startDate];
  const iterator = event.iterator();
  for (let start = iterator.next(); start && momentOf(start) < toMs; start = iterator.next()) {
    spend();
    if (start.compare(event.startDate) !== 0) starts.push(start);
  }
  return starts
    .filter((start) => !replaced.has(`${event.uid} ${momentOf(start)}`))
    .map((start) => lasting(event, start));
};

const eventsOf = (calendar: ICAL.Component): ICAL.Event[] => {
  const zone = unknownZone(calendar);
  if (zone !== undefined) throw new Error(`the time zone "${zone}" is not described in it and is not known otherwise`);
  // Exceptions are told apart here, not by the parser, so that one without its event counts too.
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event, { exceptions: [] }));
};

const calendarsIn = (text: string): ICAL.Component[] => {
  if (text.length > mostCharacters) throw new Error(`it has more than ${mostCharacters} characters`);
  const parsed: unknown[] = ICAL.parse(text);
  const roots = typeof parsed[0] === 'string' ? [parsed] : parsed;
  const calendars = roots.map((root) => new ICAL.Component(root as ConstructorParameters<typeof ICAL.Component>[0]));
  if (calendars.length === 0 || calendars.some(({ name }) => name !== 'vcalendar'))
    throw new Error('it is no iCalendar file');
  return calendars;
};

const periodsIn = (text: string, toMs: number): FreezePeriod[] => {
  let left = mostOccurrences;
  const spend = () => {
    left -= 1;
    if (left < 0) throw new Error(`its events repeat more than ${mostOccurrences} times until now`);
  };
  return calendarsIn(text).flatMap((calendar) => {
    const events = eventsOf(calendar);
    events.forEach(check);
    const replacing = events.filter((event) => event.isRecurrenceException());
    const replaced = new Set(replacing.map((event) => `${event.uid} ${momentOf(event.recurrenceId)}`));
    return events
      .filter((event) => !isCancelled(event))
      .flatMap((event) =>
        event.isRecurrenceException()
          ? [periodOf(event, event.startDate, event.endDate)]
          : occurrences(event, replaced, toMs, spend),
      );
  });
};

/**
 * Reads the events of an iCalendar file (RFC 5545) as freeze windows: those that repeat with their exceptions, whole days,
 * time zones that the file describes or names. Cancelled events are none. It never fails: what is not understood is a
 * problem, because a window that was overlooked would let writes through.
 */
export const readCalendar = (text: string, fromMs: number, toMs: number): CalendarReading => {
  try {
    return { periods: periodsBetween(periodsIn(text, toMs), fromMs, toMs) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};
