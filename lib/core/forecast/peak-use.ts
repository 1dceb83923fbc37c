import { dayMs } from '../model/durations.ts';

/** Disk usage of a service at its fullest node. */
export interface DiskReading {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  /** Percent of the disk size at that time. */
  readonly percent: number;
}

/** A load that comes once a month is within them. */
const peakDays = 31;

/**
 * Largest use of a disk within the last month, in MB: a load of the night is over when the last reading of a day is taken.
 * @param today days since 1970, UTC, by the clock that dates the readings
 * @param sizeMbOn size of the disk on a day; where it is not exactly known, the largest that it can have been
 * @returns undefined without a reading of that time
 */
export const peakUseMb = (
  readings: readonly DiskReading[],
  today: number,
  sizeMbOn: (day: number) => number,
): number | undefined =>
  readings.reduce<number | undefined>((peak, { timeMs, percent }) => {
    const day = Math.floor(timeMs / dayMs);
    if (day <= today - peakDays) return peak;
    return Math.max(peak ?? 0, Math.ceil((sizeMbOn(day) * percent) / 100));
  }, undefined);
