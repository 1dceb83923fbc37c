import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FreezePeriods,
  type FreezePolicy,
  freezeAt,
  freezeText,
  type WeeklyWindow,
  weekdays,
  windowsBetween,
} from '../../../lib/core/model/freeze.ts';
import { wallAt } from '../../../lib/core/model/zoned-time.ts';

const at = (text: string) => Date.parse(text);
const utc = (ms: number) => new Date(ms).toISOString().slice(0, 16);

const weekend: WeeklyWindow = {
  name: 'weekend',
  timeZone: 'Europe/Berlin',
  days: ['sat', 'sun'],
  fromMinute: 0,
  toMinute: 1440,
};
const night: WeeklyWindow = { ...weekend, name: 'night', days: ['mon'], fromMinute: 22 * 60, toMinute: 6 * 60 };
const yearEnd = {
  name: 'year end',
  timeZone: 'Europe/Berlin',
  start: at('2026-12-18T00:00Z'),
  end: at('2027-01-05T00:00Z'),
};

const policy = (...windows: FreezePolicy['windows'][number][]): FreezePolicy => ({
  windows,
  calendar: null,
  allow: [],
});

const between = (given: FreezePolicy, from: string, to: string) =>
  windowsBetween(given, at(from), at(to)).map(({ name, startMs, endMs }) => [name, utc(startMs), utc(endMs)]);

const periods = (given: FreezePolicy, from: string, days: number): FreezePeriods => {
  const fromMs = at(from);
  const knownUntilMs = fromMs + days * 86_400_000;
  return { periods: windowsBetween(given, fromMs, knownUntilMs), problem: null, knownUntilMs, allow: given.allow };
};

describe('windows that come every week', () => {
  it('last a day of the zone, also one of 23 or 25 hours', () => {
    expect(between(policy(weekend), '2026-03-26T00:00Z', '2026-04-02T00:00Z')).toEqual([
      ['weekend', '2026-03-27T23:00', '2026-03-28T23:00'],
      ['weekend', '2026-03-28T23:00', '2026-03-29T22:00'],
    ]);
    expect(between(policy(weekend), '2026-10-23T00:00Z', '2026-10-28T00:00Z')).toEqual([
      ['weekend', '2026-10-23T22:00', '2026-10-24T22:00'],
      ['weekend', '2026-10-24T22:00', '2026-10-25T23:00'],
    ]);
  });

  it('may go on past midnight, into another year too', () => {
    // The 28th of December 2026 is a Monday, as is the 31st of December 2029.
    expect(between(policy(night), '2029-12-31T23:00Z', '2030-01-01T01:00Z')).toEqual([
      ['night', '2029-12-31T21:00', '2030-01-01T05:00'],
    ]);
    const until = freezeAt(periods(policy(night), '2030-01-01T04:59Z', 3), at('2030-01-01T04:59Z'));
    expect(until?.untilMs).toBe(at('2030-01-01T05:00Z'));
  });

  it('hold exactly when the clock of the zone shows it, at every moment', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC');
    const minute = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2028, 0) / 60_000 });
    const days = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 });
    fc.assert(
      fc.property(zones, minute, days, (timeZone, minutes, own) => {
        const now = minutes * 60_000;
        const window = { ...weekend, timeZone, days: own };
        const found = freezeAt(
          { periods: windowsBetween(policy(window), now, now + 1), problem: null, knownUntilMs: now + 1, allow: [] },
          now,
        );
        const day = weekdays[new Date(wallAt(timeZone, now)).getUTCDay()];
        expect(found !== null).toBe(own.some((each) => each === day));
      }),
    );
  });
});

describe('a window in the hour that comes twice, as clocks are set back', () => {
  // In Berlin the clock shows 02:30 at 00:30 and at 01:30 of UTC.
  const halfPastTwo = 2 * 60 + 30;
  const twice = at('2026-10-25T02:30Z');
  const weekly = { ...weekend, name: 'weekly' };
  const dated = { ...yearEnd, name: 'once' };

  it.each([
    ['every week', { ...weekly, days: ['sat'], fromMinute: 22 * 60, toMinute: halfPastTwo } satisfies WeeklyWindow],
    ['once', { ...dated, start: at('2026-10-24T22:00Z'), end: twice }],
  ])('that comes %s ends the second time', (_often, window) => {
    const known = periods(policy(window), '2026-10-24T12:00Z', 7);
    expect(known.periods.map(({ endMs }) => utc(endMs))).toEqual(['2026-10-25T01:30']);
    expect(freezeAt(known, at('2026-10-25T01:29:59Z'))?.untilMs).toBe(at('2026-10-25T01:30Z'));
    expect(freezeAt(known, at('2026-10-25T01:30Z'))).toBeNull();
  });

  it.each([
    ['every week', { ...weekly, days: ['sun'], fromMinute: halfPastTwo, toMinute: 6 * 60 } satisfies WeeklyWindow],
    ['once', { ...dated, start: twice, end: at('2026-10-25T06:00Z') }],
  ])('that comes %s begins the first time', (_often, window) => {
    const known = periods(policy(window), '2026-10-24T12:00Z', 7);
    expect(freezeAt(known, at('2026-10-25T00:29:59Z'))).toBeNull();
    expect(freezeAt(known, at('2026-10-25T00:30Z'))?.untilMs).toBe(at('2026-10-25T05:00Z'));
  });
});

describe('a freeze', () => {
  it('begins with its window and is over at its end', () => {
    const known = periods(policy(yearEnd), '2026-12-01T00:00Z', 60);
    const name = (text: string) => freezeAt(known, at(text))?.reason;
    expect([name('2026-12-17T22:59:59Z'), name('2026-12-17T23:00:00Z')]).toEqual([undefined, 'year end']);
    expect([name('2027-01-04T22:59:59Z'), name('2027-01-04T23:00:00Z')]).toEqual(['year end', undefined]);
  });

  it('lasts through windows that follow each other, and says so where the end is not in sight', () => {
    const known = periods(policy(yearEnd, weekend), '2026-12-12T12:00Z', 60);
    // A weekend, then a week without, then the end of the year and no weekend after it.
    expect(freezeAt(known, at('2026-12-12T12:00Z'))?.untilMs).toBe(at('2026-12-13T23:00Z'));
    expect(freezeText(freezeAt(known, at('2026-12-20T00:00Z')) ?? fail())).toBe(
      'freeze "year end" until 2027-01-04T23:00:00.000Z',
    );
    const always = periods(policy({ ...weekend, days: weekdays }), '2026-12-12T12:00Z', 35);
    expect(freezeText(freezeAt(always, at('2026-12-12T12:00Z')) ?? fail())).toBe('freeze "weekend" with no known end');
  });

  it('holds everything, whatever is allowed, where windows are not known', () => {
    const unknown: FreezePeriods = { periods: [], problem: 'it cannot be read', knownUntilMs: 0, allow: ['raise'] };
    expect(freezeAt(unknown, 0)).toMatchObject({ isUnreadable: true, allow: [], untilMs: null });
  });

  it('is not changed by the order of its windows', () => {
    const now = at('2026-12-19T12:00Z');
    const of = (...windows: FreezePolicy['windows'][number][]) =>
      freezeAt(periods(policy(...windows), '2026-12-19T12:00Z', 35), now);
    expect(of(yearEnd, weekend, night)).toEqual(of(night, weekend, yearEnd));
  });
});

const fail = (): never => {
  throw new Error('there is no freeze');
};
