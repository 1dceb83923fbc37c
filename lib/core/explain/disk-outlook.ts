import { daysText, type Forecast } from '../forecast/forecast.ts';
import type { ForecastService, Forecasts } from '../forecast/forecasts.ts';
import type { HeldMaximum } from '../model/model.ts';
import { mbPerGb } from '../model/sizes.ts';

/** The disk of one service: how large it is, how full, and for how long that is enough. */
export interface DiskOutlook {
  /** Null when the platform does not say. */
  readonly provisionedGb: number | null;
  /** Null when it could not be measured. */
  readonly usedGb: number | null;
  readonly usedPercent: number | null;
  /** Whole days until what is used fills the disk as it is now; null when that is not known or not within a year. */
  readonly daysToFull: number | null;
  /** Of the maximum that the service has now. */
  readonly forecast: Forecast;
}

const horizonDays = 365;

/** @param usedPercent what is used of the disk now; null when that is not known */
export const diskOutlook = (
  forecasts: Forecasts,
  service: ForecastService,
  maximum: HeldMaximum | null,
  usedPercent: number | null,
): DiskOutlook => {
  const { diskMb } = service;
  const provisionedGb = diskMb === null ? null : diskMb / mbPerGb;
  const usedGb = provisionedGb === null || usedPercent === null ? null : (provisionedGb * usedPercent) / 100;
  const slope = forecasts.expect(service).used?.growth.slopeGbPerDay ?? 0;
  const days = provisionedGb === null || usedGb === null || slope === 0 ? null : (provisionedGb - usedGb) / slope;
  return {
    provisionedGb,
    usedGb,
    usedPercent: usedGb === null ? null : usedPercent,
    daysToFull: days === null || days > horizonDays ? null : Math.max(0, Math.floor(days)),
    forecast: forecasts.of(service, maximum),
  };
};

const gbText = (gb: number): string => `${gb >= 10 ? Math.round(gb) : Number(gb.toFixed(1))} GB`;

const daysLeft = ({ forecast, daysToFull, usedGb }: DiskOutlook, hasMaximum: boolean): string => {
  if (forecast.kind === 'unknown') return `days left unknown: ${forecast.why}`;
  if (hasMaximum && forecast.isReached) return 'its maximum is reached';
  if (hasMaximum && forecast.limitGb !== null) return `days until its maximum: ${daysText(forecast)}`;
  if (forecast.basis !== 'used') return 'days left unknown: its use was not measured for long enough';
  if (usedGb === null) return 'days left unknown: its use is not known';
  return daysToFull === null ? `not full within ${horizonDays} days` : `full in ${daysToFull} days`;
};

/**
 * The outlook in words: `80 GB, 61 GB of it used (76 %); full in 12 days`.
 * @param hasMaximum whether an autoscaler holds one
 */
export const diskText = (outlook: DiskOutlook, hasMaximum: boolean): string => {
  const { provisionedGb, usedGb, usedPercent } = outlook;
  if (provisionedGb === null) return 'the platform does not say how large it is';
  const used =
    usedGb === null ? 'its use is not known' : `${gbText(usedGb)} of it used (${Math.round(usedPercent ?? 0)} %)`;
  return `${gbText(provisionedGb)}, ${used}; ${daysLeft(outlook, hasMaximum)}`;
};
