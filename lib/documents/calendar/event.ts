import { dayMs } from '../../core/model/durations.ts';
import type { FreezePeriod } from '../../core/model/freeze.ts';
import type { WallMs } from '../../core/model/zoned-time.ts';
import { type CalendarComponent, CalendarProblem, type CalendarProperty, propertiesOf, textOf } from './lines.ts';
import { type RuleContext, repetitionsOf } from './recurrence-rule.ts';
import { type CalendarTime, durationOf, timesOf } from './times.ts';
import { type CalendarZone, utc } from './zones.ts';

const endOfTime = Date.parse('+010000-01-01T00:00:00Z');

/** Time range of the wanted periods, in milliseconds since 1970, and what follows their rules. */
export interface SearchRange extends RuleContext {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An event of a calendar, checked except for its recurrence. */
interface CalendarEvent {
  readonly component: CalendarComponent;
  readonly uid: string;
  /** Name for messages. */
  readonly label: string;
  readonly name: string;
  readonly start: CalendarTime;
  readonly zone: CalendarZone;
  /** Duration by the wall clock and in elapsed time; they differ when daylight saving starts or ends. */
  readonly lasts: { readonly wallMs: number; readonly ms: number };
  readonly isCancelled: boolean;
  /** Time of the occurrence that it replaces; null for an independent event. */
  readonly insteadOfMs: number | null;
}

const first = (component: CalendarComponent, name: string): CalendarProperty | undefined =>
  propertiesOf(component, name)[0];

const only = (property: CalendarProperty, label: string): CalendarTime => {
  const [time, another] = timesOf(property, label);
  if (time !== undefined && another === undefined) return time;
  throw new CalendarProblem(`${property.name} of ${label} must be one time`, property.line);
};

type FindZone = (property: CalendarProperty) => CalendarZone;

const boundOf = (property: CalendarProperty, label: string, zoneOf: FindZone) => {
  const time = only(property, label);
  const named = zoneOf(property);
  const zone = time.kind === 'wall' ? named : utc;
  return { time, zone, moments: zone.momentsOf(time.wall) };
};

const lengthOf = (component: CalendarComponent, label: string, zoneOf: FindZone, start: ReturnType<typeof boundOf>) => {
  const [end, duration] = [first(component, 'DTEND'), first(component, 'DURATION')];
  if (end !== undefined) {
    const { time, zone, moments } = boundOf(end, label, zoneOf);
    const wallMs = zone === start.zone ? time.wall - start.time.wall : 0;
    return { wallMs, ms: moments.last - start.moments.first, line: end.line };
  }
  if (duration !== undefined) {
    const ms = durationOf(duration, label);
    return { wallMs: ms, ms, line: duration.line };
  }
  const ms = start.time.kind === 'day' ? dayMs : 0;
  return { wallMs: ms, ms, line: component.line };
};

/** Reads one VEVENT. @throws CalendarProblem */
export const readEvent = (component: CalendarComponent, zoneOf: FindZone): CalendarEvent => {
  const summary = first(component, 'SUMMARY');
  const name = (summary === undefined ? '' : textOf(summary).trim()) || 'an event without a summary';
  const label = `"${name}"`;
  const begin = first(component, 'DTSTART');
  if (begin === undefined) throw new CalendarProblem(`${label} has no DTSTART`, component.line);
  const start = boundOf(begin, label, zoneOf);
  const { line, ...lasts } = lengthOf(component, label, zoneOf, start);
  if (lasts.ms < 0) throw new CalendarProblem(`${label} ends before it begins`, line);
  if (start.time.wall + lasts.ms > endOfTime) throw new CalendarProblem(`${label} ends after the year 9999`, line);
  const instead = first(component, 'RECURRENCE-ID');
  if (instead?.parameters.has('RANGE')) {
    const message = `${label} has RANGE=THISANDFUTURE, which is not supported; end this event and add another`;
    throw new CalendarProblem(message, instead.line);
  }
  return {
    component,
    uid: first(component, 'UID')?.value.trim() ?? '',
    label,
    name,
    start: start.time,
    zone: start.zone,
    lasts,
    isCancelled: first(component, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
    insteadOfMs: instead === undefined ? null : boundOf(instead, label, zoneOf).moments.first,
  };
};

/** The longer of wall-clock and elapsed duration; an end time that occurs twice means the second. */
const periodAt = ({ name, zone, lasts }: CalendarEvent, wall: WallMs): FreezePeriod => {
  const startMs = zone.momentsOf(wall).first;
  return { name, startMs, endMs: Math.max(zone.momentsOf(wall + lasts.wallMs).last, startMs + lasts.ms) };
};

const repeated = (event: CalendarEvent, { fromMs, toMs, ...context }: SearchRange): WallMs[] => {
  const { component, label, start, zone, lasts } = event;
  // A margin of two days: zones are up to a day apart, and daylight saving shifts clocks.
  const from = zone.clock(fromMs) - Math.max(lasts.wallMs, lasts.ms) - 2 * dayMs;
  const to = zone.clock(toMs) + 2 * dayMs;
  const search = { ...context, start, clock: zone.clock, from, to };
  return propertiesOf(component, 'RRULE').flatMap((property) => repetitionsOf(property, label, search));
};

const datesOf = (event: CalendarEvent, name: 'RDATE' | 'EXDATE', zoneOf: FindZone) =>
  propertiesOf(event.component, name).flatMap((property) => {
    const zone = zoneOf(property);
    return timesOf(property, event.label).map(({ kind, wall }) => ({
      kind,
      wall,
      ms: (kind === 'wall' ? zone : utc).momentsOf(wall).first,
    }));
  });

/**
 * Periods of an event that may overlap a time range: its own and its repetitions.
 * @param replaced times of occurrences that other events replace
 * @throws CalendarProblem
 */
export const periodsOf = (
  event: CalendarEvent,
  replaced: ReadonlySet<number>,
  zoneOf: FindZone,
  range: SearchRange,
): FreezePeriod[] => {
  // The start is an occurrence even if the rule does not match it.
  if (event.insteadOfMs !== null) return [periodAt(event, event.start.wall)];
  const added = datesOf(event, 'RDATE', zoneOf).map(({ ms }) => event.zone.clock(ms));
  const excluded = datesOf(event, 'EXDATE', zoneOf);
  const excludedMs = new Set(excluded.map(({ ms }) => ms));
  // An excluded day excludes every occurrence that begins on it.
  const excludedDays = new Set(excluded.filter(({ kind }) => kind === 'day').map(({ wall }) => wall / dayMs));
  return [...new Set([event.start.wall, ...added, ...repeated(event, range)])]
    .filter((wall) => !excludedDays.has(Math.floor(wall / dayMs)))
    .map((wall) => periodAt(event, wall))
    .filter(({ startMs }) => !excludedMs.has(startMs) && !replaced.has(startMs));
};
