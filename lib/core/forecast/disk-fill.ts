import { diskMbForUse, thresholdPercent } from '../model/autoscaler.ts';
import { mbPerGb } from '../model/sizes.ts';
import { daysUntil, type ForecastInput, freshUse, growthAhead } from './forecast.ts';
import type { Sample } from './growth.ts';
import { lowerGb, upperGb } from './growth-band.ts';

/** How full a disk is, and when nothing more fits into it as large as it is. Days are whole ones from today. */
export interface DiskFill {
  /** Share of the disk that was used when it was last measured, in whole percent. */
  readonly percent: number;
  /** Days since then. */
  readonly ageDays: number;
  /** Null: not within a year, or not known because too little was measured lately. */
  readonly daysToFull: number | null;
  /** The same at the upper end of the band (P90) and at its lower end (P10). */
  readonly soonestDaysToFull: number | null;
  readonly latestDaysToFull: number | null;
  /** Whole GB by which the disk would have to be able to grow. */
  readonly needGb: number;
}

/** Days of growth that a disk without room should be given room for. */
const needDays = 30;
/** Less room than this is gone after a step or two of the autoscaler. */
const leastNeedGb = 10;

const never = { daysToFull: null, soonestDaysToFull: null, latestDaysToFull: null };

/**
 * How full a disk is that cannot grow: from one measurement on its share, from 14 of them on the days that are left.
 * @param last the latest measurement; null when there is none
 * @returns null while nothing was measured, or the size of the disk is unknown
 */
export const diskFill = (input: ForecastInput, last: Sample | null): DiskFill | null => {
  const { diskMb, today, serviceType } = input;
  if (last === null || diskMb === null || diskMb <= 0) return null;
  const usedMb = Math.round(last.gb * mbPerGb);
  const grownMb = diskMbForUse({ diskMb, usedMb, percent: thresholdPercent(serviceType) });
  const used = freshUse(input);
  const ahead = used === null ? null : growthAhead(input, needDays);
  const aheadGb = ahead?.kind === 'known' ? ahead.gb : 0;
  const fill = {
    percent: Math.round((usedMb * 100) / diskMb),
    ageDays: today - last.day,
    needGb: Math.ceil(Math.max(leastNeedGb, aheadGb, (grownMb - diskMb) / mbPerGb)),
  };
  if (used === null) return { ...fill, ...never };
  const { growth, band } = used;
  const age = today - growth.day;
  const days = (valueAt: (ahead: number) => number) => daysUntil(diskMb / mbPerGb, (left) => valueAt(left + age));
  return {
    ...fill,
    daysToFull: days((left) => growth.startGb + growth.slopeGbPerDay * left),
    soonestDaysToFull: days((left) => upperGb(growth, band, left)),
    latestDaysToFull: days((left) => lowerGb(growth, band, left)),
  };
};
