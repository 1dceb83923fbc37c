/**
 * Model of the platform's disk autoscaler in whole MB (spec.md §1.1, §8). The arithmetic is exact: thresholds are
 * compared by cross multiplication, and a step that is not a whole MB is rounded up, so a step is never 0 (A-2 of
 * docs/internals/assumptions.md).
 */

/** Milliseconds between two evaluations of a service (spec.md §8 evaluation interval). */
export const evaluationIntervalMs = 30_000;

/** What becomes of a service at which percentage of its disk. */
interface EngineMarks {
  /** The autoscaler grows the disk (spec.md §8). */
  readonly threshold: number;
  /** The service gets into trouble: compaction, shard allocation or maintenance needs the rest of the disk. */
  readonly trouble: number;
}

/** Most types (spec.md §8 threshold others); the platform warns at 90 % (A-26). */
const usualMarks: EngineMarks = { threshold: 85, trouble: 90 };

/** Types that differ: the wide-column database and the search service (spec.md §8 threshold wide-column, spec.md §8 threshold search). */
const engineMarks: ReadonlyMap<string, EngineMarks> = new Map([
  ['cassandra', { threshold: 35, trouble: 60 }],
  ['engine', { threshold: 75, trouble: 85 }],
]);

const marksOf = (serviceType: string): EngineMarks => engineMarks.get(serviceType) ?? usualMarks;

/** Percentage of disk use at which the autoscaler grows the disk (spec.md §8 threshold others). */
export const thresholdPercent = (serviceType: string): number => marksOf(serviceType).threshold;

/** Percentage of disk use above which the service gets into trouble. */
export const troublePercent = (serviceType: string): number => marksOf(serviceType).trouble;

/** Smallest used MB at which a disk of `diskMb` reaches the threshold. */
export const thresholdMb = (diskMb: number, percent: number): number => Math.ceil((diskMb * percent) / 100);

interface Disk {
  /** Provisioned disk in MB, including the plan's own. */
  readonly diskMb: number;
  readonly usedMb: number;
  /** From `thresholdPercent`. */
  readonly percent: number;
  /** Largest disk that the maximum and the plan allow, in MB; a value below `diskMb` has no effect. */
  readonly limitMb: number;
}

/**
 * Disk in MB after one evaluation: at or above the threshold it grows by 10 % of the used MB, rounded up to whole MB
 * and limited to `limitMb` (A-1 of docs/internals/assumptions.md); it never shrinks (spec.md §1.2, §1.5, §8 growth
 * step, §8 upper bound, §8 scale down).
 */
export const grownDiskMb = ({ diskMb, usedMb, percent, limitMb }: Disk): number => {
  if (usedMb * 100 < diskMb * percent) return diskMb;
  return Math.max(diskMb, Math.min(diskMb + Math.ceil(usedMb / 10), limitMb));
};

/**
 * Used MB at which the disk, growing step by step, reaches its limit (spec.md §8 growth step, §8 upper bound).
 * @returns 0 when the disk is already at its limit
 */
export const usedMbAtLimit = ({ diskMb, percent, limitMb }: Omit<Disk, 'usedMb'>): number => {
  let usedMb = 0;
  let disk = diskMb;
  while (disk < limitMb) {
    usedMb = Math.max(1, thresholdMb(disk, percent));
    disk = grownDiskMb({ diskMb: disk, usedMb, percent, limitMb });
  }
  return usedMb;
};

/** Disk in MB after use has grown to `usedMb` step by step, without a limit (spec.md §8 growth step). */
export const diskMbForUse = ({ diskMb, usedMb, percent }: Omit<Disk, 'limitMb'>): number => {
  let disk = diskMb;
  while (usedMb * 100 >= disk * percent) disk += Math.ceil(Math.max(1, thresholdMb(disk, percent)) / 10);
  return disk;
};
