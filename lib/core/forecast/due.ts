import type { HeldMaximum, Snapshot } from '../model/model.ts';
import { heldMaximum } from '../service/maximum.ts';
import { freshDays } from './forecast.ts';
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

/** A measurement is repeated after this part of the days that the disk has left: what changes meanwhile is seen in time. */
const partOfDaysLeft = 4;

/** Days after which a disk is measured again, at least daily and before its measurement is too old for a forecast. */
const intervalOf = (soonest: number | null): number =>
  Math.min(freshDays, Math.max(1, Math.floor((soonest ?? Number.POSITIVE_INFINITY) / partOfDaysLeft)));

/** Below this many days left a disk comes before those that were never measured. */
const urgentDays = 7;

/** Days that a measured disk has left at the earliest; 0 while they are unknown, null for none within a year. */
const soonestOf = (service: ServiceMaximum, forecasts: Forecasts): number | null => {
  const forecast = forecasts.of(service, service.maximum);
  return forecast.kind === 'known' && forecast.basis === 'used' ? forecast.soonestDaysToFull : 0;
};

/** Part of the largest disk that is not provisioned yet; 0 while unknown. */
const roomOf = (service: ServiceMaximum, forecasts: Forecasts): number => {
  const { mb } = forecasts.limitOf(service, service.maximum);
  return mb === null || mb === 0 ? 0 : 1 - (service.diskMb ?? 0) / mb;
};

/**
 * Disks whose use should be measured, the most urgent first: those that were never measured, those whose last measurement is as
 * old as a quarter of the days that they have left, and those that grew since. None is due twice a day.
 * @param today days since 1970, UTC
 */
export const dueMeasurements = (
  services: readonly ServiceMaximum[],
  forecasts: Forecasts,
  today: number,
): ServiceMaximum[] =>
  services
    .flatMap((service) => {
      const day = forecasts.measuredDay(service);
      if (!service.diskMb || day === today) return [];
      if (day === null) return [{ service, rank: urgentDays + roomOf(service, forecasts) }];
      const soonest = soonestOf(service, forecasts);
      const isDue = today - day >= intervalOf(soonest) || forecasts.isResized(service);
      return isDue ? [{ service, rank: soonest ?? Number.MAX_SAFE_INTEGER }] : [];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ service }) => service);
