import type { HeldMaximum } from '../model/model.ts';
import type { ServiceForecast } from './maximum-soon.ts';

/** A service that comes near its maximum or its threshold. Days are whole ones from the day of the run. */
export interface ListedForecast {
  readonly project: string;
  readonly service: string;
  /** As its endpoint held it when the run looked, before the changes of its plan. */
  readonly maximum: HeldMaximum;
  /** Whether the disk is as large as that maximum allows. */
  readonly isReached: boolean;
  /** Null: not within a year, or not known because use was not measured. */
  readonly daysToThreshold: number | null;
  /** Null: not within a year, as expected. */
  readonly daysToMaximum: number | null;
  /** The same at the upper end of the band (P90). */
  readonly soonestDaysToMaximum: number | null;
}

/** What was foreseen of the services that have an autoscaler of ours, in a form small enough to keep with every plan. */
export interface PlanForecast {
  /** The most urgent first. */
  readonly services: readonly ListedForecast[];
  /** How many more come near, all of them less urgent. */
  readonly more: number;
  /** Services of which nothing can be said yet, which is not the same as safe. */
  readonly unknown: number;
}

/** Days before its maximum or threshold from which on a service is listed: a quarter, for which people plan. */
export const listedDays = 90;
/** A plan is read and written by several tasks: a longer list would weigh more than it tells. */
export const mostListed = 200;

/** Undefined where nothing can be said of the maximum. */
const listed = ({ project, service, maximum, forecast }: ServiceForecast): ListedForecast | undefined => {
  if (forecast.kind === 'unknown' || forecast.limitGb === null) return undefined;
  const { isReached, daysToThreshold, daysToMaximum, soonestDaysToMaximum } = forecast;
  return { project, service, maximum, isReached, daysToThreshold, daysToMaximum, soonestDaysToMaximum };
};

const daysOr = (days: number | null): number => days ?? Number.MAX_SAFE_INTEGER;

const isNear = ({ daysToThreshold, soonestDaysToMaximum }: ListedForecast): boolean =>
  Math.min(daysOr(daysToThreshold), daysOr(soonestDaysToMaximum)) <= listedDays;

const byPlace = (a: ListedForecast, b: ListedForecast): number => {
  if (a.project !== b.project) return a.project < b.project ? -1 : 1;
  return a.service < b.service ? -1 : Number(a.service > b.service);
};

/** By the soonest day of the maximum, which no autoscaler passes; among equals by that of the threshold, then by name. */
const byUrgency = (a: ListedForecast, b: ListedForecast): number =>
  daysOr(a.soonestDaysToMaximum) - daysOr(b.soonestDaysToMaximum) ||
  daysOr(a.daysToThreshold) - daysOr(b.daysToThreshold) ||
  byPlace(a, b);

/** Keeps of all forecasts the most urgent ones. The same whatever their order. */
export const planForecast = (foreseen: readonly ServiceForecast[]): PlanForecast => {
  const known = foreseen.map(listed).filter((service) => service !== undefined);
  const near = known.filter(isNear).sort(byUrgency);
  return {
    services: near.slice(0, mostListed),
    more: Math.max(0, near.length - mostListed),
    unknown: foreseen.length - known.length,
  };
};
