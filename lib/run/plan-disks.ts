import { PlatformError, PlatformUnauthorized } from '../contract/errors.ts';
import type { PlanKey } from '../core/model.ts';
import type { Clock, Platform, Store } from '../ports.ts';
import { keys, readObject, writeObject } from './objects.ts';

const freshMs = 24 * 60 * 60 * 1000;

interface KeptPlanDisk {
  readonly askedAt: string;
  readonly diskMb: number | null;
}

/** One plan that cannot be read must not stop the services of all others; it is asked again in the next run. */
const askPlan = async (platform: Platform, project: string, serviceType: string, plan: string) => {
  try {
    return await platform.planSpecification(project, serviceType, plan);
  } catch (error) {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return 'unreadable';
    throw error;
  }
};

/**
 * Own disk of each service plan in MB, by `type/plan`; null where the platform does not describe the plan
 * or cannot be asked for it. Answers are
 * kept in the store for a day, so that a pass with nothing to do asks for none.
 */
export const planDisks = async (
  ports: { readonly platform: Platform; readonly store: Store; readonly clock: Clock },
  wanted: readonly PlanKey[],
): Promise<Map<string, number | null>> => {
  const known = new Map<string, number | null>();
  for (const { project, serviceType, plan } of wanted) {
    const name = `${serviceType}/${plan}`;
    if (known.has(name)) continue;
    const key = keys.planDisk(serviceType, plan);
    const kept = await readObject<KeptPlanDisk>(ports.store, key);
    if (kept !== undefined && ports.clock.now() - Date.parse(kept.askedAt) < freshMs) {
      known.set(name, kept.diskMb);
      continue;
    }
    const specification = await askPlan(ports.platform, project, serviceType, plan);
    if (specification === 'unreadable') {
      known.set(name, null);
      continue;
    }
    const diskMb = specification?.diskMb ?? null;
    const asked: KeptPlanDisk = { askedAt: new Date(ports.clock.now()).toISOString(), diskMb };
    await writeObject(ports.store, key, asked);
    known.set(name, diskMb);
  }
  return known;
};
