import { describe, expect, it } from 'vitest';
import { usePoints } from '../../../lib/core/twin/use-points.ts';

const gb = 1024;
const readings = (...percents: number[]) => percents.map((percent, index) => ({ timeMs: index * 10, percent }));
const used = (points: ReturnType<typeof usePoints>) => points.map(({ timeMs, gb: size }) => [timeMs, size]);

describe('the use of a disk', () => {
  it('is in percent of the disk as it was at the time, not of the present one', () => {
    const sizes = [
      { fromMs: 0, mb: 100 * gb },
      { fromMs: 20, mb: 200 * gb },
    ];
    expect(used(usePoints(readings(80, 85, 45, 50), sizes))).toEqual([
      [0, 80],
      [10, 85],
      [20, 90],
      [30, 100],
    ]);
  });

  it('is unknown while the disk may have had either size', () => {
    const sizes = [
      { fromMs: 0, mb: 100 * gb },
      { fromMs: 25, mb: 200 * gb, beforeUntilMs: 5 },
    ];
    expect(used(usePoints(readings(80, 85, 45, 50), sizes))).toEqual([
      [0, 80],
      [30, 100],
    ]);
  });

  it('before the first known size goes back to where the percentage falls, for the disk may have been smaller', () => {
    expect(used(usePoints(readings(90, 40, 41, 42), [{ fromMs: 30, mb: 100 * gb }]))).toEqual([
      [10, 40],
      [20, 41],
      [30, 42],
    ]);
  });

  it('is full from 99.9 percent on', () => {
    const points = usePoints(readings(99.8, 99.9, 100), [{ fromMs: 0, mb: 10 * gb }]);
    expect(points.map(({ isFull }) => isFull)).toEqual([false, true, true]);
  });

  it('is unknown without any size', () => {
    expect(usePoints(readings(1, 2), [])).toEqual([]);
  });
});
