import { daysText, type Forecast, historyText } from '../forecast/forecast.ts';
import type { ForecastService, Forecasts, PassingLimits } from '../forecast/forecasts.ts';
import type { HeldMaximum } from '../model/model.ts';
import { mbPerGb } from '../model/sizes.ts';
import { inDays } from '../model/visible-text.ts';
import type { LimitedBy } from '../service/disk-limit.ts';

/** The disk of one service: size, use, and days until it is full. */
export interface DiskForecast {
  /** Null when the platform does not give it. */
  readonly provisionedGb: number | null;
  /** Null without a measurement. */
  readonly usedGb: number | null;
  readonly usedPercent: number | null;
  /** Whole days until the used space fills the disk at its current size; null when unknown or more than a year. */
  readonly daysToFull: number | null;
  /** Largest disk that it can reach without a person, and what limits it; null when unknown. */
  readonly limitGb: number | null;
  readonly limitedBy: LimitedBy | null;
  /** For the current maximum of the service, without what passes. */
  readonly forecast: Forecast;
}

const horizonDays = 365;

/**
 * @param usedPercent current use of the disk in percent; null when unknown
 * @param passing what keeps the disk from growing at present
 */
export const diskForecast = (
  forecasts: Forecasts,
  service: ForecastService,
  { maximum, passing }: { readonly maximum: HeldMaximum | null; readonly passing?: PassingLimits },
  usedPercent: number | null,
): DiskForecast => {
  const { diskMb } = service;
  const provisionedGb = diskMb === null ? null : diskMb / mbPerGb;
  const usedGb = provisionedGb === null || usedPercent === null ? null : (provisionedGb * usedPercent) / 100;
  const limit = forecasts.limitOf(service, maximum, passing);
  return {
    provisionedGb,
    usedGb,
    usedPercent: usedGb === null ? null : usedPercent,
    daysToFull: forecasts.fill(service)?.daysToFull ?? null,
    limitGb: limit.mb === null ? null : limit.mb / mbPerGb,
    limitedBy: limit.by,
    forecast: forecasts.of(service, maximum),
  };
};

const gbText = (gb: number): string => `${gb >= 10 ? Math.round(gb) : Number(gb.toFixed(1))} GB`;

/** What keeps a disk from growing any further; empty where it has no autoscaler, and so never grows. */
const stopText = ({ limitedBy, limitGb }: DiskForecast): string => {
  if (limitedBy === 'plan') return `at the limit of its plan (${gbText(limitGb ?? 0)})`;
  if (limitedBy === 'maximum') return 'at its maximum';
  if (limitedBy === 'maintenance') return 'does not grow before its maintenance';
  return limitedBy === 'state' ? 'does not grow before the service is RUNNING again' : '';
};

const fullText = ({ forecast, daysToFull, provisionedGb, usedGb }: DiskForecast): string => {
  if (provisionedGb !== null && usedGb !== null && usedGb >= provisionedGb) return 'full';
  if (forecast.kind === 'unknown') return `days left unknown: ${forecast.why}`;
  if (forecast.basis !== 'used') return 'days left unknown: too few measurements of its use';
  if (usedGb === null) return 'days left unknown: its use is unknown';
  return daysToFull === null
    ? `not full within ${horizonDays} days`
    : `full ${inDays(daysToFull)}${historyText(forecast)}`;
};

const daysLeft = (disk: DiskForecast): string => {
  const { forecast, limitGb, limitedBy, provisionedGb } = disk;
  if (limitGb === null) return 'days left unknown: the platform does not show the limit of the disk';
  const isAtLimit = provisionedGb !== null && provisionedGb >= limitGb;
  const stop = stopText(disk);
  if (isAtLimit) return stop === '' ? fullText(disk) : `${stop}, ${fullText(disk)}`;
  if (forecast.kind === 'unknown') return `days left unknown: ${forecast.why}`;
  const limit = limitedBy === 'plan' ? `the limit of its plan (${gbText(limitGb)})` : 'its maximum';
  return `days until ${limit}: ${daysText(forecast)}${historyText(forecast)}`;
};

/** The disk as text: `80 GB, 61 GB used (76 %); full in 12 days`. */
export const diskText = (disk: DiskForecast): string => {
  const { provisionedGb, usedGb, usedPercent } = disk;
  if (provisionedGb === null) return 'size unknown: the platform does not give it';
  const used = usedGb === null ? 'use unknown' : `${gbText(usedGb)} used (${Math.round(usedPercent ?? 0)} %)`;
  return `${gbText(provisionedGb)}, ${used}; ${daysLeft(disk)}`;
};
