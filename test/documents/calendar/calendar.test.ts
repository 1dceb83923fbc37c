import { describe, expect, it } from 'vitest';
import { calendarOf, event, in2026, ownZone, read } from './read-calendar.ts';

describe('an iCalendar file', () => {
  it('gives whole days and times without a zone as UTC', async () => {
    expect(await in2026(...event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20270102'))).toEqual([
      ['freeze', '2026-12-24T00:00', '2027-01-02T00:00'],
    ]);
    expect(await in2026(...event('DTSTART;VALUE=DATE:20260501'))).toEqual([
      ['freeze', '2026-05-01T00:00', '2026-05-02T00:00'],
    ]);
    expect(await in2026(...event('DTSTART:20260501T120000', 'DURATION:PT90M'))).toEqual([
      ['freeze', '2026-05-01T12:00', '2026-05-01T13:30'],
    ]);
  });

  it('gives times in UTC, in zones that it describes, and in zones that are known by name', async () => {
    expect(await in2026(...event('DTSTART:20260701T120000Z', 'DTEND:20260701T130000Z'))).toEqual([
      ['freeze', '2026-07-01T12:00', '2026-07-01T13:00'],
    ]);
    const own = event('DTSTART;TZID=Our Office:20260701T120000', 'DTEND;TZID=Our Office:20260701T130000');
    expect(await in2026(...ownZone, ...own)).toEqual([['freeze', '2026-07-01T11:00', '2026-07-01T12:00']]);
    const named = event('DTSTART;TZID=Europe/Berlin:20260701T120000', 'DTEND;TZID=Europe/Berlin:20260701T130000');
    expect(await in2026(...named)).toEqual([['freeze', '2026-07-01T10:00', '2026-07-01T11:00']]);
    const flight = event('DTSTART;TZID=America/New_York:20260701T060000', 'DTEND;TZID=Europe/Berlin:20260701T130000');
    expect(await in2026(...flight)).toEqual([['freeze', '2026-07-01T10:00', '2026-07-01T11:00']]);
  });

  it('repeats events by the clock of their zone when that is set forward, but for those taken out or moved', async () => {
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
    expect(await in2026(...weekly, ...moved)).toEqual([
      ['freeze', '2026-03-20T17:00', '2026-03-20T19:00'],
      ['freeze', '2026-03-27T17:00', '2026-03-27T19:00'],
      ['freeze', '2026-04-11T07:00', '2026-04-11T08:00'],
    ]);
    const afterwards = event(
      'DTSTART;TZID=Europe/Berlin:20260327T180000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    expect((await in2026(...afterwards)).at(-1)).toEqual(['freeze', '2026-04-03T16:00', '2026-04-03T17:00']);
  });

  it('repeats over the end of the year, and gives only what lies between the two moments', async () => {
    const yearly = event('DTSTART;VALUE=DATE:20201224', 'DTEND;VALUE=DATE:20210104', 'RRULE:FREQ=YEARLY');
    expect(await read(calendarOf(...yearly), '2027-01-02T00:00Z', '2027-02-01T00:00Z')).toEqual([
      ['freeze', '2026-12-24T00:00', '2027-01-04T00:00'],
    ]);
    expect(await read(calendarOf(...yearly), '2027-01-04T00:00Z', '2027-12-24T00:00Z')).toEqual([]);
  });

  it('begins with its start, also where the rule does not name it, unless that is taken out', async () => {
    // The 1st of May 2026 is a Friday.
    const saturdays = ['DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=1'];
    expect(await in2026(...event(...saturdays))).toEqual([
      ['freeze', '2026-05-01T00:00', '2026-05-02T00:00'],
      ['freeze', '2026-05-02T00:00', '2026-05-03T00:00'],
    ]);
    const without = event(...saturdays, 'EXDATE;VALUE=DATE:20260501');
    expect(await in2026(...without)).toEqual([['freeze', '2026-05-02T00:00', '2026-05-03T00:00']]);
  });

  it('moves an occurrence into view whose own time is not', async () => {
    const yearly = event('DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=YEARLY');
    const moved = event('RECURRENCE-ID;VALUE=DATE:20281224', 'DTSTART;VALUE=DATE:20270210');
    expect(await in2026(...yearly, ...moved)).toEqual([
      ['freeze', '2026-12-24T00:00', '2026-12-25T00:00'],
      ['freeze', '2027-02-10T00:00', '2027-02-11T00:00'],
    ]);
  });

  it('leaves out cancelled events and cancelled occurrences, and knows no windows without events', async () => {
    expect(await in2026(...event('STATUS:CANCELLED', 'DTSTART;VALUE=DATE:20260501'))).toEqual([]);
    const daily = event('DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;COUNT=2');
    const off = event('RECURRENCE-ID;VALUE=DATE:20260502', 'DTSTART;VALUE=DATE:20260502', 'STATUS:CANCELLED');
    expect(await in2026(...daily, ...off)).toEqual([['freeze', '2026-05-01T00:00', '2026-05-02T00:00']]);
    expect(await in2026()).toEqual([]);
  });
});

describe('an iCalendar file of every kind', () => {
  it('is read with folded lines, quoted parameters, escapes, a byte order mark and lines that end as on Unix', async () => {
    const lines = event('DTSTART;X-NOTE="a:b;c";TZID="Our Office":20260701T1', ' 20000', 'DURATION:PT1H');
    const text = calendarOf(...ownZone, ...lines).replace('SUMMARY:freeze', 'SUMMARY:launch\\, part\r\n  two');
    const read2026 = (given: string) => read(given, '2026-01-01T00:00Z', '2027-01-01T00:00Z');
    const expected = [['launch, part two', '2026-07-01T11:00', '2026-07-01T12:00']];
    expect(await read2026(text)).toEqual(expected);
    expect(await read2026(`\ufeff${text.replaceAll('\r\n', '\n')}`)).toEqual(expected);
  });

  it('repeats an event with a time on the last day of its rule too', async () => {
    const daily = (rule: string) => in2026(...event('DTSTART:20260105T090000Z', 'DURATION:PT1H', `RRULE:${rule}`));
    const days = ['2026-01-05', '2026-01-06', '2026-01-07'];
    const expected = days.map((day) => ['freeze', `${day}T09:00`, `${day}T10:00`]);
    expect(await daily('FREQ=DAILY;UNTIL=20260107')).toEqual(expected);
    expect(await daily('FREQ=DAILY;UNTIL=20260107T090000Z')).toEqual(expected);
    expect(await daily('FREQ=DAILY;UNTIL=20260107T085959Z')).toEqual(expected.slice(0, 2));
  });

  it('describes zones whose clocks are set by a rule', async () => {
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
    const starts = await in2026(...described, ...monthly);
    expect([0, 6, 11].map((month) => starts[month]?.[1])).toEqual([
      '2026-01-01T11:00',
      '2026-07-01T10:00',
      '2026-12-01T11:00',
    ]);
  });

  it('freezes until the clock shows the end a second time, and for as long as the event lasts', async () => {
    const berlin = (start: string, duration: string) =>
      in2026(...event(`DTSTART;TZID=Europe/Berlin:${start}`, `DURATION:${duration}`));
    expect(await berlin('20261025T000000', 'PT2H30M')).toEqual([['freeze', '2026-10-24T22:00', '2026-10-25T01:30']]);
    expect(await berlin('20260329T000000', 'PT6H')).toEqual([['freeze', '2026-03-28T23:00', '2026-03-29T05:00']]);
  });

  it('freezes the weeks of the year that a rule names', async () => {
    const weeks = event('DTSTART;VALUE=DATE:20251215', 'DURATION:P1W', 'RRULE:FREQ=YEARLY;BYWEEKNO=51,52');
    expect(await in2026(...weeks)).toEqual([
      ['freeze', '2026-12-14T00:00', '2026-12-21T00:00'],
      ['freeze', '2026-12-21T00:00', '2026-12-28T00:00'],
    ]);
  });

  it('adds dates, and takes out what begins on a day', async () => {
    const lines = event(
      'DTSTART:20260501T180000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
      'RDATE:20260601T180000Z,20260502T180000Z',
      'EXDATE;VALUE=DATE:20260501',
    );
    expect(await in2026(...lines)).toEqual([
      ['freeze', '2026-05-02T18:00', '2026-05-02T19:00'],
      ['freeze', '2026-06-01T18:00', '2026-06-01T19:00'],
    ]);
  });
});
