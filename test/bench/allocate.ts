import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Measurement } from './measurement.ts';

const script = join(import.meta.dirname, 'allocate-once.ts');

interface Taken {
  readonly ms: number;
  readonly peakMb: number;
}

/** In a process of its own: cold, as a function that starts, and with no memory but its own. */
const allocateOnce = (count: number): Taken =>
  JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', script, String(count)], { encoding: 'utf8' }));

/** Dividing one budget among 10,000, 100,000 and 1,000,000 services, and how the time grows with their number. */
export const allocateBudget = (): Measurement[] => {
  const sizes = [
    { count: 10_000, limitMs: 200, limitMb: 256 },
    { count: 100_000, limitMs: 500, limitMb: 512 },
    { count: 1_000_000, limitMs: 2000, limitMb: 1536 },
  ];
  const taken = sizes.map((size) => ({ ...size, ...allocateOnce(size.count) }));
  const [, middle, largest] = taken;
  const growth = (largest?.ms ?? 0) / (middle?.ms ?? 1);
  return [
    ...taken.flatMap(({ count, ms, peakMb, limitMs, limitMb }) => {
      const benchmark = `allocate, ${count} services`;
      return [
        { benchmark, measure: 'time', value: Math.round(ms), unit: 'ms', limit: limitMs },
        { benchmark, measure: 'peak memory, services included', value: Math.round(peakMb), unit: 'MB', limit: limitMb },
      ];
    }),
    // n log n would be 12.
    {
      benchmark: 'allocate, 10 times the services',
      measure: 'time',
      value: Number(growth.toFixed(1)),
      unit: 'times',
      limit: 20,
    },
  ];
};
