import { mbPerGb } from '../model/sizes.ts';

/** Use of a disk at a moment. */
export interface UsePoint {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  readonly gb: number;
  /** A full disk hides how much the service would have written. */
  readonly isFull: boolean;
}

/** A size that a disk had from one moment on. */
export interface DiskSize {
  /** Milliseconds since 1970; the size counts from then until the next point. */
  readonly fromMs: number;
  readonly mb: number;
  /** The size before is known until then; absent: until `fromMs`. Readings between the two have no certain size. */
  readonly beforeUntilMs?: number;
}

/** A disk this full has no room for growth. */
const fullPercent = 99.9;

/** As in the histories: a percentage that rises more towards the past may belong to a smaller disk. */
const mostRise = 1.05;

interface Reading {
  readonly timeMs: number;
  readonly percent: number;
}

const point = ({ timeMs, percent }: Reading, mb: number): UsePoint => ({
  timeMs,
  gb: (mb * percent) / 100 / mbPerGb,
  isFull: percent >= fullPercent,
});

/**
 * Readings before the first known size: that size counts for all of them back to a rise of the percentage, because a disk
 * only ever grows (spec.md §1.2) and its percentage falls when it does. A clean-up looks the same and ends the series too.
 */
const pointsBefore = (readings: readonly Reading[], first: Reading | undefined, mb: number): UsePoint[] => {
  const points: UsePoint[] = [];
  let after = first?.percent;
  for (const reading of readings.toReversed()) {
    if (after !== undefined && reading.percent > after * mostRise) break;
    points.unshift(point(reading, mb));
    after = reading.percent;
  }
  return points;
};

/**
 * Use in GB: each reading is in percent of the disk as it was at that time (pf 2.7).
 * @param readings oldest first
 * @param sizes oldest first
 */
export const usePoints = (readings: readonly Reading[], sizes: readonly DiskSize[]): UsePoint[] => {
  const [first] = sizes;
  if (first === undefined) return [];
  const known = readings.filter(({ timeMs }) => timeMs >= first.fromMs);
  const points = known.flatMap((reading) => {
    const at = sizes.findLastIndex(({ fromMs }) => fromMs <= reading.timeMs);
    const next = sizes[at + 1];
    const isSure = next === undefined || reading.timeMs <= (next.beforeUntilMs ?? next.fromMs);
    return isSure ? [point(reading, sizes[at]?.mb ?? first.mb)] : [];
  });
  const before = readings.filter(({ timeMs }) => timeMs < (first.beforeUntilMs ?? first.fromMs));
  return [...pointsBefore(before, known[0], first.mb), ...points];
};
