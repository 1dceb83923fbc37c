import { minuteMs } from '../../core/model/durations.ts';

/** Requests of one minute; the next window starts with the first request after it. */
export interface RateWindow {
  readonly sinceMs: number;
  readonly count: number;
}

export const firstWindow: RateWindow = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 };

const windowMs = minuteMs;

export interface Admission {
  readonly window: RateWindow;
  /** Whole seconds to wait; 0 admits the request. */
  readonly waitSeconds: number;
}

/** Decides on one more request; a limit of 0 admits none. */
export const admit = (window: RateWindow, limit: number, nowMs: number): Admission => {
  const current = nowMs - window.sinceMs >= windowMs ? { sinceMs: nowMs, count: 0 } : window;
  if (current.count >= limit) {
    return { window: current, waitSeconds: Math.max(1, Math.ceil((current.sinceMs + windowMs - nowMs) / 1000)) };
  }
  return { window: { ...current, count: current.count + 1 }, waitSeconds: 0 };
};
