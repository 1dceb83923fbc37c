import { dayMs } from '../../core/model/durations.ts';
import type { Service, UsePeriod } from '../state/state.ts';

/** When a disk was full, in closed form from the usage periods. */
interface FullTime {
  readonly ms: number;
  /** First moment with a full disk; null if there is none. */
  readonly firstMs: number | null;
}

/** First moment at which the usage of a period reaches its disk; Infinity if it never does. */
const fullFrom = ({ mb, sinceMs, growthMbPerDay, diskMb }: UsePeriod): number => {
  const missing = diskMb - mb;
  if (missing <= 0) return sinceMs;
  return growthMbPerDay === 0 ? Number.POSITIVE_INFINITY : sinceMs + Math.ceil((missing * dayMs) / growthMbPerDay);
};

/**
 * How long a service had a full disk between two moments of the past year. A disk without use is not full, and a
 * service that does not run now counts as not running before.
 */
export const fullTimeOf = (service: Service, fromMs: number, toMs: number): FullTime => {
  const { usage, growthMbPerDay, diskMb, usedBefore, state } = service;
  if (state === 'POWEROFF') return { ms: 0, firstMs: null };
  const now: UsePeriod = { ...usage, growthMbPerDay: state === 'RUNNING' ? growthMbPerDay : 0, diskMb };
  const periods = [...usedBefore, now];
  let ms = 0;
  let firstMs: number | null = null;
  for (const [index, period] of periods.entries()) {
    if (period.diskMb === 0) continue;
    const beginMs = Math.max(fromMs, period.sinceMs, fullFrom(period));
    const endMs = Math.min(toMs, periods[index + 1]?.sinceMs ?? toMs);
    if (beginMs >= endMs) continue;
    ms += endMs - beginMs;
    firstMs ??= beginMs;
  }
  return { ms, firstMs };
};
