import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measuredUsage, type Past, pastUsage } from '../../../lib/platform/autoscaler/past-usage.ts';

const dayMs = 86_400_000;
const past = (more: Partial<Past> = {}): Past => ({
  historyDays: 28,
  startMs: 1000 * dayMs,
  usedMb: 100_000,
  diskMb: 120_000,
  growthMbOn: () => 1000,
  jitter: 0,
  seed: 1,
  disk: 'shop/orders',
  ...more,
});

describe('the use of a disk before the scenario starts', () => {
  it('leads to the present use, week by week', () => {
    const { createdMs, periods } = pastUsage(past());
    expect(createdMs).toBe(972 * dayMs);
    expect(periods.map(({ mb, sinceMs }) => [mb, sinceMs / dayMs])).toEqual([
      [72_000, 972],
      [79_000, 979],
      [86_000, 986],
      [93_000, 993],
    ]);
  });

  it('begins with an empty disk where the service is younger than the history', () => {
    const { createdMs, periods } = pastUsage(past({ growthMbOn: () => 9000 }));
    expect(createdMs).toBe(989 * dayMs);
    expect(periods[0]?.mb).toBe(1000);
  });

  it('is even where nothing grows, and absent without a history', () => {
    expect(pastUsage(past({ growthMbOn: () => 0 })).periods.map(({ mb }) => mb)).toEqual(Array(4).fill(100_000));
    expect(pastUsage(past({ historyDays: 0 }))).toEqual({ createdMs: 1000 * dayMs, periods: [] });
  });

  it('never falls, and each week goes on where the one before ended', () => {
    const numbers = fc.record({
      historyDays: fc.integer({ min: 0, max: 365 }),
      usedMb: fc.integer({ min: 0, max: 120_000 }),
      growth: fc.integer({ min: 0, max: 20_000 }),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(numbers, (drawn) => {
        const { createdMs, periods } = pastUsage(past({ ...drawn, growthMbOn: () => drawn.growth }));
        const ends = [...periods.slice(1), { mb: drawn.usedMb, sinceMs: 1000 * dayMs }];
        expect(createdMs).toBe(periods[0]?.sinceMs ?? 1000 * dayMs);
        periods.forEach(({ mb, sinceMs, growthMbPerDay }, at) => {
          expect(mb).toBeGreaterThanOrEqual(0);
          expect(growthMbPerDay).toBeGreaterThanOrEqual(0);
          expect(mb + (growthMbPerDay * ((ends[at]?.sinceMs ?? 0) - sinceMs)) / dayMs).toBe(ends[at]?.mb);
        });
      }),
    );
  });

  it('follows the pieces of the growth before the start', () => {
    const { periods } = pastUsage(past({ growthMbOn: (day) => (day < -14 ? 200 : 1000) }));
    expect(periods.map(({ growthMbPerDay }) => growthMbPerDay)).toEqual([200, 200, 1000, 1000]);
  });

  it('is as measured where the scenario has the sizes, also where they fell', () => {
    const { createdMs, periods } = measuredUsage({
      startMs: 1000 * dayMs,
      usedMb: 500,
      diskMb: 900,
      before: [100, 700, 400],
    });
    expect(createdMs).toBe(997 * dayMs);
    expect(periods.map(({ mb, sinceMs, growthMbPerDay }) => [mb, sinceMs / dayMs, growthMbPerDay])).toEqual([
      [100, 997, 600],
      [700, 998, -300],
      [400, 999, 100],
    ]);
  });

  it('has the size that the disk had on each day', () => {
    const { periods } = measuredUsage({
      startMs: 1000 * dayMs,
      usedMb: 90,
      diskMb: 200,
      before: [70, 80],
      disks: [100, 200],
    });
    expect(periods.map(({ diskMb }) => diskMb)).toEqual([100, 200]);
  });
});
