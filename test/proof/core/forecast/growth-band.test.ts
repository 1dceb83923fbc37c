import { describe, expect, it } from 'vitest';
import { horizons, realAccuracy } from '../../../core/forecast/real-growth.ts';

describe.each([
  [14, 0.95],
  [60, 0.945],
  [120, 0.94],
])('forecasts of real growth, from %i days of history', (days, most) => {
  const at = (horizon: number) => {
    const found = realAccuracy(days).find((one) => one.horizon === horizon);
    if (found === undefined) throw new Error(`no forecast of ${horizon} days`);
    return found;
  };

  it.each(horizons)(`hold 88 to ${100 * most} % of the outcomes of %i days under the P90`, (horizon) => {
    const { all, balanced } = at(horizon);
    for (const { covered } of [all, balanced]) {
      expect(covered).toBeGreaterThanOrEqual(0.88);
      expect(covered).toBeLessThanOrEqual(most);
    }
  });

  it.each(horizons)('miss the peak of %i days by at most 0.95 of what the drift method does', (horizon) => {
    const { balanced } = at(horizon);
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
