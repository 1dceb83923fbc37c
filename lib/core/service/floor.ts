import type { MaximumKind, PlanKey, Service } from '../model/model.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';

/** Own disk of service plans in MB, by `planKeyText`; null when the platform does not report it. */
export type PlanDisks = ReadonlyMap<string, number | null>;

/** Key of a service type and plan in `PlanDisks`. */
export const planKeyText = (serviceType: string, plan: string): string => `${serviceType}/${plan}`;

/** Whether the platform can be asked about the plan of a service: not for an invalid record without its name. */
export const hasPlanName = ({ type, plan }: Pick<Service, 'type' | 'plan'>): boolean => type !== '' && plan !== '';

/** Disks of one plan in MB: null where the platform does not report it, undefined before it is read. */
export interface PlanSizes {
  /** The plan's own disk. */
  readonly planDiskMb: number | null | undefined;
  /** Its largest disk (`disk_space_cap_mb`). */
  readonly capMb: number | null | undefined;
  /** The step between two sizes of a disk. */
  readonly stepMb?: number | null | undefined;
}

/** The same of many plans, by `planKeyText`; a map is absent where nothing needs it. */
interface SizesOfPlans {
  readonly planDiskMb: PlanDisks;
  readonly planCapMb?: PlanDisks;
  readonly planStepMb?: PlanDisks;
}

/** Lookup of the disks of a service's plan. The own disk of a plan without a name stays unknown. */
export const planSizesIn =
  ({ planDiskMb, planCapMb, planStepMb }: SizesOfPlans) =>
  (service: Pick<Service, 'type' | 'plan'>): PlanSizes => {
    const key = planKeyText(service.type, service.plan);
    const ownMb = hasPlanName(service) ? planDiskMb.get(key) : null;
    return { planDiskMb: ownMb, capMb: planCapMb?.get(key), stepMb: planStepMb?.get(key) };
  };

/** Whether a maximum may be set, or why not. */
type Floor =
  | { readonly kind: 'clear' }
  | { readonly kind: 'above'; readonly gb: number }
  | { readonly kind: 'ask'; readonly key: PlanKey }
  | { readonly kind: 'unknown'; readonly code: 'plan-unknown' | 'disk-unknown'; readonly message: string };

/**
 * Provisioned additional storage in whole GB, the lower limit of a maximum. A total counts a begun GB of the plan's own
 * disk as a whole one, so that GB is not counted again as additional.
 */
const provisionedGb = (diskMb: number, planDiskMb: number, kind: MaximumKind): number =>
  Math.max(0, kind === 'total' ? wholeGb(diskMb) - wholeGb(planDiskMb) : wholeGb(diskMb - planDiskMb));

/** Provisioned additional storage of a service in whole GB; null when unknown. */
export const provisionedAdditionalGb = (
  { diskMb }: Service,
  planDiskMb: number | null,
  kind: MaximumKind,
): number | null => (diskMb === null || planDiskMb === null ? null : provisionedGb(diskMb, planDiskMb, kind));

/**
 * Ensures that no maximum is set below the provisioned storage. Additional storage is the disk beyond the plan's own, in
 * GB rounded up. It never exceeds the whole disk, so a maximum of at least the whole disk needs no plan data.
 * @returns `above` with the provisioned GB when `maximumGb` is below it, `ask` when the plan's disk must be read first
 */
export const floorUnder = (
  project: string,
  service: Service,
  maximumGb: number,
  planDiskMb: PlanSizes['planDiskMb'],
  kind: MaximumKind,
): Floor => {
  const { diskMb, type, plan } = service;
  if (diskMb === null) {
    const message = `The platform does not report the disk size, so a maximum of ${maximumGb} GB could be below the provisioned storage; not changed.`;
    return { kind: 'unknown', code: 'disk-unknown', message };
  }
  if (diskMb <= maximumGb * mbPerGb) return { kind: 'clear' };
  if (planDiskMb === undefined) return { kind: 'ask', key: { project, serviceType: type, plan } };
  if (planDiskMb === null) {
    const enough = wholeGb(diskMb);
    const message = `The platform does not report the disk size of plan ${plan}, so a maximum of ${maximumGb} GB could be below the provisioned storage; not changed. A maximum of at least ${enough} GB can be set.`;
    return { kind: 'unknown', code: 'plan-unknown', message };
  }
  const gb = provisionedGb(diskMb, planDiskMb, kind);
  return gb > maximumGb ? { kind: 'above', gb } : { kind: 'clear' };
};
