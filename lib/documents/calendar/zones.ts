import { type ClockOf, isTimeZone, type Moments, momentsBy, type WallMs, wallAt } from '../../core/model/zoned-time.ts';
import { type CalendarComponent, CalendarProblem, type CalendarProperty, propertiesOf, textOf } from './lines.ts';
import { type RuleContext, repetitionsOf } from './recurrence-rule.ts';
import { type CalendarTime, timesOf } from './times.ts';

/** Time zone of calendar times. */
export interface CalendarZone {
  readonly clock: ClockOf;
  /** Moments at which its clock shows a time. */
  readonly momentsOf: (wall: WallMs) => Moments;
}

const zoneOf = (clock: ClockOf): CalendarZone => ({ clock, momentsOf: (wall) => momentsBy(clock, wall) });

/** Times without a zone, including days, count as UTC. */
export const utc: CalendarZone = zoneOf((ms) => ms);

/** A change of the offset from UTC, in milliseconds. */
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

const onsetsOf = (component: CalendarComponent, toMs: number, context: RuleContext): Onset[] => {
  const label = `a ${component.name} of the time zone`;
  const begin = needed(component, 'DTSTART');
  const [start] = timesOf(begin, label) as [CalendarTime];
  const beforeMs = offsetOf(component, 'TZOFFSETFROM');
  const aheadMs = offsetOf(component, 'TZOFFSETTO');
  const clock = (ms: number) => ms + beforeMs;
  const search = { ...context, start, clock, from: start.wall, to: clock(toMs) };
  const onset = (wall: WallMs): Onset => ({ ms: wall - beforeMs, beforeMs, aheadMs });
  const dates = propertiesOf(component, 'RDATE').flatMap((property) => timesOf(property, label));
  const repeated = propertiesOf(component, 'RRULE').flatMap((property) => repetitionsOf(property, label, search));
  return [
    onset(start.wall),
    ...dates.map(({ kind, wall }) => onset(kind === 'utc' ? clock(wall) : wall)),
    ...repeated.map(onset),
  ];
};

/** Zone of a VTIMEZONE up to a time; its offset stays constant after that. */
const describedZone = (component: CalendarComponent, toMs: number, context: RuleContext): CalendarZone => {
  const parts = component.components.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  const onsets = parts.flatMap((part) => onsetsOf(part, toMs, context)).sort((a, b) => a.ms - b.ms);
  const [first] = onsets;
  if (first === undefined) throw new CalendarProblem('the time zone has neither STANDARD nor DAYLIGHT', component.line);
  // From the end, where the times of a run are.
  const aheadAt = (at: number) => onsets.findLast(({ ms }) => ms <= at)?.aheadMs ?? first.beforeMs;
  return zoneOf((ms) => ms + aheadAt(ms));
};

/**
 * Resolves the time zones of a calendar by name: its own VTIMEZONE first, then the IANA database. Zones are created on
 * first use.
 * @param toMs time until which the clocks must be exact
 */
export const zonesOf = (calendar: CalendarComponent, toMs: number, context: RuleContext) => {
  const described = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone): [string, CalendarComponent] => [textOf(needed(zone, 'TZID')).trim(), zone]),
  );
  const zones = new Map<string, CalendarZone>();
  const create = (name: string, line: number): CalendarZone => {
    const definition = described.get(name);
    if (definition !== undefined) return describedZone(definition, toMs, context);
    if (isTimeZone(name)) return zoneOf((ms) => wallAt(name, ms));
    throw new CalendarProblem(`unknown time zone "${name}"; the calendar does not define it`, line);
  };
  /** @throws CalendarProblem if the zone is unknown or its definition is invalid */
  return ({ parameters, line }: CalendarProperty): CalendarZone => {
    const name = parameters.get('TZID');
    if (name === undefined) return utc;
    const zone = zones.get(name) ?? create(name, line);
    zones.set(name, zone);
    return zone;
  };
};
