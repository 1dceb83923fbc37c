/** MB per GB on the platform (pf 2.4). */
export const mbPerGb = 1024;

/** Disk size in whole GB, rounded up as the platform does. */
export const wholeGb = (diskMb: number): number => Math.ceil(diskMb / mbPerGb);

/** How the forecast sets the maximum of a rule. */
export interface ForecastOption {
  /** Days of growth that the maximum must cover. */
  readonly horizonDays: number;
  /** Percent of the outcomes that the maximum must cover. */
  readonly confidence: number;
  /** Largest maximum, and the maximum itself while the forecast is unknown. */
  readonly ceilingGb: number;
  readonly atLeastGb: number;
  /** `hold`: growth far beyond the past of the disk raises no maximum before a person does. */
  readonly onRunaway: 'raise' | 'hold';
}
