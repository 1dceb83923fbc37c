import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestPauseHours, nextStart, recurrenceOf, timetablesOf } from '../../lib/contract/schedule.ts';
import { parseSettings } from '../../lib/contract/settings.ts';
import { startedAt } from '../simulator/deployed/scheduler.ts';

const at = (text: string) => Date.parse(text);
const next = (expression: string, after: string, timeZone = 'UTC') =>
  new Date(nextStart(recurrenceOf({ expression, timeZone }), 0, at(after))).toISOString();

const settings = parseSettings({ baseUrl: 'https://api.example.com', organization: 'org' });
const table = (name: string) => {
  const found = timetablesOf(settings).find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no timetable ${name}`);
  return found;
};

describe('the schedule of a rate', () => {
  it('starts when it was created and at every interval after that', () => {
    const hourly = recurrenceOf(table('Reconcile'));
    expect(nextStart(hourly, 90_000, 0)).toBe(90_000);
    expect(nextStart(hourly, 90_000, 90_000)).toBe(3_690_000);
    expect(nextStart(hourly, 90_000, 3_689_999)).toBe(3_690_000);
  });

  it('is never due before or at the moment that is asked for, and never skips an interval', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 10_000 }), fc.nat(), (anchorMs, everyMs, afterMs) => {
        const dueMs = nextStart({ everyMs }, anchorMs, afterMs);
        expect(dueMs).toBeGreaterThan(afterMs);
        expect((dueMs - anchorMs) % everyMs).toBe(0);
        expect(dueMs === anchorMs || dueMs - afterMs <= everyMs).toBe(true);
      }),
    );
  });
});

describe('the schedule of a cron expression', () => {
  it.each([
    ['cron(0 6 * * ? *)', '2026-03-02T05:59:59Z', '2026-03-02T06:00:00.000Z'],
    ['cron(0 6 * * ? *)', '2026-03-02T06:00:00Z', '2026-03-03T06:00:00.000Z'],
    ['cron(0/15 8-18 ? * MON-FRI *)', '2026-03-06T18:45:00Z', '2026-03-09T08:00:00.000Z'],
    ['cron(30 5 L * ? *)', '2026-02-10T00:00:00Z', '2026-02-28T05:30:00.000Z'],
    ['cron(0 0 LW * ? *)', '2026-05-01T00:00:00Z', '2026-05-29T00:00:00.000Z'],
    ['cron(0 10 15W * ? *)', '2026-08-01T00:00:00Z', '2026-08-14T10:00:00.000Z'],
    ['cron(0 10 1W * ? *)', '2026-08-01T00:00:00Z', '2026-08-03T10:00:00.000Z'],
    ['cron(0 18 ? * 6L *)', '2026-03-02T00:00:00Z', '2026-03-27T18:00:00.000Z'],
    ['cron(0 18 ? * TUE#2 *)', '2026-03-02T00:00:00Z', '2026-03-10T18:00:00.000Z'],
    ['cron(0 0 29 FEB ? *)', '2026-03-02T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s after %s is due at %s', (expression, after, due) => {
    expect(next(expression, after)).toBe(due);
  });

  it('follows the clock of its zone', () => {
    expect(next('cron(0 6 * * ? *)', '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T04:00:00.000Z');
    expect(next('cron(0 6 * * ? *)', '2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T05:00:00.000Z');
  });

  it('has no start at a time that the clock skips, and one at a time that it shows twice', () => {
    expect(next('cron(30 2 * * ? *)', '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-30T00:30:00.000Z');
    expect(next('cron(30 2 * * ? *)', '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(next('cron(30 2 * * ? *)', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-26T01:30:00.000Z');
  });

  it('ends when its last year is over', () => {
    expect(nextStart({ cron: 'cron(0 6 1 1 ? 2026)', timeZone: 'UTC' }, 0, at('2026-03-02T00:00:00Z'))).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe('the timetables of a deployment', () => {
  it('start the hourly and the daily pass, and the search for as many projects as its share of calls reads', () => {
    expect(timetablesOf(settings).map(({ name, starts }) => [name, starts])).toEqual([
      ['Reconcile', 'reconcile'],
      ['Budget', 'reconcile'],
      ['Watch', 'watch-services'],
    ]);
    expect(table('Watch').input).toEqual({ most: 79 });
  });

  it('tell each pass how often passes and looks come, so that it knows what is promised', () => {
    const looks = { projects: 79, everyMinutes: 2 };
    const terms = { everyMinutes: 60, reads: 1398, measures: 41, looks };
    expect(table('Reconcile').input).toMatchObject(terms);
    expect(table('Budget').input).toMatchObject(terms);
  });

  it('start within the flexible window', () => {
    const pass = table('Reconcile');
    expect(startedAt(pass, 1_000, 0)).toBe(1_000);
    expect(startedAt(pass, 1_000, 0.999)).toBeLessThan(1_000 + pass.latenessMinutes * 60_000);
    expect(table('Watch').latenessMinutes).toBe(1);
  });

  it('have no wider window than a day, the widest that the scheduler accepts, however rare a start is', () => {
    const rare = {
      ...settings,
      schedules: { ...settings.schedules, watch: 'rate(7 days)', reconcile: 'rate(2 days)' },
    };
    for (const { latenessMinutes } of timetablesOf(rare)) expect(latenessMinutes).toBeLessThanOrEqual(1_440);
  });
});

describe('the longest pause', () => {
  const pause = (...expressions: string[]) =>
    longestPauseHours(expressions.map((expression) => ({ expression, timeZone: 'Europe/Berlin' })));

  it.each([
    [['rate(1 hour)'], 1],
    [['rate(2 days)'], 48],
    [['cron(0 5 * * ? *)'], 24],
    [['cron(0 5 ? * MON-FRI *)'], 72],
    [['cron(0 5 ? * MON *)'], 168],
    // The clocks are set forward in March.
    [['cron(0 5 1 * ? *)'], 31 * 24 - 1],
    [['cron(0 5 ? * MON-FRI *)', 'cron(0 6 * * ? *)'], 24],
    [['cron(0 5 ? * MON *)', 'rate(1 hour)'], 1],
  ])('of %j is %i hours at the most', (expressions, hours) => {
    expect(pause(...expressions)).toBe(hours);
  });
});
