import { describe, expect, it } from 'vitest';
import { type BacktestOptions, backtest, type PastService } from '../../../lib/core/twin/backtest.ts';
import { drawsOf } from '../../../lib/twin/engine/random.ts';
import { dayMs, days, firstDay, grownBy } from './measured.ts';

const options: BacktestOptions = {
  fromMs: (firstDay + 30) * dayMs,
  days: 30,
  seeds: 20,
  drawsOf: (seed, place) => ({
    band: drawsOf(seed, place, 'band').fraction(),
    ofDay: (day) => drawsOf(seed, place, day).fraction,
  }),
};

const service = (place: string, gbOn: (day: number) => number, diskGb = 1000): PastService => ({
  place,
  type: 'pg',
  diskGb,
  points: grownBy(days(150, gbOn), diskGb),
});

describe('a backtest', () => {
  it('of growth that went on as before has small errors, within the band at every horizon', () => {
    const { horizons, fitted, unknown, unmeasured } = backtest([service('shop/orders', () => 2)], {
      ...options,
      fromMs: (firstDay + 60) * dayMs,
      days: 60,
    });
    expect({ fitted, unknown, unmeasured }).toEqual({ fitted: 1, unknown: 0, unmeasured: [] });
    expect(horizons.map((horizon) => [horizon.days, horizon.services, horizon.within])).toEqual([
      [7, 1, 1],
      [14, 1, 1],
      [30, 1, 1],
      [60, 1, 1],
      [90, 1, 1],
    ]);
    for (const { medianError, days: ahead } of horizons)
      expect(medianError).toBeLessThan((2 * ahead * 0.1 * 100) / 1000);
  });

  it('knows nothing of what came after its day: a growth that changed then is outside, with its sign', () => {
    const changed = service('shop/orders', (day) => (day < 30 ? 2 : 6));
    const { horizons, services } = backtest([changed, service('shop/other', () => 1)], options);
    expect(horizons.at(-1)).toMatchObject({ days: 90, services: 2, within: 1 });
    expect(services[0]).toMatchObject({ place: 'shop/orders', days: 90, actualGb: 100 + 60 + 540, isWithin: false });
    expect(services[0]?.errorPercent).toBeGreaterThan(30);
    expect(services[0]?.errorPercent).toBeLessThan(40);
    const slower = backtest([service('shop/orders', (day) => (day < 30 ? 6 : 0))], options);
    expect(slower.horizons.at(-1)?.bias).toBeLessThan(-40);
    expect(slower.horizons.at(-1)?.medianError).toBe(-(slower.horizons.at(-1)?.bias ?? 0));
  });

  it('counts a disk only until it was full, because that hides how it went on', () => {
    const { horizons } = backtest([service('shop/orders', () => 5, 350)], options);
    expect(horizons.map((horizon) => horizon.services)).toEqual([1, 1, 0, 0, 0]);
    expect(horizons.at(-1)).toEqual({
      days: 90,
      services: 0,
      within: 0,
      medianError: null,
      largeError: null,
      bias: null,
    });
  });

  it('counts services that were not measured then, and those whose growth was unknown', () => {
    const late = service('shop/late', () => 2);
    const result = backtest(
      [
        { ...late, points: late.points.slice(40) },
        { ...late, place: 'shop/young', points: late.points.slice(25) },
        service('shop/orders', () => 2),
      ],
      options,
    );
    expect(result).toMatchObject({ fitted: 1, unknown: 1, unmeasured: ['shop/late'] });
  });

  it('is the same every time', () => {
    const bursty = service('shop/orders', (day) => (day % 9 === 4 ? 40 : 1));
    expect(backtest([bursty], options)).toEqual(backtest([bursty], options));
  });
});
