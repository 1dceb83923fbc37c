import { groupBy } from '../model/grouping.ts';
import type { Endpoint, HeldMaximum, Integration, Maximum, MaximumKind, Service } from '../model/model.ts';
import { wholeGb } from '../model/sizes.ts';
import { endpointName } from './endpoint-name.ts';
import { type PlanDisks, planKeyText } from './floor.ts';

/** Smallest maximum that an endpoint accepts, in GB, by kind (spec.md §2.1; pf 1.1). */
export const leastGb: Readonly<Record<MaximumKind, number>> = { additional: 0, total: 50 };

/**
 * Converts additional storage to a maximum; a total includes the plan's own disk.
 * @param planDiskMb own disk of the service's plan; only totals need it
 * @returns null for a total while the plan's own disk is unknown
 */
export const maximumOf = (
  kind: MaximumKind,
  additionalGb: number,
  planDiskMb: number | null | undefined,
): Maximum | null => {
  if (kind === 'additional') return { kind, gb: additionalGb };
  return planDiskMb == null ? null : { kind, gb: wholeGb(planDiskMb) + additionalGb };
};

/**
 * Additional storage in GB that a maximum allows: the inverse of `maximumOf`. A total below the plan's own disk allows
 * none.
 * @returns null when the maximum is unreadable, or is a total and the plan's own disk is unknown
 */
export const additionalGbOf = ({ kind, gb }: HeldMaximum, planDiskMb: number | null | undefined): number | null => {
  if (gb === null || kind === 'additional') return gb;
  return planDiskMb == null ? null : Math.max(0, gb - wholeGb(planDiskMb));
};

/** Whether an endpoint has exactly this maximum; maximums of different kinds are never equal. */
export const isSameMaximum = ({ kind, gb }: HeldMaximum, maximum: HeldMaximum): boolean =>
  kind === maximum.kind && gb === maximum.gb;

/**
 * Maximum of the first listed endpoint that a service uses, unreadable where none is listed; null without an autoscaler.
 * @param endpoints by id
 */
export const heldMaximum = (
  integrations: readonly Integration[],
  endpoints: ReadonlyMap<string, Endpoint>,
): HeldMaximum | null => {
  if (integrations.length === 0) return null;
  const listed = integrations.map(({ endpointId }) => endpoints.get(endpointId)).find((each) => each !== undefined);
  return listed?.maximum ?? { kind: 'additional', gb: null };
};

/** An endpoint with its maximum as additional storage. */
export interface MeasuredEndpoint extends Endpoint {
  /** Maximum additional storage in GB; null when unknown. */
  readonly maxAdditionalGb: number | null;
}

/**
 * Converts the maximums of a project's endpoints to additional storage. Converting a total needs the own disk of the plan
 * of its service: the one that the endpoint is named after, or the only one that uses it.
 */
export const measure = (
  services: readonly Service[],
  endpoints: readonly Endpoint[],
  planDisks: PlanDisks,
): MeasuredEndpoint[] => {
  const planOf = new Map(services.map(({ name, type, plan }) => [endpointName(name), planKeyText(type, plan)]));
  const users = groupBy(
    services.flatMap(({ type, plan, integrations }) =>
      [...new Set(integrations.map(({ endpointId }) => endpointId))].map((id) => ({
        id,
        plan: planKeyText(type, plan),
      })),
    ),
    ({ id }) => id,
  );
  const soleUse = (id: string): string | undefined => {
    const [only, another] = users.get(id) ?? [];
    return another === undefined ? only?.plan : undefined;
  };
  return endpoints.map((endpoint) => {
    const planDiskMb = planDisks.get(planOf.get(endpoint.name) ?? soleUse(endpoint.id) ?? '');
    return { ...endpoint, maxAdditionalGb: additionalGbOf(endpoint.maximum, planDiskMb) };
  });
};
