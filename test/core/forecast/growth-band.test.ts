import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, rhythms, type Sample } from '../../../lib/core/forecast/growth.ts';
import { bandOf, expectedGb, lowerGb, pastErrors, upperGb } from '../../../lib/core/forecast/growth-band.ts';
import { measureAccuracy } from '../forecast-accuracy.ts';
import { shapes } from '../growth-shapes.ts';

const line = (days: number): Sample[] => Array.from({ length: days }, (_, day) => ({ day, gb: 100 + day }));

describe('past forecasts', () => {
  it('are judged only where 60 days lie before and 30 behind', () => {
    expect(pastErrors(line(89))).toEqual([]);
    expect(pastErrors(line(90))).toHaveLength(1);
    expect(pastErrors(line(120))).toHaveLength(4);
  });

  it('of a straight line were right at the median, and below the upper end', () => {
    for (const { middle, high } of pastErrors(line(120))) {
      expect(middle).toBeCloseTo(1);
      expect(high).toBeLessThan(1);
    }
  });

  it('of a disk that never grew say nothing of growth', () => {
    expect(pastErrors(line(120).map(({ day }) => ({ day, gb: 100 })))).toEqual([]);
  });
});

const ratio = fc.double({ min: -5, max: 20, noNaN: true });

describe('the band', () => {
  const growth = growthOf(line(60));
  if (growth === null) throw new Error('no growth');

  it('holds the forecast, and widens with the days', () => {
    return fc.assert(
      fc.property(
        fc.array(fc.record({ rhythm: fc.constantFrom(...rhythms), middle: ratio, high: ratio }), { maxLength: 300 }),
        (errors) => {
          const band = bandOf(errors);
          for (let days = 0; days < 90; days += 1) {
            const width = upperGb(growth, band, days) - lowerGb(growth, band, days);
            const next = upperGb(growth, band, days + 1) - lowerGb(growth, band, days + 1);
            expect(upperGb(growth, band, days)).toBeGreaterThanOrEqual(expectedGb(growth, band, days));
            expect(lowerGb(growth, band, days)).toBeLessThanOrEqual(expectedGb(growth, band, days));
            expect(next).toBeGreaterThanOrEqual(width - 1e-9);
          }
        },
      ),
    );
  });

  it('is the usual one without errors, and goes a third of the way to what many errors say', () => {
    expect(bandOf([])).toEqual({ middle: 1, high: 1 });
    const { middle, high } = bandOf(Array(5_000).fill({ rhythm: 'rare', middle: 0.5, high: 8 }));
    expect([middle, high]).toEqual([expect.closeTo(0.5 ** 0.3, 1), expect.closeTo(8 ** 0.3, 1)]);
  });

  it('reaches further for a higher confidence, and never below the middle', () => {
    return fc.assert(
      fc.property(ratio, ratio, fc.integer({ min: 70, max: 98 }), (middle, high, confidence) => {
        const band = bandOf(Array(200).fill({ rhythm: 'rare', middle, high }));
        const ends = [confidence, confidence + 1].map((each) => upperGb(growth, band, 30, each));
        expect(ends[1]).toBeGreaterThanOrEqual(ends[0] ?? 0);
        expect(ends[0]).toBeGreaterThanOrEqual(expectedGb(growth, band, 30));
      }),
    );
  });

  it('is not drawn far by growth of another kind, such as a migration of all services', () => {
    expect(bandOf(Array(5_000).fill({ rhythm: 'rare', middle: 1, high: 1_000 })).high).toBeLessThanOrEqual(2);
    expect(bandOf(Array(5_000).fill({ rhythm: 'rare', middle: -3, high: 1 })).middle).toBeGreaterThanOrEqual(0.5);
  });
});

describe('forecasts of generated growth in six shapes', () => {
  let measured: ReturnType<typeof measureAccuracy> | undefined;
  const accuracy = () => (measured ??= measureAccuracy(200, 7));

  it('miss the peak of 30 days by at most 0.9 of what the drift method does', () => {
    expect(accuracy().all.errorRatio).toBeLessThanOrEqual(0.9);
  });

  it('hold 85 to 95 % of the outcomes under the P90', () => {
    const { coverage } = accuracy().all;
    expect(coverage).toBeGreaterThanOrEqual(0.85);
    expect(coverage).toBeLessThanOrEqual(0.95);
  });

  it.each(shapes)('are about as good as the drift method, or better, where growth is %s', (shape) => {
    expect(accuracy().byShape[shape].errorRatio).toBeLessThanOrEqual(1.1);
  });
});
