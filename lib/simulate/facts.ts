import { minuteMs } from '../core/model/durations.ts';
import { compositeKey } from '../core/model/grouping.ts';
import type { Snapshot } from '../core/model/model.ts';
import { alertsOfProject, type OpenedPlatform, projectsOf } from '../platform/index.ts';

/** A disk that has been nearly full for so long is judged as it will be later: an autoscaler that does not act by then is stuck. */
const settledMinutes = 60;

/** Everything on the platform of a life that moves between two passes. Only Headroom changes anything else. */
interface PlatformFacts {
  /** Sizes of disks in MB, by project and service. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The rest as text: writes, alerts with their age while that can decide, and integrations that do not show yet. */
  readonly others: string;
}

export const platformFacts = ({ edge, requests }: OpenedPlatform): PlatformFacts => {
  const nowMs = edge.clock.nowMs();
  const sizes = new Map<string, number>();
  const others = projectsOf(edge).map((project) => {
    for (const { name, diskMb } of project.services.values()) sizes.set(compositeKey(project.name, name), diskMb);
    return [
      alertsOfProject(project, nowMs).map(({ service_name: service, severity, create_time: since }) => {
        const minutes = Math.floor((nowMs - Date.parse(since)) / minuteMs);
        return [service, severity, since, Math.min(settledMinutes, minutes)];
      }),
      [...project.integrations.values()].map(({ hiddenUntilMs, activeFromMs }) => [
        hiddenUntilMs > nowMs,
        activeFromMs > nowMs,
      ]),
    ];
  });
  return { sizes, others: JSON.stringify([requests().writes, others]) };
};

/** What another reading finds where only disks have grown: the same services, except for those disks. */
export const withSizes = (snapshot: Snapshot, { sizes }: PlatformFacts, now: string): Snapshot => {
  const diskOf = (service: string) => sizes.get(compositeKey(snapshot.project, service));
  const isGrown = snapshot.services.some(({ name, diskMb }) => diskMb !== diskOf(name));
  const services = isGrown
    ? snapshot.services.map((service) =>
        service.diskMb === diskOf(service.name) ? service : { ...service, diskMb: diskOf(service.name) ?? null },
      )
    : snapshot.services;
  return { ...snapshot, services, readAt: now, seenAt: now };
};
