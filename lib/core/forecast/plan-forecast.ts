import { byService, type ServiceName } from '../model/grouping.ts';
import type { HeldMaximum } from '../model/model.ts';
import { counted } from '../model/visible-text.ts';
import type { Forecast, OldForecast } from './forecast.ts';
import type { ForecastRecord } from './forecast-record.ts';

/** A service and its forecast with its present maximum, or with the lower one that a plan sets. */
export interface ServiceForecast extends ServiceName {
  readonly maximum: HeldMaximum;
  readonly forecast: Forecast;
  /** From a measurement that is too old for `forecast`; absent if that is younger, or there is none. */
  readonly old?: OldForecast;
}

/** A service that approaches its maximum or its threshold. Days are whole days from the day of the run. */
export interface ListedForecast extends ServiceName {
  /** As the run read it from the endpoint, or the lower one that its plan sets. */
  readonly maximum: HeldMaximum;
  /** Whether the disk is at that maximum. */
  readonly isReached: boolean;
  /** Null: not within a year, or unknown because use was not measured. */
  readonly daysToThreshold: number | null;
  /** Null: not expected within a year. */
  readonly daysToMaximum: number | null;
  /** As `daysToMaximum`, at the upper end of the band (P90). */
  readonly soonestDaysToMaximum: number | null;
}

/** Forecasts of the services with a Headroom autoscaler, small enough to store with every plan. */
export interface PlanForecast {
  /** The most urgent first. */
  readonly services: readonly ListedForecast[];
  /** Number of further services near a limit, all less urgent. */
  readonly more: number;
  /** Number of services without a forecast yet; this does not mean that they are safe. */
  readonly unknown: number;
  /** Of all disks, with or without an autoscaler. */
  readonly coverage: ForecastCoverage;
  /** Absent where no forecast of the last weeks can be compared with what came. */
  readonly record?: ForecastRecord;
}

/** How many of the disks that the plan knows have a forecast. */
export interface ForecastCoverage {
  readonly known: number;
  readonly disks: number;
}

/** `Forecast known for 398 of 400 disks`, and what to do about the others. */
export const coverageText = ({ known, disks }: ForecastCoverage): string => {
  const text = `Forecast known for ${known} of ${counted(disks, 'disk')}`;
  return known === disks ? text : `${text}; the next runs measure the others`;
};

/** Services are listed this many days before their maximum or threshold: a quarter, the usual planning period. */
export const listedDays = 90;
/** Limits the size of a plan, which several tasks read and write. */
export const mostListed = 200;

/** Undefined without a forecast of the maximum. */
const listed = ({ project, service, maximum, forecast }: ServiceForecast): ListedForecast | undefined => {
  if (forecast.kind === 'unknown' || forecast.limitGb === null) return undefined;
  const { isReached, daysToThreshold, daysToMaximum, soonestDaysToMaximum } = forecast;
  return { project, service, maximum, isReached, daysToThreshold, daysToMaximum, soonestDaysToMaximum };
};

const daysOr = (days: number | null): number => days ?? Number.MAX_SAFE_INTEGER;

const isNear = ({ daysToThreshold, soonestDaysToMaximum }: ListedForecast): boolean =>
  Math.min(daysOr(daysToThreshold), daysOr(soonestDaysToMaximum)) <= listedDays;

/** By the earliest day of the maximum, where the autoscaler stops; then by the day of the threshold, then by name. */
const byUrgency = (a: ListedForecast, b: ListedForecast): number =>
  daysOr(a.soonestDaysToMaximum) - daysOr(b.soonestDaysToMaximum) ||
  daysOr(a.daysToThreshold) - daysOr(b.daysToThreshold) ||
  byService(a, b);

/** Selects the most urgent forecasts. The result does not depend on the order of the input. */
export const planForecast = (
  forecasts: readonly ServiceForecast[],
  coverage: ForecastCoverage,
  record: ForecastRecord = [],
): PlanForecast => {
  const listable = forecasts.map(listed).filter((service) => service !== undefined);
  const near = listable.filter(isNear).sort(byUrgency);
  return {
    services: near.slice(0, mostListed),
    more: Math.max(0, near.length - mostListed),
    unknown: forecasts.length - listable.length,
    coverage,
    ...(record.length > 0 && { record }),
  };
};
