import type { UsePoint } from '../../../lib/core/twin/daily-growth.ts';

export const dayMs = 86_400_000;
/** Monday, 2 March 2026, midnight. */
export const firstDay = Date.parse('2026-03-02T00:00:00Z') / dayMs;

/** Use at every midnight: each day's growth in GB, from 100 GB on. */
export const grownBy = (growths: readonly number[], diskGb = 100_000): UsePoint[] => {
  let gb = 100;
  return [0, ...growths].map((growth, index) => {
    gb = Math.min(diskGb, gb + growth);
    return { timeMs: (firstDay + index) * dayMs, gb, isFull: gb >= diskGb };
  });
};

/** The same growth for so many days. */
export const days = (count: number, gbOn: (day: number) => number): number[] =>
  Array.from({ length: count }, (_, day) => gbOn(day));
