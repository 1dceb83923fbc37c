import { type Forecasts, type ForecastsInput, makeForecasts } from '../../core/forecast/forecasts.ts';
import { type LimitedService, limitedServices, nearMaximum } from '../../core/forecast/near-maximum.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import type { PlanKey, Snapshot } from '../../core/model/model.ts';
import { type PlanDisks, planKeyText } from '../../core/service/floor.ts';
import type { Place } from '../../core/service/service-counts.ts';
import type { PlatformPorts } from '../../ports.ts';
import { readHistories } from '../store/histories.ts';
import { measureUsage } from './measure-usage.ts';
import { cachedPlanDisks, planDisks } from './plan-disks.ts';

/** Whether to request missing data from the platform, and for which services besides those near their maximum. */
export interface ForecastRequests {
  readonly asks: boolean;
  readonly alsoOf?: (service: LimitedService) => boolean;
}

/** Services to measure per run, within the time-out and the calls a minute. */
const mostMeasured = 30;
/** Plans to request per run; the next run requests the others. */
const mostPlans = 50;

/** Plans whose disk size is needed to turn a maximum into a total disk size. */
const plansOf = (services: readonly LimitedService[]): PlanKey[] => {
  const plans = new Map<string, PlanKey>();
  for (const { project, type, plan, maximum } of services) {
    if (maximum?.kind === 'additional') plans.set(planKeyText(type, plan), { project, serviceType: type, plan });
  }
  return [...plans.values()];
};

/** Forecasts of a run and their inputs. */
export interface RunForecast {
  readonly forecasts: Forecasts;
  readonly input: Omit<ForecastsInput, 'services'> & { readonly services: readonly LimitedService[] };
  /** Services that this run may still measure. */
  readonly remaining: number;
}

/** Measures these services, up to the limit of the run, and repeats the forecasts. */
const measure = async (
  ports: PlatformPorts,
  { forecasts, input, remaining }: RunForecast,
  services: readonly LimitedService[],
): Promise<RunForecast> => {
  const unmeasured = services.filter((service) => forecasts.measuredDay(service) !== input.today).slice(0, remaining);
  if (unmeasured.length === 0) return { forecasts, input, remaining };
  const histories = await measureUsage(ports, unmeasured, input.histories);
  const again = { ...input, histories };
  return { forecasts: makeForecasts(again), input: again, remaining: remaining - unmeasured.length };
};

/**
 * Forecasts for every service of the snapshots, from the histories in the store. Without `asks` it uses only stored plan
 * sizes and usage and makes no call (design §9); with it, it measures services near their maximum
 * once a day each, and then services that were never measured, whose metrics of a year are their first history.
 * @throws PlatformUnauthorized
 */
export const forecastServices = async (
  ports: PlatformPorts,
  snapshots: readonly Snapshot[],
  { asks, alsoOf = () => false }: ForecastRequests,
): Promise<RunForecast> => {
  const today = dayOf(ports.clock.now());
  const services = limitedServices(snapshots);
  const projects = snapshots.map(({ project }) => ({ name: project }));
  const histories = await readHistories(ports.store, projects);
  const plans = plansOf(services);
  const stored = await cachedPlanDisks(ports.store, plans);
  const forecastWith = (planDiskMb: PlanDisks): RunForecast => {
    const input = { histories, services, planDiskMb, today };
    return { forecasts: makeForecasts(input), input, remaining: mostMeasured };
  };
  if (!asks) return forecastWith(stored);
  const requested = await planDisks(ports, plans.slice(0, mostPlans));
  const before = forecastWith(
    new Map([...stored, ...[...requested.planDiskMb].filter(([, diskMb]) => diskMb !== null)]),
  );
  const isNew = (service: LimitedService) => before.forecasts.measuredDay(service) === null;
  const wanted = new Set([
    ...services.filter(alsoOf),
    ...nearMaximum(services, before.forecasts),
    ...services.filter(isNew),
  ]);
  return measure(ports, before, [...wanted]);
};

/**
 * Forecasts after measuring services that budgets leave without money: their disks do not grow, so only usage shows when
 * they are full. Each is measured once a day, longest unmeasured first; the next run measures the rest.
 * @throws PlatformUnauthorized
 */
export const forecastStarved = (
  ports: PlatformPorts,
  runForecast: RunForecast,
  starved: readonly Place[],
): Promise<RunForecast> => {
  const { forecasts, input } = runForecast;
  const places = new Set(starved.map(serviceKey));
  const lastDay = (service: LimitedService) => forecasts.measuredDay(service) ?? Number.NEGATIVE_INFINITY;
  const concerned = input.services
    .filter(({ project, name }) => places.has(serviceKey({ project, service: name })))
    .sort((a, b) => (lastDay(a) === lastDay(b) ? 0 : lastDay(a) - lastDay(b)));
  return measure(ports, runForecast, concerned);
};
