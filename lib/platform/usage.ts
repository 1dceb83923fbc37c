import type { Service } from './world.ts';

/** How much of its disk a service uses at any moment: a closed form, so that passing time costs nothing. */

const dayMs = 86_400_000;

/** Growth in whole MB; days and the rest apart, so that every product stays an exact number. */
const growthMb = (perDay: number, ms: number): number => {
  const days = Math.floor(ms / dayMs);
  return days * perDay + Math.floor(((ms - days * dayMs) * perDay) / dayMs);
};

/** Used MB at a moment; a disk that is full stays full, and only running services write. */
export const usedMbAt = (service: Service, atMs: number): number => {
  const { mb, sinceMs } = service.usage;
  const grown = service.state === 'RUNNING' ? growthMb(service.growthMbPerDay, Math.max(0, atMs - sinceMs)) : 0;
  return Math.min(mb + grown, service.diskMb);
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
  service.usage = { mb: usedMbAt(service, atMs), sinceMs: atMs };
};
