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

/** Whether the platform may be asked for what is not kept, and whom it should be asked for besides those near their maximum. */
export interface Asking {
  readonly asks: boolean;
  readonly alsoOf?: (service: LimitedService) => boolean;
}

/** Services that are measured in one run at most, so that it stays within its time and the calls a minute. */
const mostMeasured = 30;
/** Plans whose own disk is asked for in one run at most; the others are asked for in the next one. */
const mostPlans = 50;

/** Plans without whose own disk a maximum does not tell how large the disk can get. */
const plansOf = (services: readonly LimitedService[]): PlanKey[] => {
  const plans = new Map<string, PlanKey>();
  for (const { project, type, plan, maximum } of services) {
    if (maximum?.kind === 'additional') plans.set(planKeyText(type, plan), { project, serviceType: type, plan });
  }
  return [...plans.values()];
};

/** Forecasts of a run, with what they were made from. */
export interface Foresight {
  readonly forecasts: Forecasts;
  readonly madeFrom: Omit<ForecastsInput, 'services'> & { readonly services: readonly LimitedService[] };
  /** How many more services may be measured in this run. */
  readonly left: number;
}

/** Measures as many of these services as are left to be in this run, and makes the forecasts anew. */
const measured = async (
  ports: PlatformPorts,
  { forecasts, madeFrom, left }: Foresight,
  services: readonly LimitedService[],
): Promise<Foresight> => {
  const unmeasured = services.filter((service) => forecasts.measuredDay(service) !== madeFrom.today).slice(0, left);
  if (unmeasured.length === 0) return { forecasts, madeFrom, left };
  const histories = await measureUsage(ports, unmeasured, madeFrom.histories);
  const again = { ...madeFrom, histories };
  return { forecasts: makeForecasts(again), madeFrom: again, left: left - unmeasured.length };
};

/**
 * Forecasts for every service of the snapshots, from the histories in the store. A pass that may not ask makes do with
 * what is kept of plans and use, so that it costs no call (design §9); one that may asks, once a day and service, what
 * those near their maximum use.
 * @throws PlatformUnauthorized
 */
export const forecastServices = async (
  ports: PlatformPorts,
  snapshots: readonly Snapshot[],
  { asks, alsoOf = () => false }: Asking,
): Promise<Foresight> => {
  const today = dayOf(ports.clock.now());
  const services = limitedServices(snapshots);
  const projects = snapshots.map(({ project }) => ({ name: project }));
  const histories = await readHistories(ports.store, projects);
  const plans = plansOf(services);
  const kept = await cachedPlanDisks(ports.store, plans);
  const made = (planDiskMb: PlanDisks): Foresight => {
    const madeFrom = { histories, services, planDiskMb, today };
    return { forecasts: makeForecasts(madeFrom), madeFrom, left: mostMeasured };
  };
  if (!asks) return made(kept);
  const asked = await planDisks(ports, plans.slice(0, mostPlans));
  const before = made(new Map([...kept, ...[...asked.planDiskMb].filter(([, diskMb]) => diskMb !== null)]));
  const wanted = new Set([...services.filter(alsoOf), ...nearMaximum(services, before.forecasts)]);
  return measured(ports, before, [...wanted]);
};

/**
 * The same, once it is known whom budgets leave without room: their disks do not grow, so only what is used tells when they
 * are full. Once a day each, those that were measured longest ago first; what is too much for this run is left to the next.
 * @throws PlatformUnauthorized
 */
export const foreseeStarved = (
  ports: PlatformPorts,
  foresight: Foresight,
  starved: readonly Place[],
): Promise<Foresight> => {
  const { forecasts, madeFrom } = foresight;
  const places = new Set(starved.map(serviceKey));
  const lastDay = (service: LimitedService) => forecasts.measuredDay(service) ?? Number.NEGATIVE_INFINITY;
  const concerned = madeFrom.services
    .filter(({ project, name }) => places.has(serviceKey({ project, service: name })))
    .sort((a, b) => (lastDay(a) === lastDay(b) ? 0 : lastDay(a) - lastDay(b)));
  return measured(ports, foresight, concerned);
};
