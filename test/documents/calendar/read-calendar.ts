import { readCalendar } from '../../../lib/documents/calendar/calendar.ts';

export const calendarOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

export const event = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:e1',
  'SUMMARY:freeze',
  ...lines,
  'END:VEVENT',
];

/** A zone of the file's own, one hour ahead of UTC all year, under a name that is in no database. */
export const ownZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Our Office',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
];

export const read = async (text: string, from: string, to: string) => {
  const reading = await readCalendar(text, Date.parse(from), Date.parse(to));
  if ('problem' in reading) return reading.problem;
  const utc = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  return reading.periods.map(({ name, startMs, endMs }) => [name, utc(startMs), utc(endMs)]);
};

/** A zone whose clock is set by this rule. */
export const zoneBy = (rule: string): string[] => [...ownZone.slice(0, -2), `RRULE:${rule}`, ...ownZone.slice(-2)];

export const in2026 = (...lines: string[]) => read(calendarOf(...lines), '2026-01-01T00:00Z', '2027-03-01T00:00Z');
