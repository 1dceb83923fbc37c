import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { type GrowthModel, plainGrowth } from '../../../lib/core/twin/growth-model.ts';
import { everTurns, rateOn, turnsOfDay } from '../../../lib/core/twin/growth-turns.ts';

/** A Monday. */
const startMs = Date.parse('2026-03-02T00:00:00Z');
const on = (day: number) => ({ day, startMs: startMs + day * dayMs });
/** Always the same draw. */
const even = (fraction: number) => () => fraction;
const days = Array.from({ length: 14 }, (_, day) => day);
const turnsOf = (growth: GrowthModel, fraction: number) =>
  days.flatMap((day) => turnsOfDay(growth, on(day), even(fraction)));

describe('the growth of data', () => {
  it('on a straight line never turns', () => {
    expect(turnsOf(plainGrowth(3), 0.01)).toEqual([]);
    expect(everTurns(plainGrowth(3))).toBe(false);
  });

  it('with a week has the factor of its weekday, from Monday on', () => {
    const weekly = { ...plainGrowth(2), week: [1, 1, 1, 1, 2, 0.5, 0] };
    expect(days.slice(0, 8).map((day) => rateOn(weekly, on(day)))).toEqual([2, 2, 2, 2, 4, 1, 0, 2]);
    expect(turnsOf(weekly, 0.5).map(({ atMs }) => (atMs - startMs) / dayMs)).toEqual([0, 4, 5, 6, 7, 11, 12, 13]);
    expect(everTurns(weekly)).toBe(true);
  });

  it('in pieces has the rate of the latest piece, and its own before the first', () => {
    const pieces = [
      { day: -3, gbPerDay: 1 },
      { day: 5, gbPerDay: 9 },
    ];
    const pieced = { ...plainGrowth(4), pieces };
    expect([-4, -3, 0, 4, 5, 99].map((day) => rateOn(pieced, on(day)))).toEqual([4, 1, 1, 1, 9, 9]);
    expect(turnsOf(pieced, 0.5)).toEqual([{ atMs: startMs + 5 * dayMs, gbPerDay: 9 }]);
  });

  it('in bursts writes their GB within hours of one day, then goes on as before', () => {
    const bursts = { everyDays: 4, lowEveryDays: 4, highEveryDays: 4, lowGb: 10, highGb: 30, longestHours: 4 };
    const bursty = { ...plainGrowth(1), bursts };
    expect(turnsOfDay(bursty, on(0), even(0.25))).toEqual([]);
    const [begins, ends] = turnsOfDay(bursty, on(0), even(0.24));
    const hours = ((ends?.atMs ?? 0) - (begins?.atMs ?? 0)) / hourMs;
    expect(hours).toBe(1);
    expect(begins).toMatchObject({ gbPerDay: 355.2 });
    expect(ends).toMatchObject({ gbPerDay: 1 });
    expect(
      turnsOfDay({ ...bursty, bursts: { ...bursts, everyDays: 1 } }, on(0), even(0.999)).at(-1)?.atMs,
    ).toBeLessThan(startMs + dayMs);
  });

  it('with clean-ups leaves a share of the data on their days, from the first one on', () => {
    const cleanUps = { everyDays: 5, firstDay: 3, lowShare: 0.2, highShare: 0.4 };
    const turns = turnsOf({ ...plainGrowth(1), cleanUps }, 0.5);
    expect(turns.map(({ atMs }) => Math.floor((atMs - startMs) / dayMs))).toEqual([3, 8, 13]);
    for (const turn of turns) expect('share' in turn && turn.share).toBeCloseTo(0.3, 9);
  });

  it('that accelerates is faster every day and starts anew, also before the start', () => {
    const faster = { ...plainGrowth(1), acceleration: { perDay: 2, everyDays: 3 } };
    expect([-1, 0, 1, 2, 3].map((day) => rateOn(faster, on(day)))).toEqual([4, 1, 2, 4, 1]);
  });
});
