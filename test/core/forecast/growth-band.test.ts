import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, type Sample } from '../../../lib/core/forecast/growth.ts';
import { bandOf, expectedGb, lowerGb, pastErrors, upperGb } from '../../../lib/core/forecast/growth-band.ts';
import { measureAccuracy } from '../forecast-accuracy.ts';
import { shapes } from '../growth-shapes.ts';

const line = (days: number): Sample[] => Array.from({ length: days }, (_, day) => ({ day, gb: 100 + day }));

describe('past forecasts', () => {
  it('are judged only where 14 days lie before and 30 behind', () => {
    expect(pastErrors(line(43))).toEqual([]);
    expect(pastErrors(line(44))).toHaveLength(1);
    expect(pastErrors(line(120))).toHaveLength(4);
  });

  it('of a straight line missed nothing', () => {
    for (const { error } of pastErrors(line(120))) expect(error).toBeCloseTo(0);
  });
});

describe('the band', () => {
  const growth = growthOf(line(60));
  if (growth === null) throw new Error('no growth');

  it('holds the forecast, and widens with the days', () => {
    return fc.assert(
      fc.property(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { maxLength: 300 }), (errors) => {
        const band = bandOf(errors);
        for (let days = 0; days < 90; days += 1) {
          const width = upperGb(growth, band, days) - lowerGb(growth, band, days);
          const next = upperGb(growth, band, days + 1) - lowerGb(growth, band, days + 1);
          expect(upperGb(growth, band, days)).toBeGreaterThanOrEqual(expectedGb(growth, days));
          expect(lowerGb(growth, band, days)).toBeLessThanOrEqual(expectedGb(growth, days));
          expect(next).toBeGreaterThanOrEqual(width - 1e-9);
        }
      }),
    );
  });

  it('is the usual one without errors, and comes to what many errors say', () => {
    expect(bandOf([])).toEqual({ low: -0.35, high: 0.75 });
    expect(bandOf(Array(5_000).fill(2)).high).toBeCloseTo(2, 1);
  });
});

describe('forecasts of generated growth in six shapes', () => {
  const { all, byShape } = measureAccuracy(200, 7);

  it('miss the peak of 30 days by at most 0.9 of what the drift method does', () => {
    expect(all.errorRatio).toBeLessThanOrEqual(0.9);
  });

  it('hold 85 to 95 % of the outcomes under the P90', () => {
    expect(all.coverage).toBeGreaterThanOrEqual(0.85);
    expect(all.coverage).toBeLessThanOrEqual(0.95);
  });

  it.each(shapes)('are about as good as the drift method, or better, where growth is %s', (shape) => {
    expect(byShape[shape].errorRatio).toBeLessThanOrEqual(1.1);
  });
});
