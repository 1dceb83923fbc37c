import ICAL from 'ical.js';
import { isTimeZone, momentsOf } from '../core/zoned-time.ts';

/** A time zone of the runtime's own data, for calendars that name one and do not describe it. */
class NamedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
    return (wall - momentsOf(this.tzid, wall).first) / 1000;
  }
}

const described = (calendar: ICAL.Component): Set<unknown> =>
  new Set(calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid')));

/** Every zone that a time of the component is in. */
const namedIn = (component: ICAL.Component): string[] => [
  ...component.getAllProperties().flatMap((property) => property.getParameter('tzid') ?? []),
  ...component.getAllSubcomponents().flatMap(namedIn),
];

/**
 * Makes the time zones known that the events of a calendar name: a zone that the calendar itself describes is as it says,
 * others are looked up by name. A name stands for the same zone in every calendar, so what is made known stays.
 * @returns the name of a zone that neither knows, or undefined
 */
export const unknownZone = (calendar: ICAL.Component): string | undefined => {
  const own = described(calendar);
  const others = [...new Set(namedIn(calendar))].filter((name) => !own.has(name));
  const unknown = others.find((name) => !isTimeZone(name));
  if (unknown !== undefined) return unknown;
  for (const tzid of others) {
    if (!ICAL.TimezoneService.has(tzid)) ICAL.TimezoneService.register(new NamedZone({ tzid }), tzid);
  }
  return undefined;
};
