import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnWithinBand, plainGrowth } from '../../../lib/core/twin/growth-model.ts';

const banded = { ...plainGrowth(2), lowGbPerDay: 1.2, highGbPerDay: 5 };
const drawn = (fraction: number) => Number(drawnWithinBand(banded, fraction).gbPerDay.toFixed(9));

describe('a growth within its band', () => {
  it('is at the ends of the band for a tenth and for nine tenths of the draws, and as expected for half', () => {
    expect([0.1, 0.5, 0.9].map(drawn)).toEqual([1.2, 2, 5]);
  });

  it('is never below 0, and has no band any more', () => {
    const one = drawnWithinBand({ ...plainGrowth(0.1, 'unknown'), lowGbPerDay: 0, highGbPerDay: 9 }, 0);
    expect(one).toEqual(plainGrowth(0, 'unknown'));
  });

  it('rises with the draw', () => {
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        expect(drawn(Math.max(a, b))).toBeGreaterThanOrEqual(drawn(Math.min(a, b)));
      }),
    );
  });

  it('moves its pieces by as much as its rate', () => {
    const pieces = [
      { day: -9, gbPerDay: 0.5 },
      { day: 20, gbPerDay: 4 },
    ];
    expect(drawnWithinBand({ ...banded, pieces }, 0.9).pieces).toEqual([
      { day: -9, gbPerDay: 3.5 },
      { day: 20, gbPerDay: 7 },
    ]);
  });

  it('has the rarest bursts where it is slowest and the most frequent ones where it is fastest, at most one a day', () => {
    const bursts = { everyDays: 6, lowEveryDays: 4, highEveryDays: 20, lowGb: 1, highGb: 2, longestHours: 8 };
    const everyDays = (draw: number, of = bursts) =>
      Number(drawnWithinBand({ ...banded, bursts: of }, draw).bursts?.everyDays.toFixed(9));
    expect([0.1, 0.5, 0.9].map((draw) => everyDays(draw))).toEqual([20, 6, 4]);
    expect(everyDays(0.99, { ...bursts, lowEveryDays: 1 })).toBe(1);
  });

  it('has bursts that never come where they may end', () => {
    const ending = { everyDays: 6, lowEveryDays: 4, highEveryDays: 3_660, lowGb: 1, highGb: 2, longestHours: 8 };
    expect(drawnWithinBand({ ...banded, bursts: ending }, 0).bursts?.everyDays).toBe(3_660);
  });
});
