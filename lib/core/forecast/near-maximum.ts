import type { HeldMaximum, Snapshot } from '../model/model.ts';
import { heldMaximum } from '../service/maximum.ts';
import type { ForecastService, Forecasts } from './forecasts.ts';

/** A service with the present maximum of its autoscaler; null without an autoscaler. */
export interface ServiceMaximum extends ForecastService {
  readonly maximum: HeldMaximum | null;
}

/** Every service with its maximum (`heldMaximum`). */
export const serviceMaximums = (snapshots: readonly Snapshot[]): ServiceMaximum[] =>
  snapshots.flatMap(({ project, services, endpoints }) => {
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    return services.map(({ name, type, plan, diskMb, integrations }) => {
      return { project, name, type, plan, diskMb, maximum: heldMaximum(integrations, byId) };
    });
  });

/** Remaining share of the limit below which the maximum is near. */
const nearShare = 0.2;
/** As `nearShare`, for a disk that grew recently: several growth steps may follow within days. */
const nearShareOfGrowing = 0.4;
const nearDays = 30;

/**
 * Services near their maximum, the most urgent first: within a fifth of it, within two fifths if the disk grew recently,
 * or forecast to reach it within 30 days. Their use is worth measuring. Services at their maximum are left out.
 */
export const nearMaximum = (services: readonly ServiceMaximum[], forecasts: Forecasts): ServiceMaximum[] =>
  services
    .flatMap((service) => {
      const { diskMb, maximum } = service;
      const { mb: limitMb } = forecasts.limitOf(service, maximum);
      if (maximum === null || diskMb === null || limitMb === null || diskMb >= limitMb) return [];
      const forecast = forecasts.of(service, maximum);
      const days = (forecast.kind === 'known' ? forecast.soonestDaysToMaximum : null) ?? Number.MAX_SAFE_INTEGER;
      const remaining = (limitMb - diskMb) / limitMb;
      const grew = forecasts.expect(service).provisioned?.growth.moved === true;
      const isNear = remaining <= (grew ? nearShareOfGrowing : nearShare) || days <= nearDays;
      return isNear ? [{ service, days, remaining }] : [];
    })
    .sort((a, b) => a.days - b.days || a.remaining - b.remaining)
    .map(({ service }) => service);
