import { byService, groupBy, type ServiceName } from '../model/grouping.ts';
import type { HeldMaximum } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import { counted } from '../model/visible-text.ts';
import type { Forecast, OldForecast } from './forecast.ts';
import { type GrowthKind, rhythms } from './growth.ts';
import { bandDays, isAbove, type PastError, usualConfidence } from './growth-band.ts';

/** How forecasts of the last weeks, repeated from what was known then, came out for the disks that grow alike. */
interface RhythmRecord {
  /** Percent of the highest values that were to stay under the upper end. */
  readonly confidence: number;
  readonly rhythm: GrowthKind;
  readonly forecasts: number;
  /** Highest values above the upper end. */
  readonly above: number;
}

/** The record of an organization or of one disk; rhythms without a forecast are left out. */
export type ForecastRecord = readonly RhythmRecord[];

/** What a policy promises, besides the usual: the confidences of its rules. */
export const promisedIn = ({ rules }: Pick<Policy, 'rules'>): number[] =>
  [...new Set([usualConfidence, ...rules.flatMap(({ forecast }) => forecast?.confidence ?? [])])].sort((a, b) => a - b);

export const forecastRecord = (
  errors: readonly PastError[],
  confidences: readonly number[] = [usualConfidence],
): ForecastRecord =>
  confidences.flatMap((confidence) =>
    rhythms.flatMap((rhythm) => {
      const all = errors.filter((error) => error.rhythm === rhythm);
      const above = all.filter((error) => isAbove(error, confidence)).length;
      return all.length === 0 ? [] : [{ confidence, rhythm, forecasts: all.length, above }];
    }),
  );

const percent = (above: number, forecasts: number): string => `${((100 * above) / forecasts).toFixed(1)} %`;

const promiseText = ([confidence, records]: readonly [number, ForecastRecord]): string => {
  const parts = records.map(
    ({ rhythm, above, forecasts }) => `${rhythm} growth ${percent(above, forecasts)} of ${forecasts}`,
  );
  const sum = (of: 'forecasts' | 'above') => records.reduce((total, each) => total + each[of], 0);
  const forecasts = sum('forecasts');
  return `${100 - confidence} % above the P${confidence} promised, ${percent(sum('above'), forecasts)} came, in ${counted(forecasts, 'forecast')} of the last weeks, each for ${bandDays} days: ${parts.join(', ')}`;
};

/** What was promised and what came; null without a forecast to compare. */
export const recordText = (record: ForecastRecord): string | null =>
  record.length === 0 ? null : [...groupBy(record, (each) => each.confidence)].map(promiseText).join('; ');

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
