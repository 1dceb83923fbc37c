import type { HeldMaximum, Snapshot } from '../model/model.ts';
import type { ForecastService, Forecasts } from './forecasts.ts';

/** A service with the maximum that its autoscaler has now; null when it has no autoscaler. */
export interface LimitedService extends ForecastService {
  readonly maximum: HeldMaximum | null;
}

/** Every service with the maximum that holds for it: the first of its integrations that leads to a known endpoint. */
export const limitedServices = (snapshots: readonly Snapshot[]): LimitedService[] =>
  snapshots.flatMap(({ project, services, endpoints }) => {
    const byId = new Map(endpoints.map(({ id, maximum }) => [id, maximum]));
    return services.map(({ name, type, plan, diskMb, integrations }) => {
      const held = integrations.map(({ endpointId }) => byId.get(endpointId)).find((maximum) => maximum !== undefined);
      return { project, name, type, plan, diskMb, maximum: held ?? null };
    });
  });

/** What is left below the limit, as a share of it, from which on the maximum is near. */
const nearShare = 0.2;
/** The same of a disk that grew lately: it grows in steps, of which a few may follow each other within days. */
const nearShareOfGrowing = 0.4;
const nearDays = 30;

/**
 * Services near their maximum (within a fifth of it, two fifths where the disk grew lately, or with it in reach within 30 days), the most urgent ones first: of
 * these it is worth knowing what they use. Those that stand at it already are beyond forecasting.
 */
export const nearMaximum = (services: readonly LimitedService[], forecasts: Forecasts): LimitedService[] =>
  services
    .flatMap((service) => {
      const { diskMb, maximum } = service;
      const limitMb = forecasts.limitMb(service, maximum);
      if (diskMb === null || limitMb === null || diskMb >= limitMb) return [];
      const made = forecasts.of(service, maximum);
      const days = (made.kind === 'known' ? made.soonestDaysToMaximum : null) ?? Number.MAX_SAFE_INTEGER;
      const left = (limitMb - diskMb) / limitMb;
      const grew = forecasts.expect(service).provisioned?.growth.moved === true;
      const isNear = left <= (grew ? nearShareOfGrowing : nearShare) || days <= nearDays;
      return isNear ? [{ service, days, left }] : [];
    })
    .sort((a, b) => a.days - b.days || a.left - b.left)
    .map(({ service }) => service);
