import { diskMbForUse, thresholdPercent } from '../model/autoscaler.ts';
import { mbPerGb } from '../model/sizes.ts';
import type { AlertFacts } from '../service/disk-alert.ts';
import { rangeOf } from './days-until.ts';
import { type ForecastInput, freshUse, growthAhead } from './forecast.ts';

/** How full a disk is, and when it is full at its present size. Days are whole days from today. */
export interface DiskFill {
  /** Use at the latest measurement, in whole percent of the disk. */
  readonly percent: number;
  /** Present where the platform's alert says that the disk is fuller than it was at the latest measurement. */
  readonly isAtLeast?: true;
  /** The used space itself, in MB. */
  readonly usedMb: number;
  /** Day of that measurement since 1970, UTC, and days since. */
  readonly day: number;
  readonly ageDays: number;
  /** Whether the disk kept its size from before that measurement; absent: it grew, or that is unknown. */
  readonly isSameSize?: true;
  /** By the latest measurement, however old; null: not within a year, or unknown because there are too few. */
  readonly daysToFull: number | null;
  /** As `daysToFull`, at the upper end of the band (P90) and at its lower end (P10). */
  readonly soonestDaysToFull: number | null;
  readonly latestDaysToFull: number | null;
  /** Whole GB of growth that the disk needs. */
  readonly needGb: number;
}

/** Days of growth that `needGb` covers. */
const needDays = 30;
/** One or two growth steps of the autoscaler use up less than this. */
const leastNeedGb = 10;

const never = { daysToFull: null, soonestDaysToFull: null, latestDaysToFull: null };

/** From here on services get into trouble: the platform warns. */
export const nearlyFullPercent = 90;

/** From here on a disk counts as full: a service writes no more, or hardly. */
export const fullPercent = 99;

/** The platform calls a disk critical from here on. */
export const criticalPercent = 97;

/**
 * What an alert, which is as young as its reading, adds to a measurement, which may be a day old. Days that follow from the
 * measurement are unknown then.
 */
export const fillUnderAlert = (fill: DiskFill, alert: AlertFacts): DiskFill => {
  if (alert.kind !== 'active') return fill;
  const percent = alert.isCritical ? criticalPercent : nearlyFullPercent;
  return fill.percent >= percent ? fill : { ...fill, ...never, percent, isAtLeast: true };
};

/** Whether and how full the disk is, in words. */
export const fullnessText = ({ percent, isAtLeast, ageDays }: DiskFill): string => {
  if (isAtLeast) return `The disk is at least ${percent} % full`;
  return ageDays <= 1
    ? `The disk is ${percent} % full`
    : `The disk was ${percent} % full at its last measurement ${ageDays} days ago`;
};

/**
 * How full a disk is that cannot grow. One measurement gives the percentage, three give the remaining days.
 * @param sizedDay day of its last new size; absent: unknown
 * @returns null without a measurement, or when the disk size is unknown
 */
export const diskFill = (input: ForecastInput, sizedDay?: number): DiskFill | null => {
  const { diskMb, today, serviceType, recent } = input;
  if (recent == null || diskMb === null || diskMb <= 0) return null;
  const { last } = recent;
  const usedMb = Math.round(last.gb * mbPerGb);
  const grownMb = diskMbForUse({ diskMb, usedMb, percent: thresholdPercent(serviceType) });
  const ahead = freshUse(input) === null ? null : growthAhead(input, needDays);
  const aheadGb = ahead?.kind === 'known' ? ahead.gb : 0;
  const fill = {
    percent: Math.round((usedMb * 100) / diskMb),
    usedMb,
    day: last.day,
    ageDays: today - last.day,
    needGb: Math.ceil(Math.max(leastNeedGb, aheadGb, (grownMb - diskMb) / mbPerGb)),
    // Sizes are recorded once a day, so growth on the day of the measurement may have come after it.
    ...(sizedDay !== undefined && sizedDay < last.day && ({ isSameSize: true } as const)),
  };
  const [daysToFull, soonestDaysToFull, latestDaysToFull] = rangeOf(diskMb, input);
  return { ...fill, daysToFull, soonestDaysToFull, latestDaysToFull };
};
