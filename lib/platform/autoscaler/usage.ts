import { dayMs } from '../../core/model/durations.ts';
import type { Service, UsePeriod } from '../state/state.ts';

/** Disk usage of a service at any moment, in closed form: advancing time costs nothing. */

/** How far back the usage history reaches. */
const historyMs = 366 * dayMs;

/** Growth in whole MB. Days and the remainder are multiplied separately so that every product stays exact. */
const growthMb = (perDay: number, ms: number): number => {
  const days = Math.floor(ms / dayMs);
  return days * perDay + Math.floor(((ms - days * dayMs) * perDay) / dayMs);
};

/** The current usage period: linear growth while the service runs. */
const periodNow = ({ usage, state, growthMbPerDay, diskMb }: Service): UsePeriod => ({
  ...usage,
  growthMbPerDay: state === 'RUNNING' ? growthMbPerDay : 0,
  diskMb,
});

const usedMbIn = (period: UsePeriod, atMs: number): number =>
  Math.min(period.mb + growthMb(period.growthMbPerDay, Math.max(0, atMs - period.sinceMs)), period.diskMb);

/** Used MB at a moment in the current period; a full disk stays full, and only running services write. */
export const usedMbAt = (service: Service, atMs: number): number => usedMbIn(periodNow(service), atMs);

/** The period of any moment, also in the past. */
const periodsOf = (service: Service): ((atMs: number) => UsePeriod) => {
  const now = periodNow(service);
  return (atMs) =>
    atMs >= now.sinceMs
      ? now
      : (service.usedBefore.findLast(({ sinceMs }) => sinceMs <= atMs) ?? service.usedBefore[0] ?? now);
};

/** Used share of the disk in percent at any moment, also in the past; 0 without a disk. */
export const usedPercentsOf = (service: Service): ((atMs: number) => number) => {
  const periodAt = periodsOf(service);
  return (atMs) => {
    const period = periodAt(atMs);
    return period.diskMb === 0 ? 0 : (usedMbIn(period, atMs) * 100) / period.diskMb;
  };
};

/** Used MB at any moment, also in the past. */
export const usedMbBefore = (service: Service, atMs: number): number => usedMbIn(periodsOf(service)(atMs), atMs);

/** First moment at which a running service uses `mb`; Infinity if it never does. */
export const momentOfUse = (service: Service, mb: number): number => {
  const { usage, growthMbPerDay } = service;
  const missing = mb - usage.mb;
  if (missing <= 0) return usage.sinceMs;
  if (growthMbPerDay === 0) return Number.POSITIVE_INFINITY;
  const days = Math.floor(missing / growthMbPerDay);
  const rest = missing - days * growthMbPerDay;
  return usage.sinceMs + days * dayMs + Math.ceil((rest * dayMs) / growthMbPerDay);
};

/** Starts a new usage period. Call it before any change of disk, state or growth. */
export const noteUsage = (service: Service, atMs: number): void => {
  if (atMs > service.usage.sinceMs) {
    const oldest = service.usedBefore.findLastIndex(({ sinceMs }) => sinceMs <= atMs - historyMs);
    service.usedBefore = [...service.usedBefore.slice(Math.max(0, oldest)), periodNow(service)];
  }
  service.usage = { mb: usedMbAt(service, atMs), sinceMs: atMs };
};
