import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone, momentsOf, wallAt } from '../../../lib/core/model/zoned-time.ts';

const wall = (text: string) => Date.parse(`${text}Z`);
const utc = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe('a wall clock time in a zone', () => {
  it.each([
    ['in winter', 'Europe/Berlin', '2026-01-15T12:00', '2026-01-15T11:00', '2026-01-15T11:00'],
    ['in summer', 'Europe/Berlin', '2026-07-15T12:00', '2026-07-15T10:00', '2026-07-15T10:00'],
    ['that comes twice', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30', '2026-10-25T01:30'],
    ['that is left out', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T00:30', '2026-03-29T01:30'],
    ['behind UTC', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30', '2026-11-01T06:30'],
    ['half an hour off', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45', '2026-04-04T15:15'],
    ['far ahead', 'Pacific/Kiritimati', '2027-01-01T00:00', '2026-12-31T10:00', '2026-12-31T10:00'],
    ['in UTC', 'UTC', '2026-02-28T23:59', '2026-02-28T23:59', '2026-02-28T23:59'],
    ['of a midnight that is left out', 'Africa/Cairo', '2026-04-24T00:00', '2026-04-23T21:00', '2026-04-23T22:00'],
  ])('%s (%s %s) stands for moments from %s to %s', (_what, zone, text, first, last) => {
    const moments = momentsOf(zone, wall(text));
    expect([utc(moments.first), utc(moments.last)]).toEqual([first, last]);
  });

  it('leads back from every moment of every zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const second = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2040, 0) / 1000 });
    fc.assert(
      fc.property(zone, second, (timeZone, seconds) => {
        const ms = seconds * 1000;
        const { first, last } = momentsOf(timeZone, wallAt(timeZone, ms));
        expect([first, last]).toContain(ms);
      }),
    );
  });
});

it('knows zones by name and no others', () => {
  expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata'].every(isTimeZone)).toBe(true);
  expect(['Europe/Berln', '', 'W. Europe Standard Time', 'local'].some(isTimeZone)).toBe(false);
});
