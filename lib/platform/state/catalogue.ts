import { mbPerGb } from '../../core/model/sizes.ts';
import type { Plan, PlatformState, Price, Service } from './state.ts';

/** Plan and price lookups for a service, all pure. */

export const planKey = (type: string, plan: string) => `${type}/${plan}`;
export const priceKey = (type: string, plan: string, cloud: string) => `${type}/${plan}/${cloud}`;

type Placed = Pick<Service, 'type' | 'plan' | 'cloud'>;

export const planOf = (state: PlatformState, { type, plan }: Pick<Service, 'type' | 'plan'>): Plan | undefined =>
  state.plans.get(planKey(type, plan));

export const priceOf = (state: PlatformState, { type, plan, cloud }: Placed): Price | undefined =>
  state.prices.get(priceKey(type, plan, cloud));

/** Limits of dynamic disk sizing, in MB. */
interface Sizing {
  readonly planMb: number;
  readonly capMb: number;
  readonly stepMb: number;
}

/**
 * Undefined without dynamic disk sizing: the plan must have it, and the cloud must have a price for additional storage
 * (§1.7 dynamic sizing; pf 2.8).
 */
export const sizingOf = (state: PlatformState, placed: Placed): Sizing | undefined => {
  const plan = planOf(state, placed);
  if (plan?.capGb === undefined || plan.stepGb === undefined || !plan.dynamicSizing) return undefined;
  if (priceOf(state, placed)?.additionalGb === undefined) return undefined;
  return { planMb: plan.diskGb * mbPerGb, capMb: plan.capGb * mbPerGb, stepMb: plan.stepGb * mbPerGb };
};

/** Largest thread pool: twice the CPUs of a node; undefined for unknown plans. */
export const maxThreads = (state: PlatformState, service: Pick<Service, 'type' | 'plan'>): number | undefined => {
  const cpus = planOf(state, service)?.nodeCpuCount;
  return cpus === undefined ? undefined : 2 * cpus;
};

/** Disk beyond the plan, in MB; 0 for a plan that the scenario does not describe. */
export const additionalMb = (state: PlatformState, service: Service): number => {
  const plan = planOf(state, service);
  return plan === undefined ? 0 : Math.max(0, service.diskMb - plan.diskGb * mbPerGb);
};
