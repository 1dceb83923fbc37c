import { occurrences, type Spend } from '../../core/calendar/recurrence.ts';
import { dayMs } from '../../core/model/durations.ts';
import type { FreezePeriod } from '../../core/model/freeze.ts';
import type { WallMs } from '../../core/model/zoned-time.ts';
import { type CalendarComponent, CalendarProblem, type CalendarProperty, propertiesOf, textOf } from './lines.ts';
import { readRule } from './recurrence-rule.ts';
import { type CalendarTime, durationOf, timesOf } from './times.ts';
import { type CalendarZone, utc } from './zones.ts';

const endOfTime = Date.parse('+010000-01-01T00:00:00Z');

/** Moments in milliseconds since 1970 between which the periods of events are asked for, and who counts the steps. */
export interface Asked {
  readonly fromMs: number;
  readonly toMs: number;
  readonly spend: Spend;
}

/** An event of a calendar, checked as far as it is not repeated. */
export interface CalendarEvent {
  readonly component: CalendarComponent;
  readonly uid: string;
  /** As messages call it. */
  readonly of: string;
  readonly name: string;
  readonly start: CalendarTime;
  readonly zone: CalendarZone;
  /** How long it lasts by the clock, and in time that passes: they differ where the clock is set. */
  readonly lasts: { readonly wallMs: number; readonly ms: number };
  readonly isCancelled: boolean;
  /** The moment of the occurrence that it stands in for; null when it is an event of its own. */
  readonly insteadOfMs: number | null;
}

const first = (component: CalendarComponent, name: string): CalendarProperty | undefined =>
  propertiesOf(component, name)[0];

const only = (property: CalendarProperty, of: string): CalendarTime => {
  const [time, another] = timesOf(property, of);
  if (time !== undefined && another === undefined) return time;
  throw new CalendarProblem(`${property.name} of ${of} must be one time`, property.line);
};

type FindZone = (property: CalendarProperty) => CalendarZone;

const placeOf = (property: CalendarProperty, of: string, zoneOf: FindZone) => {
  const time = only(property, of);
  const named = zoneOf(property);
  const zone = time.kind === 'wall' ? named : utc;
  return { time, zone, moments: zone.momentsOf(time.wall) };
};

const lengthOf = (component: CalendarComponent, of: string, zoneOf: FindZone, start: ReturnType<typeof placeOf>) => {
  const [end, duration] = [first(component, 'DTEND'), first(component, 'DURATION')];
  if (end !== undefined) {
    const { time, zone, moments } = placeOf(end, of, zoneOf);
    const wallMs = zone === start.zone ? time.wall - start.time.wall : 0;
    return { wallMs, ms: moments.last - start.moments.first, line: end.line };
  }
  if (duration !== undefined) {
    const ms = durationOf(duration, of);
    return { wallMs: ms, ms, line: duration.line };
  }
  const ms = start.time.kind === 'day' ? dayMs : 0;
  return { wallMs: ms, ms, line: component.line };
};

/** Reads one VEVENT. @throws CalendarProblem */
export const readEvent = (component: CalendarComponent, zoneOf: FindZone): CalendarEvent => {
  const summary = first(component, 'SUMMARY');
  const name = (summary === undefined ? '' : textOf(summary).trim()) || 'an event without a summary';
  const of = `"${name}"`;
  const begin = first(component, 'DTSTART');
  if (begin === undefined) throw new CalendarProblem(`${of} has no DTSTART`, component.line);
  const start = placeOf(begin, of, zoneOf);
  const { line, ...lasts } = lengthOf(component, of, zoneOf, start);
  if (lasts.ms < 0) throw new CalendarProblem(`${of} ends before it begins`, line);
  if (start.time.wall + lasts.ms > endOfTime) throw new CalendarProblem(`${of} ends after the year 9999`, line);
  const instead = first(component, 'RECURRENCE-ID');
  if (instead?.parameters.has('RANGE')) {
    const message = `${of} has RANGE=THISANDFUTURE, which cannot be followed; end the one event and begin another`;
    throw new CalendarProblem(message, instead.line);
  }
  return {
    component,
    uid: first(component, 'UID')?.value.trim() ?? '',
    of,
    name,
    start: start.time,
    zone: start.zone,
    lasts,
    isCancelled: first(component, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
    insteadOfMs: instead === undefined ? null : placeOf(instead, of, zoneOf).moments.first,
  };
};

/** By the clock or in time that passes, whichever is longer; and to the second time that the clock shows the end. */
const periodAt = ({ name, zone, lasts }: CalendarEvent, wall: WallMs): FreezePeriod => {
  const startMs = zone.momentsOf(wall).first;
  return { name, startMs, endMs: Math.max(zone.momentsOf(wall + lasts.wallMs).last, startMs + lasts.ms) };
};

const repeated = (event: CalendarEvent, { fromMs, toMs, spend }: Asked): WallMs[] => {
  const { component, of, start, zone, lasts } = event;
  // Two days more on either side than what lasts into them: zones are up to a day apart, and clocks are set.
  const from = zone.clock(fromMs) - Math.max(lasts.wallMs, lasts.ms) - 2 * dayMs;
  const to = zone.clock(toMs) + 2 * dayMs;
  return propertiesOf(component, 'RRULE').flatMap((property) => {
    const rule = readRule(property, of, { start, wallAt: zone.clock }, spend);
    return [...occurrences(rule, start.wall, { from, to }, spend)];
  });
};

const datesOf = (event: CalendarEvent, name: 'RDATE' | 'EXDATE', zoneOf: FindZone) =>
  propertiesOf(event.component, name).flatMap((property) => {
    const zone = zoneOf(property);
    return timesOf(property, event.of).map(({ kind, wall }) => ({
      kind,
      wall,
      ms: (kind === 'wall' ? zone : utc).momentsOf(wall).first,
    }));
  });

/**
 * The periods of an event that may lie between two moments: its own and those that repeat it.
 * @param replaced moments of occurrences that other events stand in for
 * @throws CalendarProblem
 */
export const periodsOf = (
  event: CalendarEvent,
  replaced: ReadonlySet<number>,
  zoneOf: FindZone,
  asked: Asked,
): FreezePeriod[] => {
  // The start is an occurrence also where the rule does not name it.
  if (event.insteadOfMs !== null) return [periodAt(event, event.start.wall)];
  const added = datesOf(event, 'RDATE', zoneOf).map(({ ms }) => event.zone.clock(ms));
  const taken = datesOf(event, 'EXDATE', zoneOf);
  const takenMs = new Set(taken.map(({ ms }) => ms));
  // A day among them means all that begins on it.
  const takenDays = new Set(taken.filter(({ kind }) => kind === 'day').map(({ wall }) => wall / dayMs));
  return [...new Set([event.start.wall, ...added, ...repeated(event, asked)])]
    .filter((wall) => !takenDays.has(Math.floor(wall / dayMs)))
    .map((wall) => periodAt(event, wall))
    .filter(({ startMs }) => !takenMs.has(startMs) && !replaced.has(startMs));
};
