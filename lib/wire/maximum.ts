import type { HeldMaximum, Maximum, MaximumKind } from '../core/model/model.ts';

/**
 * The one place where a maximum is turned into the words of the wire and back. There are two profiles: the
 * documented one, where a maximum is storage beyond the plan (spec.md §2.1 max_additional_storage), and what the live
 * platform takes today, where it is the whole disk (platform-facts §1.1). Which of the two a number counts goes with it
 * wherever it goes.
 */

/**
 * `endpoint_type` of an endpoint that holds a maximum, by what it counts (spec.md §2.1 endpoint_type; platform-facts
 * §1.1).
 */
export const endpointTypes = { additional: 'disk_storage', total: 'autoscaler' } as const;

/** What the maximum of an endpoint counts; undefined for endpoints that hold none. */
export const kindOfEndpointType = (endpointType: string): MaximumKind | undefined => {
  if (endpointType === endpointTypes.additional) return 'additional';
  return endpointType === endpointTypes.total ? 'total' : undefined;
};

/** `integration_type` that ties a service to such an endpoint, in both profiles (spec.md §2.2 integration_type). */
export const integrationType = 'autoscaler';

/** `type` of an item of `user_config.autoscaling` that limits the disk (platform-facts §1.4). */
export const diskItemType = 'autoscale_disk';

/** `user_config` of an endpoint that is to hold the maximum (spec.md §2.1 user_config). */
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

/** The smallest of several caps: every one of them is a limit. Items of other types limit other things. */
const totalFromWire = (userConfig: UserConfig): number | null => {
  const items: unknown = userConfig?.autoscaling;
  if (!Array.isArray(items)) return null;
  const caps = items.filter((item) => isObject(item) && item.type === diskItemType).map((item) => item.cap_gb);
  const areNumbers = caps.length > 0 && caps.every((cap) => Number.isSafeInteger(cap) && cap >= 0);
  return areNumbers ? Math.min(...caps) : null;
};

/** What the `user_config` of an endpoint of that kind holds; no number when it has none that is whole and not negative. */
export const maximumFromWire = (kind: MaximumKind, userConfig: UserConfig): HeldMaximum => ({
  kind,
  gb: kind === 'additional' ? additionalFromWire(userConfig) : totalFromWire(userConfig),
});
