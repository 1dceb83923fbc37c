import type { PlanKey } from '../../core/model/model.ts';
import { planKeyText } from '../../core/service/floor.ts';
import type { PlanSpecification, PlatformPorts, Store } from '../../ports.ts';
import { cachedForADay, readCached, unreadable } from '../store/day-cache.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';

/** Disks of service plans in MB, by `planKeyText`; null where the platform does not say or cannot be asked. */
export interface PlanSizes {
  readonly planDiskMb: ReadonlyMap<string, number | null>;
  readonly planCapMb: ReadonlyMap<string, number | null>;
  /** Plans that could not be asked for; the next run asks again. */
  readonly unreadPlans: ReadonlySet<string>;
}

/**
 * Own disk of each service plan, and how large the whole disk can get by dynamic sizing. One plan that cannot be read
 * does not stop the services of all others.
 */
export const planDisks = async (ports: PlatformPorts, wanted: readonly PlanKey[]): Promise<PlanSizes> => {
  const planDiskMb = new Map<string, number | null>();
  const planCapMb = new Map<string, number | null>();
  const unreadPlans = new Set<string>();
  for (const { project, serviceType, plan } of wanted) {
    const name = planKeyText(serviceType, plan);
    if (planDiskMb.has(name)) continue;
    const answer = await cachedForADay(
      ports,
      keys.planDisk(serviceType, plan),
      async () => (await ports.platform.planSpecification(project, serviceType, plan)) ?? null,
    );
    if (answer === unreadable) unreadPlans.add(name);
    const specification = answer === unreadable ? null : answer;
    planDiskMb.set(name, specification?.diskMb ?? null);
    planCapMb.set(name, specification?.capMb ?? null);
  }
  return { planDiskMb, planCapMb, unreadPlans };
};

/** Own disks of plans as they were last asked for, however long ago that is: plans hardly ever change. Asks for none. */
export const cachedPlanDisks = async (
  store: Store,
  wanted: readonly PlanKey[],
): Promise<Map<string, number | null>> => {
  const disks = new Map<string, number | null>();
  await inBatches(wanted, async ({ serviceType, plan }) => {
    const kept = await readCached<PlanSpecification | null>(store, keys.planDisk(serviceType, plan));
    if (kept !== undefined) disks.set(planKeyText(serviceType, plan), kept.answer?.diskMb ?? null);
  });
  return disks;
};
