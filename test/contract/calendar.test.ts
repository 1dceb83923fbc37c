import { describe, expect, it } from 'vitest';
import { readCalendar } from '../../lib/contract/calendar.ts';

const calendarOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:e1', 'SUMMARY:freeze', ...lines, 'END:VEVENT'];

/** A zone of the file's own, one hour ahead of UTC all year, under a name that nobody else knows. */
const ownZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Our Office',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const read = (text: string, from: string, to: string) => {
  const reading = readCalendar(text, Date.parse(from), Date.parse(to));
  if ('problem' in reading) return reading.problem;
  const utc = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  return reading.periods.map(({ name, startMs, endMs }) => [name, utc(startMs), utc(endMs)]);
};

const in2026 = (...lines: string[]) => read(calendarOf(...lines), '2026-01-01T00:00Z', '2027-03-01T00:00Z');

describe('an iCalendar file', () => {
  it('gives whole days and times without a zone as UTC', () => {
    expect(in2026(...event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20270102'))).toEqual([
      ['freeze', '2026-12-24T00:00', '2027-01-02T00:00'],
    ]);
    expect(in2026(...event('DTSTART;VALUE=DATE:20260501'))).toEqual([
      ['freeze', '2026-05-01T00:00', '2026-05-02T00:00'],
    ]);
    expect(in2026(...event('DTSTART:20260501T120000', 'DURATION:PT90M'))).toEqual([
      ['freeze', '2026-05-01T12:00', '2026-05-01T13:30'],
    ]);
  });

  it('gives times in UTC, in zones that it describes, and in zones that are known by name', () => {
    expect(in2026(...event('DTSTART:20260701T120000Z', 'DTEND:20260701T130000Z'))).toEqual([
      ['freeze', '2026-07-01T12:00', '2026-07-01T13:00'],
    ]);
    const own = event('DTSTART;TZID=Our Office:20260701T120000', 'DTEND;TZID=Our Office:20260701T130000');
    expect(in2026(...ownZone, ...own)).toEqual([['freeze', '2026-07-01T11:00', '2026-07-01T12:00']]);
    const named = event('DTSTART;TZID=Europe/Berlin:20260701T120000', 'DTEND;TZID=Europe/Berlin:20260701T130000');
    expect(in2026(...named)).toEqual([['freeze', '2026-07-01T10:00', '2026-07-01T11:00']]);
  });

  it('repeats events by the clock of their zone when that is set forward, but for those taken out or moved', () => {
    const weekly = event(
      'DTSTART;TZID=Europe/Berlin:20260320T180000',
      'DTEND;TZID=Europe/Berlin:20260320T200000',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;TZID=Europe/Berlin:20260403T180000',
    );
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20260410T180000',
      'DTSTART;TZID=Europe/Berlin:20260411T090000',
      'DTEND;TZID=Europe/Berlin:20260411T100000',
    );
    expect(in2026(...weekly, ...moved)).toEqual([
      ['freeze', '2026-03-20T17:00', '2026-03-20T19:00'],
      ['freeze', '2026-03-27T17:00', '2026-03-27T19:00'],
      ['freeze', '2026-04-11T07:00', '2026-04-11T08:00'],
    ]);
    const afterwards = event(
      'DTSTART;TZID=Europe/Berlin:20260327T180000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    expect(in2026(...afterwards).at(-1)).toEqual(['freeze', '2026-04-03T16:00', '2026-04-03T17:00']);
  });

  it('repeats over the end of the year, and gives only what lies between the two moments', () => {
    const yearly = event('DTSTART;VALUE=DATE:20201224', 'DTEND;VALUE=DATE:20210104', 'RRULE:FREQ=YEARLY');
    expect(read(calendarOf(...yearly), '2027-01-02T00:00Z', '2027-02-01T00:00Z')).toEqual([
      ['freeze', '2026-12-24T00:00', '2027-01-04T00:00'],
    ]);
    expect(read(calendarOf(...yearly), '2027-01-04T00:00Z', '2027-12-24T00:00Z')).toEqual([]);
  });

  it('begins with its start, also where the rule does not name it, unless that is taken out', () => {
    // The 1st of May 2026 is a Friday.
    const saturdays = ['DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=1'];
    expect(in2026(...event(...saturdays))).toEqual([
      ['freeze', '2026-05-01T00:00', '2026-05-02T00:00'],
      ['freeze', '2026-05-02T00:00', '2026-05-03T00:00'],
    ]);
    const without = event(...saturdays, 'EXDATE;VALUE=DATE:20260501');
    expect(in2026(...without)).toEqual([['freeze', '2026-05-02T00:00', '2026-05-03T00:00']]);
  });

  it('moves an occurrence into view whose own time is not', () => {
    const yearly = event('DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=YEARLY');
    const moved = event('RECURRENCE-ID;VALUE=DATE:20281224', 'DTSTART;VALUE=DATE:20270210');
    expect(in2026(...yearly, ...moved)).toEqual([
      ['freeze', '2026-12-24T00:00', '2026-12-25T00:00'],
      ['freeze', '2027-02-10T00:00', '2027-02-11T00:00'],
    ]);
  });

  it('leaves out cancelled events and cancelled occurrences, and knows no windows without events', () => {
    expect(in2026(...event('STATUS:CANCELLED', 'DTSTART;VALUE=DATE:20260501'))).toEqual([]);
    const daily = event('DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;COUNT=2');
    const off = event('RECURRENCE-ID;VALUE=DATE:20260502', 'DTSTART;VALUE=DATE:20260502', 'STATUS:CANCELLED');
    expect(in2026(...daily, ...off)).toEqual([['freeze', '2026-05-01T00:00', '2026-05-02T00:00']]);
    expect(in2026()).toEqual([]);
  });
});

describe('a calendar that is not understood', () => {
  const day = 'DTSTART;VALUE=DATE:20260501';
  it.each([
    ['that is empty', '', ''],
    ['that is something else', 'hello', ''],
    ['that is a web page', '<!doctype html>\n<title>Sign in</title>', ''],
    ['that is a contact', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n', 'no iCalendar file'],
    ['that was cut short', calendarOf(...event(day)).slice(0, -20), ''],
    [
      'with a zone that nobody knows',
      calendarOf(...event('DTSTART;TZID=Nowhere:20260501T120000')),
      'time zone "Nowhere"',
    ],
    [
      'with an exception in such a zone',
      calendarOf(...event(day, 'EXDATE;TZID=Mars:20260501T000000')),
      'time zone "Mars"',
    ],
    ['with an event without a start', calendarOf(...event()), 'has no DTSTART'],
    ['with an end before its start', calendarOf(...event(day, 'DTEND;VALUE=DATE:20260430')), 'ends before it begins'],
    ['with a day that is none', calendarOf(...event('DTSTART;VALUE=DATE:20260231')), 'DTSTART of "freeze" is no time'],
    ['with a time that is none', calendarOf(...event('DTSTART:20260501T250000Z')), 'DTSTART of "freeze" is no time'],
    ['with a rule that is none', calendarOf(...event(day, 'RRULE:FREQ=SOMETIMES')), ''],
    [
      'that repeats every second for years',
      calendarOf(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY')),
      'repeat more than',
    ],
    [
      'with changes from an occurrence on',
      calendarOf(...event('RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260501', day)),
      'THISANDFUTURE',
    ],
    [
      'with periods',
      calendarOf(...event('DTSTART:20260501T120000Z', 'RDATE;VALUE=PERIOD:20260601T120000Z/PT5H')),
      'RDATE',
    ],
    ['that is far too long', calendarOf(`X-PADDING:${'x'.repeat(1024 * 1024)}`), 'characters'],
  ])('%s is a problem, never a calendar without windows', (_what, text, says) => {
    const problem = read(text, '2026-01-01T00:00Z', '2027-01-01T00:00Z');
    expect(problem).toEqual(expect.stringContaining(says));
    expect(problem).not.toBe('');
  });
});
