import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runawayOf, standingRunaway } from '../../../lib/core/forecast/runaway.ts';
import { runawayFigures } from './real-runaways.ts';

const samples = (gbOn: (day: number) => number, days = 90) =>
  Array.from({ length: days }, (_, day) => ({ day, gb: gbOn(day) }));
/** 100 GB and a fifth of a GB a day. */
const quiet = (day: number) => 100 + day / 5;
const from = (first: number, gb: (days: number) => number) => (day: number) =>
  quiet(day) + (day < first ? 0 : gb(day - first + 1));

describe('a runaway', () => {
  it('is a load of data, on the day on which it comes', () => {
    expect(runawayOf(samples(from(89, () => 40)))).toMatchObject({ looksLike: 'data', gb: expect.closeTo(41.4) });
    expect(runawayOf(samples(from(85, () => 40)))).toMatchObject({ looksLike: 'data' });
  });

  it('is a log that grows every day', () => {
    expect(runawayOf(samples(from(86, (days) => 12 * days)))).toMatchObject({ looksLike: 'log' });
  });

  it('looks like a burst where a rise like it passed before', () => {
    const bursts = (day: number) => quiet(day) + (day % 40 > 36 ? 50 : 0);
    expect(runawayOf(samples(bursts, 78))).toMatchObject({ looksLike: 'burst' });
    expect(runawayOf(samples(bursts, 85))).toBeNull();
  });

  it('says how much of a week would have been usual', () => {
    const { usualGb = 0, aboveGb = 0, gb = 0 } = runawayOf(samples(from(89, () => 40))) ?? {};
    // A straight line of a fifth of a GB a day, known for 83 days: its P90, and 5.6 times that for the P99, from a day before on.
    const highGbPerDay = (2 - 0.8 * (83 / 120)) * 0.2 + 0.0006 * quiet(82);
    expect(usualGb).toBeCloseTo(8 * highGbPerDay * 10 ** 0.75, 1);
    expect(gb).toBeGreaterThan(usualGb);
    expect(aboveGb).toBeCloseTo(quiet(82) + usualGb);
  });

  it('is no growth that was there before, and no rise within an eighth of the data', () => {
    return fc.assert(
      fc.property(fc.double({ min: 0, max: 50, noNaN: true }), fc.integer({ min: 21, max: 120 }), (slope, days) => {
        expect(runawayOf(samples((day) => 100 + slope * day, days))).toBeNull();
        expect(runawayOf(samples((day) => (day === days - 1 ? 112 : 100), days))).toBeNull();
      }),
    );
  });

  it('is not known from less than 14 days before the week', () => {
    const jump = (days: number) => runawayOf(samples((day) => (day === days - 1 ? 500 : 100), days));
    expect([jump(20), jump(21)]).toEqual([null, expect.objectContaining({ looksLike: 'data' })]);
    expect(runawayOf([])).toBeNull();
  });

  it('is judged by the time before it began, and ends with its pace', () => {
    // 1.5 GB a day for 60 days, then 20 GB a day for 3 weeks, then 1.5 GB a day again.
    const runs = (day: number) => 100 + 1.5 * day + 18.5 * Math.min(21, Math.max(0, day - 60));
    const on = (day: number) => runawayOf(samples(runs, day + 1));
    expect([67, 70, 75, 81].map((day) => on(day)?.looksLike)).toEqual(['log', 'log', 'log', 'log']);
    expect(on(81)?.usualGb).toBeLessThan(0.85 * (on(81)?.gb ?? 0));
    expect([59, 88, 95].map(on)).toEqual([null, null, null]);
  });

  it('stands until its rise is gone, however long ago it came', () => {
    const stays = samples(from(40, () => 60));
    expect([runawayOf(stays), standingRunaway(stays)]).toEqual([null, expect.objectContaining({ looksLike: 'data' })]);
    const cleaned = samples((day) => quiet(day) + (day >= 40 && day < 80 ? 60 : 0));
    expect(standingRunaway(cleaned)).toBeNull();
    expect(standingRunaway(samples(quiet))).toBeNull();
  });
});

it('real growth has a runaway on 1 of 150 days at most, and so have 7 of 10 of its steps within 3 days', () => {
  const { days, found, steps, aYear } = runawayFigures();
  expect(days).toBeLessThan(1 / 150);
  expect(aYear).toBeLessThan(0.5);
  expect(steps).toBeGreaterThan(300);
  expect(found).toBeGreaterThan(0.7);
});
