import { PlatformError, PlatformUnauthorized } from '../../contract/errors.ts';
import type { LimitedService } from '../../core/forecast/near-maximum.ts';
import { dayOf, type ProjectHistory, withReadings } from '../../core/forecast/project-history.ts';
import type { DiskReading, Period, Platform, PlatformPorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';

/**
 * A service that cannot be measured must not stop the forecasts of the others. The attempt is recorded anyway, so that the
 * service does not displace others in every run of the day.
 */
const ask = async (platform: Platform, project: string, service: string, period: Period): Promise<DiskReading[]> => {
  try {
    return await platform.diskUsage(project, service, period);
  } catch (error) {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return [];
    throw error;
  }
};

/** The first time a service is measured, its metrics of a year make up for the history that Headroom does not have yet. */
const periodsFor = (measuredDay: number | null): readonly Period[] =>
  measuredDay === null ? ['year', 'month'] : ['month'];

/**
 * Measures the disk usage of services, one call per service (two the first time), and stores it in the histories of their
 * projects. Services without a history are skipped.
 * @returns the histories with the measurements
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
    const earlier = history?.services.find((service) => service.name === name);
    if (history === undefined || earlier === undefined || diskMb === null) continue;
    const readings: DiskReading[] = [];
    for (const period of periodsFor(earlier.measuredDay))
      readings.push(...(await ask(platform, project, name, period)));
    // The platform's clock dates readings, and it may differ from this one by any amount: their age is what counts.
    const answeredAt = platform.lastAnswerAt();
    const aheadMs = answeredAt === null ? 0 : clock.now() - Date.parse(answeredAt);
    const dated = readings.map(({ timeMs, percent }) => ({ timeMs: timeMs + aheadMs, percent }));
    dated.sort((a, b) => a.timeMs - b.timeMs);
    const fresh = withReadings(history.days, earlier, dated, { day, diskMb });
    const others = history.services.map((service) => (service === earlier ? fresh : service));
    measured.set(project, { ...history, services: others });
    touched.add(project);
  }
  for (const project of touched) await writeObject(store, keys.history(project), measured.get(project));
  return measured;
};

/** Current disk usage of a service in percent, by the newest reading; null without readings. */
export const usedPercentNow = async (platform: Platform, project: string, service: string): Promise<number | null> =>
  (await ask(platform, project, service, 'hour')).at(-1)?.percent ?? null;
