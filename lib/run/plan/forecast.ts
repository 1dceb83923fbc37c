import { dueMeasurements, type ServiceMaximum, serviceMaximums } from '../../core/forecast/due.ts';
import { type Forecasts, makeForecasts, type PooledBands } from '../../core/forecast/forecasts.ts';
import { dayOf, type ProjectHistory } from '../../core/forecast/project-history.ts';
import { type ServiceName, serviceKey } from '../../core/model/grouping.ts';
import type { PlanKey, Snapshot } from '../../core/model/model.ts';
import type { Lookup } from '../../core/plan/lookups.ts';
import { hasPlanName, planKeyText } from '../../core/service/floor.ts';
import type { StorePorts } from '../../ports.ts';
import type { DoneLookups } from '../lookup/run-lookups.ts';
import { type LookupReader, openLookupReader, storedLookups } from '../lookup/stored-lookups.ts';
import { readHistories } from '../store/histories.ts';

/** Whether a forecast asks for missing facts, and for the usage of which services besides those that are due. */
interface ForecastRequests {
  readonly asks: boolean;
  readonly alsoOf?: (service: ServiceMaximum) => boolean;
  /** Bands of the whole organization; absent: pooled over the services of the snapshots. */
  readonly bands?: PooledBands;
  /** Services to measure at most; default: `mostMeasured`. */
  readonly most?: number;
}

/** Services to measure in a run that no schedule limits: some minutes at the usual calls a minute. */
export const mostMeasured = 400;

/** Plans whose sizes limit disks: their own disk turns a maximum into a total size, and their largest disk is a limit itself. */
const plansOf = (services: readonly ServiceMaximum[]): PlanKey[] => {
  const plans = new Map<string, PlanKey>();
  for (const { project, type, plan, maximum } of services) {
    if (maximum !== null && hasPlanName({ type, plan }))
      plans.set(planKeyText(type, plan), { project, serviceType: type, plan });
  }
  return [...plans.values()];
};

/** Forecasts of a run, and the lookups that they leave open. */
export interface RunForecast {
  readonly forecasts: Forecasts;
  readonly services: readonly ServiceMaximum[];
  /** Days since 1970, UTC. */
  readonly today: number;
  readonly lookups: readonly Lookup[];
}

/** Lookups about the usage of services that were not measured today, up to the limit of the run. */
const usageOf = (
  { forecasts, today, lookups }: RunForecast,
  services: readonly ServiceMaximum[],
  done: DoneLookups,
  most = mostMeasured,
): Lookup[] => {
  const open = lookups.filter(({ kind }) => kind === 'usage').length;
  return services
    .flatMap((service): Lookup[] => {
      const { project, name, diskMb } = service;
      if (!diskMb || forecasts.measuredDay(service) === today) return [];
      return [{ kind: 'usage', project, service: name, diskMb }];
    })
    .filter((lookup) => !done.has(lookup))
    .slice(0, Math.max(0, most - done.measured - open));
};

/**
 * Forecasts for every service of the snapshots, from the histories and plan sizes in the store. With `asks` it also has
 * lookups: missing plan sizes, and the usage of the disks whose measurement is due.
 * @param given histories of the projects and the answers in the store; it reads absent ones itself
 */
export const forecastServices = async (
  ports: StorePorts,
  snapshots: readonly Snapshot[],
  { asks, bands, alsoOf = () => false, most }: ForecastRequests,
  done: DoneLookups,
  given: { readonly growth?: ReadonlyMap<string, ProjectHistory>; readonly answers?: LookupReader } = {},
): Promise<RunForecast> => {
  const today = dayOf(ports.clock.now());
  const services = serviceMaximums(snapshots);
  const names = snapshots.map(({ project }) => ({ name: project }));
  const histories = given.growth ?? (await readHistories(ports.store, names));
  const { answers, lookups, isMissing } = await storedLookups(
    given.answers ?? openLookupReader(ports),
    { needs: plansOf(services), priceNeeds: [] },
    done,
  );
  const forecasts = makeForecasts({
    histories,
    services,
    planDiskMb: answers.planDiskMb,
    planCapMb: answers.planCapMb,
    today,
    bands,
  });
  const forecast = { forecasts, services, today, lookups: asks ? lookups : [] };
  // The days that a disk has left depend on the sizes of its plan.
  if (!asks || isMissing) return forecast;
  const wanted = new Set([...services.filter(alsoOf), ...dueMeasurements(services, forecasts, today)]);
  return { ...forecast, lookups: [...lookups, ...usageOf(forecast, [...wanted], done, most)] };
};

/**
 * Lookups about services that are nearly full, or that budgets leave without money, so that their disks do not grow: only
 * usage shows when they are full. Each is measured once a day, longest unmeasured first; the next run measures the rest.
 */
export const fullLookups = (
  forecast: RunForecast,
  filling: readonly ServiceName[],
  done: DoneLookups,
  most = mostMeasured,
): Lookup[] => {
  const keys = new Set(filling.map(serviceKey));
  const lastDay = (service: ServiceMaximum) => forecast.forecasts.measuredDay(service) ?? -1;
  const concerned = forecast.services
    .filter(({ project, name }) => keys.has(serviceKey({ project, service: name })))
    .sort((a, b) => lastDay(a) - lastDay(b));
  return usageOf(forecast, concerned, done, most);
};
