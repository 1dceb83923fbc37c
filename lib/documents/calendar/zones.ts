import { occurrences, type Spend } from '../../core/calendar/recurrence.ts';
import { type ClockOf, isTimeZone, type Moments, momentsBy, type WallMs, wallAt } from '../../core/model/zoned-time.ts';
import { type CalendarComponent, CalendarProblem, type CalendarProperty, propertiesOf, textOf } from './lines.ts';
import { readRule } from './recurrence-rule.ts';
import { type CalendarTime, timesOf } from './times.ts';

/** A zone that times of a calendar are in. */
export interface CalendarZone {
  readonly clock: ClockOf;
  /** When its clock shows a time. */
  readonly momentsOf: (wall: WallMs) => Moments;
}

const zoneOf = (clock: ClockOf): CalendarZone => ({ clock, momentsOf: (wall) => momentsBy(clock, wall) });

/** Times without a zone, days among them, are taken for UTC. */
export const utc: CalendarZone = zoneOf((ms) => ms);

/** From a moment on the clock is ahead of UTC by so many milliseconds. */
interface Onset {
  readonly ms: number;
  readonly beforeMs: number;
  readonly aheadMs: number;
}

const offsetForm = /^([+-])(\d{2})([0-5]\d)([0-5]\d)?$/;

const needed = (component: CalendarComponent, name: string): CalendarProperty => {
  const [property] = propertiesOf(component, name);
  if (property !== undefined) return property;
  throw new CalendarProblem(`${component.name} has no ${name}`, component.line);
};

const offsetOf = (component: CalendarComponent, name: string): number => {
  const { value, line } = needed(component, name);
  const [whole, sign, hours, minutes, seconds = '0'] = offsetForm.exec(value.trim()) ?? [];
  if (whole === undefined || Number(hours) > 23) {
    throw new CalendarProblem(`${name} is not an offset: ${value}; write +0100 or -0330`, line);
  }
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
};

const onsetsOf = (component: CalendarComponent, toMs: number, spend: Spend): Onset[] => {
  const of = `a ${component.name} of the time zone`;
  const begin = needed(component, 'DTSTART');
  const [start] = timesOf(begin, of) as [CalendarTime];
  const beforeMs = offsetOf(component, 'TZOFFSETFROM');
  const aheadMs = offsetOf(component, 'TZOFFSETTO');
  const around = { start, wallAt: (ms: number) => ms + beforeMs };
  const onset = (wall: WallMs): Onset => ({ ms: wall - beforeMs, beforeMs, aheadMs });
  const dates = propertiesOf(component, 'RDATE').flatMap((property) => timesOf(property, of));
  const repeated = propertiesOf(component, 'RRULE').flatMap((property) => [
    ...occurrences(readRule(property, of, around, spend), start.wall, { from: start.wall, to: toMs + beforeMs }, spend),
  ]);
  return [
    onset(start.wall),
    ...dates.map(({ kind, wall }) => onset(kind === 'utc' ? around.wallAt(wall) : wall)),
    ...repeated.map(onset),
  ];
};

/** The zone that a VTIMEZONE describes, up to a moment; from then on it stays as it is. */
const describedZone = (component: CalendarComponent, toMs: number, spend: Spend): CalendarZone => {
  const parts = component.components.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  const onsets = parts.flatMap((part) => onsetsOf(part, toMs, spend)).sort((a, b) => a.ms - b.ms);
  const [first] = onsets;
  if (first === undefined) throw new CalendarProblem('the time zone has neither STANDARD nor DAYLIGHT', component.line);
  const aheadAt = (ms: number): number => {
    let [low, high] = [0, onsets.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((onsets[middle]?.ms ?? ms) <= ms) low = middle + 1;
      else high = middle;
    }
    return onsets[low - 1]?.aheadMs ?? first.beforeMs;
  };
  return zoneOf((ms) => ms + aheadAt(ms));
};

/**
 * Finds the zones of a calendar by name: one that the calendar describes is as it says, others are looked up by name. They
 * are made when they are first asked for.
 * @param toMs up to when their clocks must be right
 */
export const zonesOf = (calendar: CalendarComponent, toMs: number, spend: Spend) => {
  const described = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone): [string, CalendarComponent] => [textOf(needed(zone, 'TZID')).trim(), zone]),
  );
  const made = new Map<string, CalendarZone>();
  const make = (name: string, line: number): CalendarZone => {
    const own = described.get(name);
    if (own !== undefined) return describedZone(own, toMs, spend);
    if (isTimeZone(name)) return zoneOf((ms) => wallAt(name, ms));
    throw new CalendarProblem(`the time zone "${name}" is not known, and the calendar does not describe it`, line);
  };
  /** @throws CalendarProblem when nobody knows the zone, or its description cannot be followed */
  return ({ parameters, line }: CalendarProperty): CalendarZone => {
    const name = parameters.get('TZID');
    if (name === undefined) return utc;
    const zone = made.get(name) ?? make(name, line);
    made.set(name, zone);
    return zone;
  };
};
