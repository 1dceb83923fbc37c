/**
 * The one place where a maximum is turned into the platform's `user_config` and back. Inside Headroom there is only
 * `maxAdditionalGb`, whole GB (spec.md §2.1).
 */

/** `endpoint_type` of a disk autoscaler endpoint (spec.md §2.1). */
export const endpointType = 'disk_storage';

/** `integration_type` that ties a service to such an endpoint (spec.md §2.2). */
export const integrationType = 'autoscaler';

/** Body of `user_config` for a maximum: a string of gigabytes below `autoscaler` (spec.md §2.1). */
export const maximumToWire = (maxAdditionalGb: number) => ({
  autoscaler: { max_additional_storage: String(maxAdditionalGb) },
});

/**
 * Maximum in GB out of a `user_config`; also reads the client form with the key at the top level (spec.md §2.1).
 * @returns null when it holds no whole, non-negative number.
 */
export const maximumFromWire = (userConfig: Readonly<Record<string, unknown>> | null | undefined): number | null => {
  const nested = userConfig?.autoscaler;
  const holder = typeof nested === 'object' && nested !== null ? nested : userConfig;
  const value = (holder as Record<string, unknown> | null | undefined)?.max_additional_storage;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
};
