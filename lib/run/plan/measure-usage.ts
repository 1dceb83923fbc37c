import { PlatformError, PlatformUnauthorized } from '../../contract/errors.ts';
import type { LimitedService } from '../../core/forecast/near-maximum.ts';
import { dayOf, type ProjectHistory, withReadings } from '../../core/forecast/project-history.ts';
import type { DiskReading, Period, Platform, PlatformPorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';

/**
 * One service that cannot be measured must not stop the forecasts of all others. That it was asked is noted all the same,
 * so that it does not take the place of others in every run of the day.
 */
const ask = async (platform: Platform, project: string, service: string, period: Period): Promise<DiskReading[]> => {
  try {
    return await platform.diskUsage(project, service, period);
  } catch (error) {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return [];
    throw error;
  }
};

/**
 * Asks what services used of their disks in the last month, and keeps that in the histories of their projects: one call
 * a service. Services without a history are left out.
 * @returns the histories with what was measured
 */
export const measureUsage = async (
  { platform, store, clock }: PlatformPorts,
  services: readonly LimitedService[],
  histories: ReadonlyMap<string, ProjectHistory>,
): Promise<Map<string, ProjectHistory>> => {
  const measured = new Map(histories);
  const touched = new Set<string>();
  const day = dayOf(clock.now());
  for (const { project, name, diskMb } of services) {
    const history = measured.get(project);
    const own = history?.services.find((service) => service.name === name);
    if (history === undefined || own === undefined || diskMb === null) continue;
    const readings = await ask(platform, project, name, 'month');
    const fresh = withReadings(history.days, own, readings, { day, diskMb });
    const others = history.services.map((service) => (service === own ? fresh : service));
    measured.set(project, { ...history, services: others });
    touched.add(project);
  }
  for (const project of touched) await writeObject(store, keys.history(project), measured.get(project));
  return measured;
};

/** Percent of its disk that a service uses now, by the platform's newest reading; null when there is none. */
export const usedPercentNow = async (platform: Platform, project: string, service: string): Promise<number | null> =>
  (await ask(platform, project, service, 'hour')).at(-1)?.percent ?? null;
