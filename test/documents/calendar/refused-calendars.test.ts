import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCalendar } from '../../../lib/documents/calendar/calendar.ts';
import { calendarOf, event, read, zoneBy } from './read-calendar.ts';

describe('a calendar that is not supported', () => {
  const day = 'DTSTART;VALUE=DATE:20260501';
  const repeating = (rule: string, start = day) => calendarOf(...event(start, `RRULE:${rule}`));
  const within = (zone: string) => event(`DTSTART;TZID=${zone}:20260501T120000`);
  const inZone = (rule: string) => calendarOf(...zoneBy(rule), ...within('Our Office'));
  it.each([
    ['that is empty', '', ''],
    ['that is something else', 'hello', ''],
    ['that is a web page', '<!doctype html>\n<title>Sign in</title>', ''],
    ['that is a contact', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n', 'not an iCalendar file'],
    ['that was cut short', calendarOf(...event(day)).slice(0, -20), ''],
    ['with an unknown zone', calendarOf(...event('DTSTART;TZID=Nowhere:20260501T120000')), 'time zone "Nowhere"'],
    [
      'with an exception in such a zone',
      calendarOf(...event(day, 'EXDATE;TZID=Mars:20260501T000000')),
      'time zone "Mars"',
    ],
    ['with an event without a start', calendarOf(...event()), 'has no DTSTART'],
    ['with an end before its start', calendarOf(...event(day, 'DTEND;VALUE=DATE:20260430')), 'ends before it begins'],
    [
      'with a day that is none',
      calendarOf(...event('DTSTART;VALUE=DATE:20260231')),
      'DTSTART of "freeze" is not a time',
    ],
    ['with a time that is none', calendarOf(...event('DTSTART:20260501T250000Z')), 'DTSTART of "freeze" is not a time'],
    ['with a second of 61', calendarOf(...event('DTSTART:20260501T120061Z')), 'DTSTART of "freeze" is not a time'],
    ['with a rule that is none', calendarOf(...event(day, 'RRULE:FREQ=SOMETIMES')), ''],
    [
      'that repeats every second for years',
      calendarOf(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY')),
      'too often',
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
    ['with a rule of another calendar', repeating('FREQ=YEARLY;RSCALE=CHINESE'), 'RSCALE=CHINESE is not supported'],
    ['with a part of a rule twice', repeating('FREQ=YEARLY;BYMONTH=1;BYMONTH=2'), 'BYMONTH appears twice'],
    ['with a count that is no number', repeating('FREQ=DAILY;COUNT=1e9'), 'COUNT=1E9'],
    ['with an interval of nothing', repeating('FREQ=DAILY;INTERVAL=0'), 'INTERVAL=0'],
    ['with a month that is none', repeating('FREQ=DAILY;BYMONTH=13'), 'BYMONTH=13'],
    ['with a numbered day of no month', repeating('FREQ=DAILY;BYDAY=2MO'), 'BYDAY with numeric value'],
    ['with weeks of a month', repeating('FREQ=MONTHLY;BYWEEKNO=2'), 'BYWEEKNO MUST NOT be used unless FREQ=YEARLY'],
    ['with no days', repeating('FREQ=WEEKLY;BYDAY='), 'BYDAY= is not supported'],
    ['with two values', repeating('FREQ=WEEKLY;BYDAY=MO=TU'), 'BYDAY=MO=TU is not supported'],
    ['with two counts', repeating('FREQ=DAILY;COUNT=1,2'), 'COUNT=1,2'],
    ['with a second of 60', repeating('FREQ=DAILY;BYSECOND=60'), 'BYSECOND=60'],
    ['with weekdays of which one is numbered', repeating('FREQ=YEARLY;BYDAY=MO,-2TU'), 'cannot have BYDAY'],
    ['with days of two kinds', repeating('FREQ=YEARLY;BYYEARDAY=200;BYDAY=TU'), 'cannot have BYDAY and BYYEARDAY'],
    ['with weeks and dates', repeating('FREQ=YEARLY;BYWEEKNO=4;BYMONTHDAY=1'), 'BYMONTHDAY and BYWEEKNO'],
    ['with a count and an end', repeating('FREQ=DAILY;COUNT=2;UNTIL=20270101'), 'COUNT cannot be combined with UNTIL'],
    ['with an end that is no time', repeating('FREQ=DAILY;UNTIL=20261301'), 'UNTIL=20261301'],
    ['with hours of a whole day', repeating('FREQ=HOURLY'), 'requires a DTSTART with a time'],
    ['with a 31st of February', repeating('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'), 'never occurs'],
    [
      'with a numbered day that no month has',
      repeating('FREQ=MONTHLY;BYDAY=5MO;BYMONTH=2;INTERVAL=48'),
      'never occurs',
    ],
    ['with a zone that is set on a 31st of February', inZone('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'), 'never occurs'],
    ['with a zone that is set every second', inZone('FREQ=SECONDLY'), 'too often'],
    [
      'with a zone that is not described',
      calendarOf('BEGIN:VTIMEZONE', 'TZID:X', 'END:VTIMEZONE', ...within('X')),
      'neither STANDARD',
    ],
    ['that lasts longer than any calendar', calendarOf(...event(day, 'DURATION:P99999999W')), 'after the year 9999'],
    [
      'with a duration of too many digits',
      calendarOf(...event(day, 'DURATION:P99999999999999999D')),
      'is not a duration',
    ],
    ['that counts far', repeating('FREQ=DAILY;COUNT=999999999', 'DTSTART;VALUE=DATE:00010101'), 'too often'],
    ['that is far too long', calendarOf(`X-PADDING:${'x'.repeat(1024 * 1024)}`), 'characters'],
  ])('%s is a problem, never a calendar without windows', async (_what, text, says) => {
    const problem = await read(text, '2026-01-01T00:00Z', '2027-01-01T00:00Z');
    expect(problem).toEqual(expect.stringContaining(says));
    expect(problem).not.toBe('');
  });
});

describe('the place of a problem', () => {
  const placed = async (...lines: string[]) => {
    const reading = await readCalendar(calendarOf(...lines), Date.UTC(2026), Date.UTC(2027));
    return 'problem' in reading ? reading.line : 'none';
  };

  it('is its line, also after lines that were folded', async () => {
    const rule = event('X-NOTE:a long', ' story', 'DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;BYMONTHDAY=0');
    expect(await placed(...rule)).toBe(10);
    expect(await placed(...event('DTSTART;TZID=Nowhere:20260501T120000'))).toBe(7);
    expect(await placed(...event())).toBe(4);
    expect(await placed('hello')).toBe(4);
    expect(await placed('BEGIN:VEVENT')).toBe(5);
    expect(await placed(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY'))).toBe(8);
  });

  it('is nowhere where all events together are too many', async () => {
    const hourly = event('DTSTART:20200101T000000Z', 'RRULE:FREQ=HOURLY');
    expect(await placed(...hourly)).toBe('none');
    expect(await placed(...Array.from({ length: 10 }, () => hourly).flat())).toBeNull();
  });
});

describe('any calendar', () => {
  const part = fc.constantFrom(
    ...['INTERVAL=2', 'INTERVAL=999999999', 'COUNT=3', 'COUNT=999999999', 'UNTIL=20400101', 'UNTIL=99991231T235959Z'],
    ...['BYMONTH=2', 'BYMONTH=1,12', 'BYMONTHDAY=31', 'BYMONTHDAY=-30', 'BYYEARDAY=366', 'BYWEEKNO=53', 'BYDAY=5MO'],
    ...[
      'BYDAY=SA,SU',
      'BYDAY=53FR',
      'BYHOUR=0,12',
      'BYMINUTE=59',
      'BYSECOND=60',
      'BYSETPOS=-366',
      'BYSETPOS=2',
      'WKST=SU',
    ],
    ...['RSCALE=HEBREW', 'SKIP=OMIT', 'BYMONTH=', '', 'FOO'],
  );
  const rule = fc
    .tuple(
      fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY', 'EVER'),
      fc.uniqueArray(part, { maxLength: 4 }),
    )
    .map(([frequency, parts]) => [`FREQ=${frequency}`, ...parts].join(';'));
  const start = fc.constantFrom('VALUE=DATE:20240229', 'TZID=Our Office:20260101T090000', 'X=:00010101T000000Z');
  const lasts = fc.constantFrom('P1D', 'PT1S', 'P999999999W', 'P5000W', '-P1D');

  it('is read to its end, whatever its rules and those of its zones say', async () => {
    await fc.assert(
      fc.asyncProperty(rule, rule, start, lasts, async (own, zone, begin, duration) => {
        const lines = event(`DTSTART;${begin}`, `DURATION:${duration}`, `RRULE:${own}`);
        const text = calendarOf(...zoneBy(zone), ...lines);
        const reading = await readCalendar(text, Date.UTC(2026), Date.UTC(2026, 1, 5));
        expect('problem' in reading || reading.periods.every(({ startMs, endMs }) => startMs < endMs)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
