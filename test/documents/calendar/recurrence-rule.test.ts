import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf, event, in2026, read } from './read-calendar.ts';

/** Times at which an event of an hour begins that a rule repeats; at most ten. */
const timesOf = async (rule: string, start: string, from = start, to = '2060-01-01T00:00'): Promise<string[]> => {
  const compact = start.replaceAll(/[-:]/g, '');
  const lines = event(`DTSTART:${compact}00Z`, 'DURATION:PT1H', `RRULE:${rule}`);
  const periods = await read(calendarOf(...lines), `${from}Z`, `${to}Z`);
  if (typeof periods === 'string') throw new Error(periods);
  return periods.map(([, begin]) => begin as string).slice(0, 10);
};

const daysOf = async (...given: Parameters<typeof timesOf>) =>
  (await timesOf(...given)).map((time) => time.slice(0, 10));

describe('a recurrence rule', () => {
  it.each<[string, string, string, string[]]>([
    [
      'of every other day',
      'FREQ=DAILY;INTERVAL=2;COUNT=3',
      '2026-02-27T09:00',
      ['2026-02-27', '2026-03-01', '2026-03-03'],
    ],
    [
      'of weeks that begin on Monday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4',
      '2026-08-04T09:00',
      ['2026-08-04', '2026-08-09', '2026-08-18', '2026-08-23'],
    ],
    [
      'of weeks that begin on Sunday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=SU',
      '2026-08-04T09:00',
      ['2026-08-04', '2026-08-16', '2026-08-18', '2026-08-30'],
    ],
    [
      'of the last day of each month',
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
      '2027-12-31T09:00',
      ['2027-12-31', '2028-01-31', '2028-02-29'],
    ],
    [
      'of the 31st, where a month has one',
      'FREQ=MONTHLY;COUNT=3',
      '2026-01-31T09:00',
      ['2026-01-31', '2026-03-31', '2026-05-31'],
    ],
    [
      'of the last weekday but one of a month',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=3',
      '2026-09-29T09:00',
      ['2026-09-29', '2026-10-29', '2026-11-27'],
    ],
    [
      'of each Friday the 13th',
      'FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR',
      '2026-02-13T09:00',
      [
        ...['2026-02-13', '2026-03-13', '2026-11-13', '2027-08-13', '2028-10-13'],
        ...['2029-04-13', '2029-07-13', '2030-09-13', '2030-12-13', '2031-06-13'],
      ],
    ],
    [
      'of the 20th Monday of a year',
      'FREQ=YEARLY;BYDAY=20MO;COUNT=2',
      '2026-05-18T09:00',
      ['2026-05-18', '2027-05-17'],
    ],
    [
      'of the last Sunday of March',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=2',
      '2026-03-29T09:00',
      ['2026-03-29', '2027-03-28'],
    ],
    [
      'of the weeks before the year ends, on the weekday on which it begins',
      'FREQ=YEARLY;BYWEEKNO=51,52;COUNT=4',
      '2025-12-15T09:00',
      ['2025-12-15', '2025-12-22', '2026-12-14', '2026-12-21'],
    ],
    [
      'of the first week, which may begin in the year before',
      'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;COUNT=2',
      '2024-12-30T09:00',
      ['2024-12-30', '2025-12-29'],
    ],
    [
      'of days of the year, from either end',
      'FREQ=YEARLY;BYYEARDAY=1,-1;COUNT=3',
      '2027-12-31T09:00',
      ['2027-12-31', '2028-01-01', '2028-12-31'],
    ],
    ['of the 29th of February', 'FREQ=YEARLY;COUNT=2', '2024-02-29T09:00', ['2024-02-29', '2028-02-29']],
  ])('%s comes then', async (_what, rule, start, days) => {
    expect(await daysOf(rule, start)).toEqual(days);
  });

  it('comes at its hours and minutes, and every so many hours and minutes', async () => {
    const twice = 'FREQ=DAILY;BYHOUR=18,8;BYMINUTE=30;COUNT=3';
    expect(await timesOf(twice, '2026-01-01T18:30')).toEqual([
      '2026-01-01T18:30',
      '2026-01-02T08:30',
      '2026-01-02T18:30',
    ]);
    const eight = 'FREQ=HOURLY;INTERVAL=8;BYDAY=SA;COUNT=4';
    const saturday = ['2026-01-03T01:15', '2026-01-03T09:15', '2026-01-03T17:15'];
    expect(await timesOf(eight, '2026-01-03T01:15')).toEqual([...saturday, '2026-01-10T01:15']);
    const quarter = 'FREQ=MINUTELY;INTERVAL=15;BYHOUR=9;COUNT=5';
    expect((await timesOf(quarter, '2026-01-02T09:15')).at(-1)).toBe('2026-01-03T09:15');
  });

  it('ends with its last time and after its count, whatever part of it is asked for', async () => {
    const until = 'FREQ=DAILY;UNTIL=20260104T090000Z';
    expect(await daysOf(until, '2026-01-01T09:00', '2026-01-03T09:00')).toEqual(['2026-01-03', '2026-01-04']);
    const four = 'FREQ=DAILY;COUNT=4';
    expect(await daysOf(four, '2026-01-01T09:00', '2026-01-03T09:00')).toEqual(['2026-01-03', '2026-01-04']);
    expect(await daysOf(four, '2026-01-01T09:00', '2026-02-01T09:00')).toEqual([]);
  });

  it('gives for a part of its time what it gives for all of it', async () => {
    const all = await daysOf(
      'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=15',
      '2020-01-15T09:00',
      undefined,
      '2024-01-01T00:00',
    );
    const part = await daysOf(
      'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=15',
      '2020-01-15T09:00',
      '2022-01-01T00:00',
      '2024-01-01T00:00',
    );
    expect(part).toEqual(all.filter((day) => day >= '2022'));
    // The 16th of February 2019 is a Saturday; in later years that date is another weekday.
    expect(await daysOf('FREQ=YEARLY;BYWEEKNO=51', '2019-02-16T09:00', '2026-01-01T00:00', '2027-01-01T00:00')).toEqual(
      ['2026-12-19'],
    );
  });

  it('keeps a time that the clock of its zone skips: the window is the longest that it can mean', async () => {
    const nightly = event('DTSTART;TZID=Europe/Berlin:20260328T023000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3');
    expect(await in2026(...nightly)).toEqual([
      ['freeze', '2026-03-28T01:30', '2026-03-28T02:30'],
      ['freeze', '2026-03-29T00:30', '2026-03-29T01:30'],
      ['freeze', '2026-03-30T00:30', '2026-03-30T01:30'],
    ]);
  });

  it('comes on each day that meets all of its conditions', async () => {
    const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)));
    const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
    const some = (min: number, max: number) => fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 });
    const frequency = fc.constantFrom('YEARLY', 'MONTHLY', 'DAILY');
    const law = fc.asyncProperty(
      frequency,
      some(1, 12),
      some(1, 28),
      some(0, 6),
      async (every, months, dates, weekdays) => {
        const wanted = days.filter(
          (day) =>
            months.includes(day.getUTCMonth() + 1) &&
            dates.includes(day.getUTCDate()) &&
            weekdays.includes(day.getUTCDay()),
        );
        const named = weekdays.map((weekday) => names[weekday]);
        const rule = `FREQ=${every};BYMONTH=${months};BYMONTHDAY=${dates};BYDAY=${named}`;
        const starts = await in2026(...event('DTSTART;VALUE=DATE:20241231', `RRULE:${rule}`));
        // A rule that waits for more than 40 years is refused.
        if (typeof starts === 'string') return wanted.length === 0;
        const in365 = starts.map(([, begin = '']) => begin.slice(0, 10)).filter((day) => day < '2027');
        expect(in365).toEqual(wanted.map((day) => day.toISOString().slice(0, 10)));
      },
    );
    await fc.assert(law, { numRuns: 60 });
  });
});
