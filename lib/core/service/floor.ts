import type { MaximumKind, PlanKey, Service } from '../model/model.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';

/** Own disk of service plans in MB, by `planKeyText`; null when the platform was asked and does not say. */
export type PlanDisks = ReadonlyMap<string, number | null>;

/** Key of a service type and plan in `PlanDisks`. */
export const planKeyText = (serviceType: string, plan: string): string => `${serviceType}/${plan}`;

/** Whether a maximum may be set, or what stands against it. */
export type Floor =
  | { readonly kind: 'clear' }
  | { readonly kind: 'above'; readonly gb: number }
  | { readonly kind: 'ask'; readonly key: PlanKey }
  | { readonly kind: 'unknown'; readonly code: 'plan-unknown' | 'disk-unknown'; readonly message: string };

/**
 * Additional storage that is provisioned, in whole GB: a maximum of the kind must not be below it. A total counts the
 * begun GB of the plan's own disk as a whole one, so that is not counted again as additional.
 */
const provisionedGb = (diskMb: number, planDiskMb: number, kind: MaximumKind): number =>
  Math.max(0, kind === 'total' ? wholeGb(diskMb) - wholeGb(planDiskMb) : wholeGb(diskMb - planDiskMb));

/** Additional storage of a service that is provisioned, in whole GB; null when it cannot be told. */
export const provisionedAdditionalGb = (
  { diskMb }: Service,
  planDiskMb: number | null,
  kind: MaximumKind,
): number | null => (diskMb === null || planDiskMb === null ? null : provisionedGb(diskMb, planDiskMb, kind));

/**
 * Guards the law that no maximum is set below what is provisioned. Additional storage is what goes beyond the plan's own
 * disk, in GB rounded up. As it is never more than the whole disk, a maximum of at least that needs no plan to be asked.
 * @returns `above` with the provisioned GB when `maximumGb` is below it, `ask` when the plan's disk must be known first.
 */
export const floorUnder = (
  project: string,
  service: Service,
  maximumGb: number,
  planDisks: PlanDisks,
  kind: MaximumKind,
): Floor => {
  const { diskMb, type, plan } = service;
  if (diskMb === null) {
    const message = `The platform does not say how large the disk is, so a maximum of ${maximumGb} GB might be below what is provisioned: nothing is changed.`;
    return { kind: 'unknown', code: 'disk-unknown', message };
  }
  if (diskMb <= maximumGb * mbPerGb) return { kind: 'clear' };
  const planDiskMb = planDisks.get(planKeyText(type, plan));
  if (planDiskMb === undefined) return { kind: 'ask', key: { project, serviceType: type, plan } };
  if (planDiskMb === null) {
    const enough = wholeGb(diskMb);
    const message = `The platform does not say how much disk plan ${plan} brings, so a maximum of ${maximumGb} GB might be below what is provisioned: nothing is changed. A maximum of at least ${enough} GB can be set.`;
    return { kind: 'unknown', code: 'plan-unknown', message };
  }
  const gb = provisionedGb(diskMb, planDiskMb, kind);
  return gb > maximumGb ? { kind: 'above', gb } : { kind: 'clear' };
};
