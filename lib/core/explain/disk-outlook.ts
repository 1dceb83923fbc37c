import { daysText, type Forecast } from '../forecast/forecast.ts';
import type { ForecastService, Forecasts } from '../forecast/forecasts.ts';
import type { HeldMaximum } from '../model/model.ts';
import { mbPerGb } from '../model/sizes.ts';

/** The disk of one service: size, use, and days until it is full. */
export interface DiskOutlook {
  /** Null when the platform does not give it. */
  readonly provisionedGb: number | null;
  /** Null without a measurement. */
  readonly usedGb: number | null;
  readonly usedPercent: number | null;
  /** Whole days until the used space fills the disk at its current size; null when unknown or more than a year. */
  readonly daysToFull: number | null;
  /** For the current maximum of the service. */
  readonly forecast: Forecast;
}

const horizonDays = 365;

/** @param usedPercent current use of the disk in percent; null when unknown */
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
  if (hasMaximum && forecast.isReached) return 'at its maximum';
  if (hasMaximum && forecast.limitGb !== null) return `days until its maximum: ${daysText(forecast)}`;
  if (forecast.basis !== 'used') return 'days left unknown: too few measurements of its use';
  if (usedGb === null) return 'days left unknown: its use is unknown';
  return daysToFull === null ? `not full within ${horizonDays} days` : `full in ${daysToFull} days`;
};

/**
 * The outlook as text: `80 GB, 61 GB used (76 %); full in 12 days`.
 * @param hasMaximum whether an autoscaler limits the disk
 */
export const diskText = (outlook: DiskOutlook, hasMaximum: boolean): string => {
  const { provisionedGb, usedGb, usedPercent } = outlook;
  if (provisionedGb === null) return 'size unknown: the platform does not give it';
  const used = usedGb === null ? 'use unknown' : `${gbText(usedGb)} used (${Math.round(usedPercent ?? 0)} %)`;
  return `${gbText(provisionedGb)}, ${used}; ${daysLeft(outlook, hasMaximum)}`;
};
