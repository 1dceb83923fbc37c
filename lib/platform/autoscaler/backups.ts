import { dayMs, hourMs, minuteMs } from '../../core/model/durations.ts';
import type { Service } from '../state/state.ts';
import { usedMbBefore } from './usage.ts';

/** Backups of a service: the first one soon after its creation, then one each night. */

/** How long a new service takes to its first backup. */
const firstAfterMs = 5 * minuteMs;
/** The time of the nightly backup, in UTC. */
const nightlyMs = hourMs;
/** How many backups the platform keeps; the backup settings of every plan say so. */
export const keptBackups = 2;

/** These keep their data in replicas, or keep none. */
const withoutBackups = new Set(['flink', 'kafka', 'kafka_connect', 'kafka_mirrormaker']);

/** The moments of the backups that are kept, newest first. A service that is off gets none. */
export const backupTimes = (service: Service, nowMs: number): number[] => {
  if (withoutBackups.has(service.type)) return [];
  const firstMs = service.createdMs + firstAfterMs;
  const lastMs = service.state === 'POWEROFF' ? service.updatedMs : nowMs;
  const newestNightMs = Math.floor((lastMs - nightlyMs) / dayMs) * dayMs + nightlyMs;
  const nights = Array.from({ length: keptBackups }, (_, night) => newestNightMs - night * dayMs);
  return [...nights.filter((atMs) => atMs > firstMs), firstMs].filter((atMs) => atMs <= lastMs).slice(0, keptBackups);
};

const bytesPerMb = 1024 * 1024;

/** `backup-20260302t080500z` */
const nameOf = (time: string): string => `backup-${time.toLowerCase().replaceAll(/[-:]/g, '')}`;

/** The records of the backups that are kept, oldest first. */
export const backupsOf = (service: Service, nowMs: number) =>
  backupTimes(service, nowMs)
    .reverse()
    .map((atMs) => {
      const time = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
      return {
        backup_name: nameOf(time),
        backup_time: time,
        data_size: usedMbBefore(service, atMs) * bytesPerMb,
        storage_location: service.cloud,
        additional_regions: [],
      };
    });
