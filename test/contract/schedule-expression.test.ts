import { describe, expect, it } from 'vitest';
import { minutesBetween, scheduleProblem, timeZoneProblem } from '../../lib/contract/schedule-expression.ts';

describe('a schedule expression', () => {
  it.each([
    'rate(1 minute)',
    'rate(2 hours)',
    'rate(1 day)',
    'cron(0 6 * * ? *)',
    'cron(0/15 8-18 ? * MON-FRI *)',
    'cron(0 22 ? * FRI-MON *)',
    'cron(30 5 L * ? 2027-2030)',
    'cron(30 5 LW * ? *)',
    'cron(0 10 15W JAN,JUL ? *)',
    'cron(0 18 ? 1-12/3 6L *)',
    'cron(0 18 ? * TUE#2 *)',
    'cron(0 0 29 FEB ? *)',
    'cron(0 0 30,31 2,3 ? *)',
  ])('%s is taken', (text) => {
    expect(scheduleProblem(text)).toBeUndefined();
  });

  it.each([
    ['every hour', 'is neither rate('],
    ['rate(0 hours)', 'is neither rate('],
    ['rate(1 hours)', 'must be written rate(1 hour)'],
    ['rate(2 minute)', 'must be written rate(2 minutes)'],
    ['cron()', 'has 1 of the 6 fields'],
    ['cron(banana)', 'has 1 of the 6 fields'],
    ['cron(0 6 * * *)', 'has 5 of the 6 fields'],
    ['cron(a b c d e f)', 'has "a" for the minutes; use 0 to 59'],
    ['cron(60 6 * * ? *)', 'has "60" for the minutes'],
    ['cron(0 24 * * ? *)', 'has "24" for the hours'],
    ['cron(0 6 0 * ? *)', 'has "0" for the day of month'],
    ['cron(0 6 32W * ? *)', 'has "32W" for the day of month'],
    ['cron(0 6 * 13 ? *)', 'has "13" for the month'],
    ['cron(0 6 * jan ? *)', 'has "jan" for the month; use 1 to 12 or JAN to DEC'],
    ['cron(0 6 ? * 8 *)', 'has "8" for the day of week'],
    ['cron(0 6 ? * TUE#6 *)', 'has "TUE#6" for the day of week'],
    ['cron(0 6 ? * MON#1,FRI#2 *)', 'has "MON#1,FRI#2" for the day of week'],
    ['cron(0 6 * * ? 1969)', 'has "1969" for the year'],
    ['cron(1-2-3 6 * * ? *)', 'has "1-2-3" for the minutes'],
    ['cron(5- 6 * * ? *)', 'has "5-" for the minutes'],
    ['cron(*/0 6 * * ? *)', 'has "*/0" for the minutes'],
    ['cron(0/5/5 6 * * ? *)', 'has "0/5/5" for the minutes'],
    ['cron(, 6 * * ? *)', 'has "," for the minutes'],
    ['cron(0 6 * * * *)', 'needs "?" for exactly one of day of month and day of week'],
    ['cron(0 6 ? * ? *)', 'needs "?" for exactly one'],
    ['cron(0 6 30 2 ? *)', 'names a day that does not exist in its months'],
    ['cron(0 6 31 FEB,APR,JUN ? *)', 'names a day that does not exist in its months'],
  ])('%s is refused, saying what is wrong', (text, problem) => {
    expect(scheduleProblem(text)).toContain(problem);
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])('%s is taken', (name) => {
    expect(timeZoneProblem(name)).toBeUndefined();
  });

  it.each([
    ['', 'is not a time zone'],
    ['Mars/Olympus', '"Mars/Olympus" is not a time zone; use an IANA name'],
    ['+02:00', 'is not a time zone'],
    ['europe/berlin', 'must be written Europe/Berlin'],
    ['utc', 'must be written UTC'],
  ])('"%s" is refused, saying what is wrong', (name, problem) => {
    expect(timeZoneProblem(name)).toContain(problem);
  });
});

describe('a rate expression', () => {
  it.each([
    ['rate(1 minute)', 1],
    ['rate(2 hours)', 120],
    ['rate(1 day)', 1440],
    ['rate(0 hours)', undefined],
    ['cron(0 6 * * ? *)', undefined],
  ])('%s is %s minutes', (expression, minutes) => {
    expect(minutesBetween(expression)).toBe(minutes);
  });
});
