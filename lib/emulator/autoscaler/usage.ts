import { dayMs } from '../../core/model/durations.ts';
import type { Service, UsePeriod } from '../state/state.ts';

/** How much of its disk a service uses at any moment: a closed form, so that passing time costs nothing. */

/** How far back use can be asked for. */
const historyMs = 366 * dayMs;

/** Growth in whole MB; days and the rest apart, so that every product stays an exact number. */
const growthMb = (perDay: number, ms: number): number => {
  const days = Math.floor(ms / dayMs);
  return days * perDay + Math.floor(((ms - days * dayMs) * perDay) / dayMs);
};

/** Use from its last note on: even growth while the service runs. */
const periodNow = ({ usage, state, growthMbPerDay, diskMb }: Service): UsePeriod => ({
  ...usage,
  growthMbPerDay: state === 'RUNNING' ? growthMbPerDay : 0,
  diskMb,
});

const usedMbIn = (period: UsePeriod, atMs: number): number =>
  Math.min(period.mb + growthMb(period.growthMbPerDay, Math.max(0, atMs - period.sinceMs)), period.diskMb);

/** Used MB at a moment from the last note on; a disk that is full stays full, and only running services write. */
export const usedMbAt = (service: Service, atMs: number): number => usedMbIn(periodNow(service), atMs);

/** Share of the disk used at a moment that may be past, in percent; 0 of no disk. */
export const usedPercentAt = (service: Service, atMs: number): number => {
  const now = periodNow(service);
  const period =
    atMs >= now.sinceMs
      ? now
      : (service.usedBefore.findLast(({ sinceMs }) => sinceMs <= atMs) ?? service.usedBefore[0] ?? now);
  return period.diskMb === 0 ? 0 : (usedMbIn(period, atMs) * 100) / period.diskMb;
};

/** First moment at which a running service uses that much; Infinity when it never will. */
export const momentOfUse = (service: Service, mb: number): number => {
  const { usage, growthMbPerDay } = service;
  const missing = mb - usage.mb;
  if (missing <= 0) return usage.sinceMs;
  if (growthMbPerDay === 0) return Number.POSITIVE_INFINITY;
  const days = Math.floor(missing / growthMbPerDay);
  const rest = missing - days * growthMbPerDay;
  return usage.sinceMs + days * dayMs + Math.ceil((rest * dayMs) / growthMbPerDay);
};

/** Notes what is used now; needed before anything that changes disk, state or growth. */
export const noteUsage = (service: Service, atMs: number): void => {
  if (atMs > service.usage.sinceMs) {
    const kept = service.usedBefore.findLastIndex(({ sinceMs }) => sinceMs <= atMs - historyMs);
    service.usedBefore = [...service.usedBefore.slice(Math.max(0, kept)), periodNow(service)];
  }
  service.usage = { mb: usedMbAt(service, atMs), sinceMs: atMs };
};
