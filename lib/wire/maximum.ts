import type { HeldMaximum, Maximum, MaximumKind } from '../core/model/model.ts';

/**
 * The only conversion between a maximum and its wire format. There are two profiles: in the
 * documented one a maximum is storage beyond the plan (spec.md §2.1 max_additional_storage); on today's live
 * platform it is the whole disk (pf 1.1). Every number carries the kind that it
 * counts.
 */

/**
 * `endpoint_type` of an endpoint with a maximum, by its kind (spec.md §2.1 endpoint_type; pf
 * 1.1).
 */
export const endpointTypes = { additional: 'disk_storage', total: 'autoscaler' } as const;

/** Kind of maximum of an endpoint type; undefined for endpoints without a maximum. */
export const kindOfEndpointType = (endpointType: string): MaximumKind | undefined => {
  if (endpointType === endpointTypes.additional) return 'additional';
  return endpointType === endpointTypes.total ? 'total' : undefined;
};

/** `integration_type` that attaches a service to such an endpoint, in both profiles (spec.md §2.2 integration_type). */
export const integrationType = 'autoscaler';

/** `type` of an item of `user_config.autoscaling` that limits the disk (pf 1.4). */
export const diskItemType = 'autoscale_disk';

/** `user_config` of an endpoint with this maximum (spec.md §2.1 user_config). */
export const maximumToWire = ({ kind, gb }: Maximum): Record<string, unknown> =>
  kind === 'additional'
    ? { autoscaler: { max_additional_storage: String(gb) } }
    : { autoscaling: [{ type: diskItemType, cap_gb: gb }] };

type UserConfig = Readonly<Record<string, unknown>> | null | undefined;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Also reads the client form with the key at the top level (spec.md §2.1 client form). */
const additionalFromWire = (userConfig: UserConfig): number | null => {
  const nested = userConfig?.autoscaler;
  const value = (isObject(nested) ? nested : userConfig)?.max_additional_storage;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
};

/** The smallest of several maximums, because each one limits the disk. Items of other types are ignored. */
const totalFromWire = (userConfig: UserConfig): number | null => {
  const items: unknown = userConfig?.autoscaling;
  if (!Array.isArray(items)) return null;
  const maximums = items.filter((item) => isObject(item) && item.type === diskItemType).map((item) => item.cap_gb);
  const areNumbers = maximums.length > 0 && maximums.every((gb) => Number.isSafeInteger(gb) && gb >= 0);
  return areNumbers ? Math.min(...maximums) : null;
};

/** The maximum in the `user_config` of an endpoint of that kind; null unless it is a non-negative whole number. */
export const maximumFromWire = (kind: MaximumKind, userConfig: UserConfig): HeldMaximum => ({
  kind,
  gb: kind === 'additional' ? additionalFromWire(userConfig) : totalFromWire(userConfig),
});

/**
 * Integration type, and endpoint type, of the platform's autoscaler of whole services: it changes the plan within bounds by itself
 * (pf 2.15).
 */
export const planAutoscalerType = 'autoscaler_service';
