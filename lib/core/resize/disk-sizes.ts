import { thresholdPercent } from '../model/autoscaler.ts';
import type { Service } from '../model/model.ts';
import { type PlanSizes, planKeyText } from '../service/floor.ts';

/** Sizes that the disk of a service can have: the plan's own, and steps beyond it up to the plan's largest, in MB. */
interface DiskSizes {
  readonly planMb: number;
  readonly stepMb: number;
  readonly capMb: number;
}

/** Smallest disk on which so much used space is below the threshold at which the autoscaler grows it. */
export const leastDiskMb = (usedMb: number, serviceType: string): number =>
  Math.floor((usedMb * 100) / thresholdPercent(serviceType)) + 1;

/** The smallest possible disk of at least this size; it may exceed the plan's largest. */
export const steppedUpMb = ({ planMb, stepMb }: DiskSizes, leastMb: number): number =>
  planMb + Math.ceil(Math.max(0, leastMb - planMb) / stepMb) * stepMb;

/** The largest possible disk of at most this size; the plan's own is the smallest. */
export const steppedDownMb = ({ planMb, stepMb }: DiskSizes, mostMb: number): number =>
  planMb + Math.floor(Math.max(0, mostMb - planMb) / stepMb) * stepMb;

interface OfPlan {
  readonly service: Pick<Service, 'type' | 'plan'>;
  readonly sizes: PlanSizes;
}

/** What the platform says of the plan of a service, or which part is unknown, as a clause. */
export const diskSizesOf = ({ service, sizes }: OfPlan): DiskSizes | string => {
  const { planDiskMb: planMb, capMb, stepMb } = sizes;
  const key = planKeyText(service.type, service.plan);
  if (planMb == null) return `the platform does not report the disk of plan ${key}`;
  if (capMb == null) return `the platform reports no dynamic disk sizing for plan ${key}`;
  if (stepMb == null)
    return `the store has no step of disk sizes for plan ${key} yet; a later run of all projects asks for it`;
  return { planMb, capMb, stepMb };
};
