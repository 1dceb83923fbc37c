import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, rhythms, type Sample } from '../../../lib/core/forecast/growth.ts';
import { bandOf, expectedGb, lowerGb, pastErrors, upperGb } from '../../../lib/core/forecast/growth-band.ts';
import { measureAccuracy } from '../forecast-accuracy.ts';
import { shapes } from '../growth-shapes.ts';
import { realAccuracy } from './real-growth.ts';

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

describe.each([
  [14, 0.95],
  [60, 0.945],
  [120, 0.94],
])('forecasts of real growth, from %i days of history', (days, most) => {
  const byHorizon = realAccuracy(days);

  it.each(byHorizon)(
    `hold 88 to ${100 * most} % of the outcomes of $horizon days under the P90`,
    ({ all, balanced }) => {
      for (const { covered } of [all, balanced]) {
        expect(covered).toBeGreaterThanOrEqual(0.88);
        expect(covered).toBeLessThanOrEqual(most);
      }
    },
  );

  it.each(byHorizon)('miss the peak of $horizon days by at most 0.95 of what the drift method does', ({ balanced }) => {
    expect(balanced.median / balanced.drift).toBeLessThanOrEqual(0.95);
  });

  it.each([70, 80])('take no more than the risk that a confidence of %i promises', (confidence) => {
    const risk = 100 - confidence;
    for (const { all } of realAccuracy(days, confidence)) {
      const above = 100 - 100 * all.covered;
      expect(above).toBeLessThanOrEqual(risk);
      expect(above).toBeGreaterThanOrEqual(risk / 2);
    }
  });
});

describe('forecasts of real growth, from 120 days of history', () => {
  it.each([70, 80, 95, 99])(
    'hold what a confidence of %i promises in every source alike: the risk is never twice the promised one',
    (confidence) => {
      const risk = 100 - confidence;
      for (const { all, balanced } of realAccuracy(120, confidence)) {
        for (const { covered } of [all, balanced]) {
          const above = 100 - 100 * covered;
          expect(above).toBeLessThanOrEqual(Math.min(2 * risk, risk + 2));
          expect(above).toBeGreaterThanOrEqual(risk / 3);
        }
      }
    },
  );

  it('leave fewer than 8 % of the series with less than 80 % of the outcomes of a month under the P90', () => {
    const poorly = realAccuracy(120).filter(({ horizon }) => horizon <= 30);
    expect(Math.max(...poorly.map(({ poorlyCovered }) => poorlyCovered))).toBeLessThan(0.08);
  });
});
