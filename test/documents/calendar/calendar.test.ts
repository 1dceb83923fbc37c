import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCalendar } from '../../../lib/documents/calendar/calendar.ts';

const calendarOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:e1', 'SUMMARY:freeze', ...lines, 'END:VEVENT'];

/** A zone of the file's own, one hour ahead of UTC all year, under a name that is in no database. */
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

/** A zone whose clock is set by this rule. */
const zoneBy = (rule: string): string[] => [...ownZone.slice(0, -2), `RRULE:${rule}`, ...ownZone.slice(-2)];

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

describe('an iCalendar file of every kind', () => {
  it('is read with folded lines, quoted parameters, escapes, a byte order mark and lines that end as on Unix', () => {
    const lines = event('DTSTART;X-NOTE="a:b;c";TZID="Our Office":20260701T1', ' 20000', 'DURATION:PT1H');
    const text = calendarOf(...ownZone, ...lines).replace('SUMMARY:freeze', 'SUMMARY:launch\\, part\r\n  two');
    const read2026 = (given: string) => read(given, '2026-01-01T00:00Z', '2027-01-01T00:00Z');
    const expected = [['launch, part two', '2026-07-01T11:00', '2026-07-01T12:00']];
    expect(read2026(text)).toEqual(expected);
    expect(read2026(`\ufeff${text.replaceAll('\r\n', '\n')}`)).toEqual(expected);
  });

  it('describes zones whose clocks are set by a rule', () => {
    const zone = ['TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'];
    const summer = ['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'];
    const described = [
      'BEGIN:VTIMEZONE',
      ...zone,
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      ...summer,
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20260601T000000Z',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const monthly = event('DTSTART;TZID=Ours:20260101T120000', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY');
    const starts = in2026(...described, ...monthly);
    expect([0, 6, 11].map((month) => starts[month]?.[1])).toEqual([
      '2026-01-01T11:00',
      '2026-07-01T10:00',
      '2026-12-01T11:00',
    ]);
  });

  it('freezes until the clock shows the end a second time, and for as long as the event lasts', () => {
    const berlin = (start: string, duration: string) =>
      in2026(...event(`DTSTART;TZID=Europe/Berlin:${start}`, `DURATION:${duration}`));
    expect(berlin('20261025T000000', 'PT2H30M')).toEqual([['freeze', '2026-10-24T22:00', '2026-10-25T01:30']]);
    expect(berlin('20260329T000000', 'PT6H')).toEqual([['freeze', '2026-03-28T23:00', '2026-03-29T05:00']]);
  });

  it('freezes the weeks of the year that a rule names', () => {
    const weeks = event('DTSTART;VALUE=DATE:20251215', 'DURATION:P1W', 'RRULE:FREQ=YEARLY;BYWEEKNO=51,52');
    expect(in2026(...weeks)).toEqual([
      ['freeze', '2026-12-14T00:00', '2026-12-21T00:00'],
      ['freeze', '2026-12-21T00:00', '2026-12-28T00:00'],
    ]);
  });

  it('adds dates, and takes out what begins on a day', () => {
    const lines = event(
      'DTSTART:20260501T180000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
      'RDATE:20260601T180000Z,20260502T180000Z',
      'EXDATE;VALUE=DATE:20260501',
    );
    expect(in2026(...lines)).toEqual([
      ['freeze', '2026-05-02T18:00', '2026-05-02T19:00'],
      ['freeze', '2026-06-01T18:00', '2026-06-01T19:00'],
    ]);
  });
});

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
    ['with a rule that is none', calendarOf(...event(day, 'RRULE:FREQ=SOMETIMES')), ''],
    [
      'that repeats every second for years',
      calendarOf(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY')),
      'repeat too often',
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
    ['with a numbered day of no month', repeating('FREQ=DAILY;BYDAY=2MO'), 'BYDAY=2MO'],
    ['with weeks of a month', repeating('FREQ=MONTHLY;BYWEEKNO=2'), 'BYWEEKNO cannot be combined with FREQ=MONTHLY'],
    ['with an end that is no time', repeating('FREQ=DAILY;UNTIL=20261301'), 'UNTIL=20261301'],
    ['with hours of a whole day', repeating('FREQ=HOURLY'), 'requires a DTSTART with a time'],
    ['with a 31st of February', repeating('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'), 'never occurs'],
    [
      'with a numbered day that no month has',
      repeating('FREQ=MONTHLY;BYDAY=5MO;BYMONTH=2;INTERVAL=48'),
      'never occurs',
    ],
    ['with a zone that is set on a 31st of February', inZone('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'), 'never occurs'],
    ['with a zone that is set every second', inZone('FREQ=SECONDLY'), 'repeat too often'],
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
    ['that counts far', repeating('FREQ=DAILY;COUNT=999999999', 'DTSTART;VALUE=DATE:00010101'), 'repeat too often'],
    ['that is far too long', calendarOf(`X-PADDING:${'x'.repeat(1024 * 1024)}`), 'characters'],
  ])('%s is a problem, never a calendar without windows', (_what, text, says) => {
    const problem = read(text, '2026-01-01T00:00Z', '2027-01-01T00:00Z');
    expect(problem).toEqual(expect.stringContaining(says));
    expect(problem).not.toBe('');
  });
});

describe('the place of a problem', () => {
  const placed = (...lines: string[]) => {
    const reading = readCalendar(calendarOf(...lines), Date.UTC(2026), Date.UTC(2027));
    return 'problem' in reading ? reading.line : 'none';
  };

  it('is its line, also after lines that were folded', () => {
    const rule = event('X-NOTE:a long', ' story', 'DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;BYMONTHDAY=0');
    expect(placed(...rule)).toBe(10);
    expect(placed(...event('DTSTART;TZID=Nowhere:20260501T120000'))).toBe(7);
    expect(placed(...event())).toBe(4);
    expect(placed('hello')).toBe(4);
    expect(placed('BEGIN:VEVENT')).toBe(5);
  });

  it('is nowhere where all events together are too many', () => {
    expect(placed(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY'))).toBeNull();
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

  it('is read to its end, whatever its rules and those of its zones say', () => {
    fc.assert(
      fc.property(rule, rule, start, lasts, (own, zone, begin, duration) => {
        const lines = event(`DTSTART;${begin}`, `DURATION:${duration}`, `RRULE:${own}`);
        const text = calendarOf(...zoneBy(zone), ...lines);
        const reading = readCalendar(text, Date.UTC(2026), Date.UTC(2026, 1, 5));
        expect('problem' in reading || reading.periods.every(({ startMs, endMs }) => startMs < endMs)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
