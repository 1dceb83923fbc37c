import { inBundle } from './in-bundle.ts';
import type { Measurement } from './measurement.ts';

interface Taken {
  readonly ms: number;
  readonly peakMb: number;
}

const sizes = [
  { count: 10_000, limitMs: 200, limitMb: 256 },
  { count: 100_000, limitMs: 500, limitMb: 256 },
  { count: 1_000_000, limitMs: 1000, limitMb: 400 },
];

/**
 * Dividing one budget among 10,000, 100,000 and 1,000,000 services, and how the time grows with their number. Each size is
 * divided in a process of its own: cold, as a function that starts, and with no memory but its own.
 */
export const allocateBudget = async (): Promise<Measurement[]> => {
  const taken = await inBundle('allocate-once.ts', async (once) => {
    const all: ((typeof sizes)[number] & Taken)[] = [];
    for (const size of sizes) all.push({ ...size, ...((await once(String(size.count))) as Taken) });
    return all;
  });
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
