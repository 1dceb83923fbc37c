import { describe, expect, it } from 'vitest';
import { drawnGrowth, growthOn, growthShapes, turnsOn } from './growth.ts';

const startMs = Date.parse('2026-03-02T08:00:00Z');
const days = Array.from({ length: 60 }, (_, day) => day);

/** Name of a service of a shape whose data grows. */
const named = (shape: (typeof growthShapes)[number]): string => {
  const name = Array.from({ length: 300 }, (_, n) => `s${n}`).find((candidate) => {
    const growth = drawnGrowth(1, 'p', candidate);
    return growth.shape === shape && growth.gbPerDay > 0 && growth.periodDays > 10;
  });
  if (name === undefined) throw new Error(`no service of 300 is ${shape}`);
  return name;
};

/** Rates that a service has over the days, and the clean-ups of its data. */
const lived = (shape: (typeof growthShapes)[number]) => {
  const service = named(shape);
  const turns = days.flatMap((day) => turnsOn(1, 'p', service, startMs, day));
  const growth = drawnGrowth(1, 'p', service);
  return {
    usual: days.map((day) => growthOn(growth.model, startMs, day)),
    rates: turns.flatMap((turn) => ('gbPerDay' in turn ? [turn.gbPerDay] : [])),
    shares: turns.flatMap((turn) => ('share' in turn ? [turn.share] : [])),
  };
};

describe('growth', () => {
  it('is drawn in every shape', () => {
    const shapes = Array.from({ length: 200 }, (_, n) => drawnGrowth(1, 'p', `s${n}`).shape);
    expect(new Set(shapes)).toEqual(new Set(growthShapes));
  });

  it('that is steady never turns', () => {
    expect(lived('steady')).toMatchObject({ rates: [], shares: [] });
  });

  it('by the week is slow at weekends, from Saturday on', () => {
    const { usual, rates } = lived('weekly');
    expect(usual.slice(0, 7).map((rate) => rate < (usual[0] ?? 0))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(rates).toHaveLength(16);
  });

  it('in bursts writes days of data in hours, then goes on as usual', () => {
    const { usual, rates } = lived('bursty');
    expect(rates.length).toBeGreaterThan(2);
    expect(rates.filter((_, n) => n % 2 === 1)).toEqual(rates.filter((_, n) => n % 2 === 1).map(() => usual[0]));
    expect(Math.min(...rates.filter((_, n) => n % 2 === 0))).toBeGreaterThan(20 * (usual[0] ?? 0));
  });

  it('that accelerates is faster every day, until it starts anew', () => {
    const { usual } = lived('accelerating');
    const falls = days.slice(1).filter((day) => (usual[day] ?? 0) < (usual[day - 1] ?? 0));
    expect(falls.length).toBeGreaterThan(0);
    expect(falls.length).toBeLessThan(7);
    expect(usual[9]).toBeGreaterThan(1.9 * (usual[0] ?? 0));
  });

  it('that shrinks leaves less data every day', () => {
    const { usual, shares } = lived('shrinking');
    expect(Math.max(...usual)).toBe(0);
    expect(shares).toHaveLength(days.length);
  });

  it('with clean-ups loses most of its data now and then', () => {
    const { rates, shares } = lived('cleaned-up');
    expect(rates).toEqual([]);
    expect(shares.length).toBeGreaterThan(0);
    expect(shares.length).toBeLessThan(8);
  });
});
