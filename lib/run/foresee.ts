import { planKeyText } from '../core/floor.ts';
import { type Forecasts, makeForecasts } from '../core/forecasts.ts';
import type { PlanKey, Snapshot } from '../core/model.ts';
import { type LimitedService, limitedServices, nearMaximum } from '../core/near-maximum.ts';
import { dayOf } from '../core/project-history.ts';
import type { Clock, Platform, Store } from '../ports.ts';
import { readHistories } from './histories.ts';
import { measureUsage } from './measure-usage.ts';
import { keptPlanDisks, planDisks } from './plan-disks.ts';

interface ForeseePorts {
  readonly platform: Platform;
  readonly store: Store;
  readonly clock: Clock;
}

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

/**
 * Forecasts for every service of the snapshots, from the histories in the store. A pass that may not ask makes do with
 * what is kept of plans and use, so that it costs no call (design §9); one that may asks, once a day and service, what
 * those near their maximum use.
 * @throws PlatformUnauthorized
 */
export const foresee = async (
  ports: ForeseePorts,
  snapshots: readonly Snapshot[],
  { asks, alsoOf = () => false }: Asking,
): Promise<Forecasts> => {
  const today = dayOf(ports.clock.now());
  const services = limitedServices(snapshots);
  const projects = snapshots.map(({ project }) => ({ name: project }));
  const histories = await readHistories(ports.store, projects);
  const plans = plansOf(services);
  const kept = await keptPlanDisks(ports.store, plans);
  if (!asks) return makeForecasts({ histories, services, planDiskMb: kept, today });
  const asked = await planDisks(ports, plans.slice(0, mostPlans));
  const planDiskMb = new Map([...kept, ...[...asked.planDiskMb].filter(([, diskMb]) => diskMb !== null)]);
  const before = makeForecasts({ histories, services, planDiskMb, today });
  const wanted = new Set([...services.filter(alsoOf), ...nearMaximum(services, before)]);
  const unmeasured = [...wanted].filter((service) => before.measuredDay(service) !== today);
  if (unmeasured.length === 0) return before;
  const measured = await measureUsage(ports, unmeasured.slice(0, mostMeasured), histories);
  return makeForecasts({ histories: measured, services, planDiskMb, today });
};
