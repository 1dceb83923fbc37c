import { minuteMs } from '../../core/model/durations.ts';
import { tooManyRequests } from '../protocol/refusal.ts';
import { userIdOf } from '../state/authentication.ts';
import type { PlatformState } from '../state/state.ts';

/** Requests of one minute; the next window starts with the first request after it. */
export interface RateWindow {
  readonly sinceMs: number;
  readonly count: number;
}

export const firstWindow: RateWindow = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 };

const windowMs = minuteMs;

interface Admission {
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

/** The part of a server that its rate limit needs. */
interface Limited {
  readonly state: PlatformState;
  readonly rateLimit: number | undefined;
  readonly realMs: () => number;
  /** By the id of the user; the empty one is for requests without a known token. */
  readonly windows: Map<string, RateWindow>;
}

/** Counts one request of the user that its token belongs to. @throws Refusal 429 beyond the limit */
export const limitRate = (edge: Limited, authorization: string | undefined): void => {
  if (edge.rateLimit === undefined) return;
  const user = userIdOf(authorization, edge.state);
  const { window, waitSeconds } = admit(edge.windows.get(user) ?? firstWindow, edge.rateLimit, edge.realMs());
  edge.windows.set(user, window);
  if (waitSeconds > 0) throw tooManyRequests(edge.rateLimit, waitSeconds, edge.state.behaviour.retryAfter);
};
