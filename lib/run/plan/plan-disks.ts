import type { PlanKey } from '../../core/model/model.ts';
import { planKeyText } from '../../core/service/floor.ts';
import type { PlanSpecification, PlatformPorts, Store } from '../../ports.ts';
import { cachedForADay, readCached, unreadable } from '../store/day-cache.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';

/** Disks of service plans in MB, by `planKeyText`; null if unknown. */
export interface PlanSizes {
  readonly planDiskMb: ReadonlyMap<string, number | null>;
  readonly planCapMb: ReadonlyMap<string, number | null>;
  /** Plans whose request failed; the next run retries. */
  readonly unreadPlans: ReadonlySet<string>;
}

/**
 * Included disk of each service plan, and the largest disk that dynamic sizing allows. A plan that cannot be read affects
 * only its own services.
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

/** Included disks of plans from the cache, of any age, because plans rarely change. Makes no calls. */
export const cachedPlanDisks = async (
  store: Store,
  wanted: readonly PlanKey[],
): Promise<Map<string, number | null>> => {
  const disks = new Map<string, number | null>();
  await inBatches(wanted, async ({ serviceType, plan }) => {
    const cached = await readCached<PlanSpecification | null>(store, keys.planDisk(serviceType, plan));
    if (cached !== undefined) disks.set(planKeyText(serviceType, plan), cached.answer?.diskMb ?? null);
  });
  return disks;
};
