import type { HeldMaximum, Service } from '../model/model.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import { neverEligible } from '../policy/eligibility.ts';
import type { PlanSizes } from './floor.ts';

/** What keeps a disk from growing any further. */
export type LimitedBy = 'maximum' | 'plan' | 'maintenance' | 'state' | 'no autoscaler' | 'not eligible';

/** The largest size that a disk can reach without a person, and what limits it. */
export type DiskLimit =
  | { readonly mb: number; readonly by: LimitedBy }
  /** The size of the disk, its maximum or its plan's own disk is unknown: nothing follows, least of all that it has room. */
  | { readonly mb: null; readonly by: null };

/** The facts on which the limit of a disk depends. */
export interface LimitFacts extends Pick<PlanSizes, 'planDiskMb' | 'capMb'> {
  readonly service: Pick<Service, 'type' | 'plan' | 'diskMb'> & Partial<Pick<Service, 'state' | 'refusal'>>;
  /** Maximum of the autoscaler that the service uses, also of other tools; null without an autoscaler. */
  readonly maximum: HeldMaximum | null;
  /** Whether the autoscaler should have grown the disk by now and did not; absent: no. */
  readonly isStuck?: boolean;
}

const unknown: DiskLimit = { mb: null, by: null };

/** Whole disk in MB that a maximum allows; null when unknown. */
const maximumMb = ({ kind, gb }: HeldMaximum, planDiskMb: number | null | undefined): number | null => {
  if (gb === null) return null;
  if (kind === 'total') return gb * mbPerGb;
  return planDiskMb == null ? null : planDiskMb + gb * mbPerGb;
};

const ofAutoscaler = (
  diskMb: number,
  maximum: HeldMaximum,
  { planDiskMb, capMb }: Pick<LimitFacts, 'planDiskMb' | 'capMb'>,
): DiskLimit => {
  const allowedMb = maximumMb(maximum, planDiskMb);
  // At the plan's limit no maximum helps, so it comes first where both are equal.
  const isPlan = capMb != null && (allowedMb === null ? diskMb >= capMb : capMb <= allowedMb);
  if (isPlan) return { mb: Math.max(diskMb, capMb), by: 'plan' };
  return allowedMb === null ? unknown : { mb: Math.max(diskMb, allowedMb), by: 'maximum' };
};

/**
 * The smallest of what limits a disk: the maximum of its autoscaler, the largest disk of its plan, and what the autoscaler
 * can do at present (spec.md §2.1, §8 upper bound; pf 2.8, 2.15). The autoscaler acts only on running
 * services; without one the disk stays as it is.
 */
export const diskLimit = ({ service, maximum, isStuck, ...sizes }: LimitFacts): DiskLimit => {
  const { diskMb, state, refusal } = service;
  if (diskMb === null) return unknown;
  // An autoscaler that someone attached by hand changes nothing there.
  if (neverEligible(service) !== null) return { mb: diskMb, by: 'not eligible' };
  if (maximum === null) return { mb: diskMb, by: refusal === undefined ? 'no autoscaler' : 'not eligible' };
  const limit = ofAutoscaler(diskMb, maximum, sizes);
  if (limit.mb === null || limit.mb <= diskMb) return limit;
  if (state !== undefined && state !== 'RUNNING') return { mb: diskMb, by: 'state' };
  return isStuck === true ? { mb: diskMb, by: 'maintenance' } : limit;
};

/** Whole GB of additional storage that the plan of a service allows; null where that is unknown. */
export const planLimitGb = ({ planDiskMb, capMb }: PlanSizes): number | null =>
  planDiskMb == null || capMb == null ? null : Math.max(0, wholeGb(capMb) - wholeGb(planDiskMb));

/** A maximum of additional storage, in GB, without what the plan cannot give where the platform tells its limit. */
export const withinPlan = (maximumGb: number, sizes: PlanSizes): number =>
  Math.min(maximumGb, planLimitGb(sizes) ?? maximumGb);
