import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everComes, occurrences } from '../../../lib/core/calendar/recurrence.ts';
import { frequencies, type RecurrenceRule } from '../../../lib/core/calendar/recurrence-rule.ts';

const daily: RecurrenceRule = {
  frequency: 'DAILY',
  interval: 1,
  count: null,
  until: null,
  weekStart: 1,
  months: [],
  weeks: [],
  yearDays: [],
  monthDays: [],
  days: [],
  hours: [],
  minutes: [],
  seconds: [],
  positions: [],
};

const ms = (text: string): number => Date.parse(`${text}Z`);
const nothing = () => undefined;

/** Days, or hours where they matter, at which the rule comes after 9 o'clock of its first day; at most ten of them. */
const timesOf = (rule: Partial<RecurrenceRule>, start: string, from = start, to = '2060-01-01T00:00'): string[] => {
  const times: string[] = [];
  const window = { from: ms(from), to: ms(to) };
  for (const time of occurrences({ ...daily, ...rule }, ms(start), window, nothing)) {
    times.push(new Date(time).toISOString().slice(0, 16));
    if (times.length === 10) break;
  }
  return times;
};

const daysOf = (...given: Parameters<typeof timesOf>): string[] => timesOf(...given).map((time) => time.slice(0, 10));

const mo = 1;
const tu = 2;
const th = 4;
const fr = 5;
const sa = 6;
const each = (...weekdays: number[]) => weekdays.map((weekday) => ({ nth: 0, weekday }));

describe('a recurrence rule', () => {
  it.each<[string, Partial<RecurrenceRule>, string, string[]]>([
    ['of every other day', { interval: 2, count: 3 }, '2026-02-27T09:00', ['2026-02-27', '2026-03-01', '2026-03-03']],
    [
      'of weeks that begin on Monday',
      { frequency: 'WEEKLY', interval: 2, days: each(tu, 0), count: 4 },
      '2026-08-04T09:00',
      ['2026-08-04', '2026-08-09', '2026-08-18', '2026-08-23'],
    ],
    [
      'of weeks that begin on Sunday',
      { frequency: 'WEEKLY', interval: 2, days: each(tu, 0), count: 4, weekStart: 0 },
      '2026-08-04T09:00',
      ['2026-08-04', '2026-08-16', '2026-08-18', '2026-08-30'],
    ],
    [
      'of the last day of each month',
      { frequency: 'MONTHLY', monthDays: [-1], count: 3 },
      '2027-12-31T09:00',
      ['2027-12-31', '2028-01-31', '2028-02-29'],
    ],
    [
      'of the 31st, where a month has one',
      { frequency: 'MONTHLY', count: 3 },
      '2026-01-31T09:00',
      ['2026-01-31', '2026-03-31', '2026-05-31'],
    ],
    [
      'of the last weekday but one of a month',
      { frequency: 'MONTHLY', days: each(mo, tu, 3, th, fr), positions: [-2], count: 3 },
      '2026-09-01T09:00',
      ['2026-09-29', '2026-10-29', '2026-11-27'],
    ],
    [
      'of each Friday the 13th',
      { monthDays: [13], days: each(fr) },
      '2026-01-01T09:00',
      [
        '2026-02-13',
        '2026-03-13',
        '2026-11-13',
        '2027-08-13',
        '2028-10-13',
        '2029-04-13',
        '2029-07-13',
        '2030-09-13',
        '2030-12-13',
        '2031-06-13',
      ],
    ],
    [
      'of the 20th Monday of a year',
      { frequency: 'YEARLY', days: [{ nth: 20, weekday: mo }], count: 2 },
      '2026-01-01T09:00',
      ['2026-05-18', '2027-05-17'],
    ],
    [
      'of the last Sunday of March',
      { frequency: 'YEARLY', months: [3], days: [{ nth: -1, weekday: 0 }], count: 2 },
      '2026-01-01T09:00',
      ['2026-03-29', '2027-03-28'],
    ],
    [
      'of the weeks before the year ends, on the weekday on which it begins',
      { frequency: 'YEARLY', weeks: [51, 52], count: 4 },
      '2025-12-15T09:00',
      ['2025-12-15', '2025-12-22', '2026-12-14', '2026-12-21'],
    ],
    [
      'of the first week, which may begin in the year before',
      { frequency: 'YEARLY', weeks: [1], days: each(mo), count: 2 },
      '2024-12-01T09:00',
      ['2024-12-30', '2025-12-29'],
    ],
    [
      'of days of the year, from either end',
      { frequency: 'YEARLY', yearDays: [1, -1], count: 3 },
      '2027-06-01T09:00',
      ['2027-12-31', '2028-01-01', '2028-12-31'],
    ],
    ['of the 29th of February', { frequency: 'YEARLY', count: 2 }, '2024-02-29T09:00', ['2024-02-29', '2028-02-29']],
  ])('%s comes then', (_what, rule, start, days) => {
    expect(daysOf(rule, start)).toEqual(days);
  });

  it('comes at its hours and minutes, and every so many hours and minutes', () => {
    const twice = { hours: [18, 8], minutes: [30], count: 3 };
    expect(timesOf(twice, '2026-01-01T09:00')).toEqual(['2026-01-01T18:30', '2026-01-02T08:30', '2026-01-02T18:30']);
    const eight = { frequency: 'HOURLY', interval: 8, days: each(sa), count: 4 } as const;
    expect(timesOf(eight, '2026-01-02T09:15')).toEqual([
      '2026-01-03T01:15',
      '2026-01-03T09:15',
      '2026-01-03T17:15',
      '2026-01-10T01:15',
    ]);
    const quarter = { frequency: 'MINUTELY', interval: 15, hours: [9], count: 5 } as const;
    expect(timesOf(quarter, '2026-01-02T09:20').at(-1)).toBe('2026-01-03T09:20');
  });

  it('ends with its last time and after its count, whatever part of it is asked for', () => {
    const rule = { until: ms('2026-01-04T09:00') };
    expect(daysOf(rule, '2026-01-01T09:00', '2026-01-03T09:00')).toEqual(['2026-01-03', '2026-01-04']);
    expect(daysOf({ count: 4 }, '2026-01-01T09:00', '2026-01-03T09:00')).toEqual(['2026-01-03', '2026-01-04']);
    expect(daysOf({ count: 4 }, '2026-01-01T09:00', '2026-02-01T09:00')).toEqual([]);
  });

  it('gives for a part of its time what it gives for all of it', () => {
    const rule = { frequency: 'MONTHLY', interval: 5, monthDays: [15] } as const;
    const all = daysOf(rule, '2020-01-15T09:00', '2020-01-15T09:00', '2024-01-01T00:00');
    expect(daysOf(rule, '2020-01-15T09:00', '2022-01-01T00:00', '2024-01-01T00:00')).toEqual(
      all.filter((day) => day >= '2022'),
    );
  });
});

const some = (min: number, max: number) => fc.uniqueArray(fc.integer({ min, max }), { maxLength: 3 });

const anyRule: fc.Arbitrary<RecurrenceRule> = fc.record({
  frequency: fc.constantFrom(...frequencies),
  interval: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 999_999_999 })),
  count: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
  until: fc.option(fc.integer({ min: 0, max: ms('2040-01-01T00:00') })),
  weekStart: fc.integer({ min: 0, max: 6 }),
  months: some(1, 12),
  weeks: some(-53, 53),
  yearDays: some(-366, 366),
  monthDays: some(-31, 31),
  days: fc.array(fc.record({ nth: fc.integer({ min: -53, max: 53 }), weekday: fc.integer({ min: 0, max: 6 }) }), {
    maxLength: 3,
  }),
  hours: some(0, 23),
  minutes: some(0, 59),
  seconds: some(0, 60),
  positions: some(-366, 366),
});

class OutOfSteps extends Error {}

describe('any recurrence rule', () => {
  it('is followed in a bounded number of steps, and gives its times in order', () => {
    const mostSteps = 2_000;
    const start = fc.integer({ min: ms('1970-01-01T00:00') / 60_000, max: ms('2030-01-01T00:00') / 60_000 });
    fc.assert(
      fc.property(anyRule, start, (rule, startMinute) => {
        let steps = 0;
        const spend = () => {
          steps += 1;
          if (steps > mostSteps) throw new OutOfSteps();
        };
        const window = { from: ms('2026-01-01T00:00'), to: ms('2026-02-05T00:00') };
        try {
          everComes(rule, startMinute * 60_000, spend);
          const times = [...occurrences(rule, startMinute * 60_000, window, spend)];
          expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
          expect(times.every((time) => time >= window.from && time < window.to)).toBe(true);
        } catch (error) {
          if (!(error instanceof OutOfSteps)) throw error;
        }
        expect(steps).toBeLessThanOrEqual(mostSteps + 1);
      }),
    );
  });

  it.each<[string, Partial<RecurrenceRule>]>([
    ['the 31st of February', { months: [2], monthDays: [31] }],
    ['the 31st of February, a year at a time', { frequency: 'YEARLY', months: [2], monthDays: [31] }],
    ['the 31st of February, a month at a time', { frequency: 'MONTHLY', months: [2], monthDays: [31] }],
    ['the 31st of February, an hour at a time', { frequency: 'HOURLY', months: [2], monthDays: [31] }],
    ['the first Monday on the 20th', { frequency: 'MONTHLY', days: [{ nth: 1, weekday: mo }], monthDays: [20] }],
    ['week 20 in January', { frequency: 'YEARLY', weeks: [20], months: [1] }],
    ['the 10th day of the year in March', { frequency: 'YEARLY', yearDays: [10], months: [3] }],
    ['the ninth of seven days', { frequency: 'WEEKLY', days: each(0, 1, 2, 3, 4, 5, 6), positions: [9] }],
    ['an odd hour every two hours from an even one', { frequency: 'HOURLY', interval: 2, hours: [9] }],
  ])('that asks for %s never comes, which is seen in a century of its days', (_what, rule) => {
    let steps = 0;
    const spend = () => {
      steps += 1;
    };
    expect(everComes({ ...daily, ...rule }, ms('2026-01-01T08:00'), spend)).toBe(false);
    expect(steps).toBeLessThan(150_000);
  });

  it('that waits for years comes', () => {
    const rule = { frequency: 'YEARLY', months: [2], monthDays: [29], days: each(mo) } as const;
    expect(everComes({ ...daily, ...rule }, ms('2026-01-01T08:00'), nothing)).toBe(true);
  });
});
