import { dayMs, secondMs } from '../model/durations.ts';
import type { KnownToken } from './rotation.ts';

/** The end of a token. Times are in milliseconds since 1970, all by one clock. */
export interface TokenEnd {
  readonly expiresMs: number;
  /** Time for which it was created, or for which each use renews it; null if unknown. */
  readonly lifetimeMs: number | null;
}

/** The end of a listed token by the platform's clock; null if it never ends, or its end is unknown. */
export const endOf = ({
  maxAgeSeconds,
  createdAt,
  expiresAt,
}: Pick<KnownToken, 'maxAgeSeconds' | 'createdAt' | 'expiresAt'>): TokenEnd | null => {
  const expiresMs = Date.parse(expiresAt ?? '');
  if (Number.isNaN(expiresMs)) return null;
  // Each use may renew the token, so its age says nothing about its lifetime.
  if (maxAgeSeconds !== null) return { expiresMs, lifetimeMs: maxAgeSeconds * secondMs };
  const createdMs = Date.parse(createdAt ?? '');
  return { expiresMs, lifetimeMs: Number.isNaN(createdMs) ? null : expiresMs - createdMs };
};

/** Time in which a person surely acts on an alarm, also over holidays. */
const noticeMs = 14 * dayMs;

/**
 * Whether a token ends soon. A rotation replaces its token after a third of the lifetime, so with less than half of it left a
 * rotation is overdue, however short the lifetime is.
 */
export const expiresSoon = ({ expiresMs, lifetimeMs }: TokenEnd, nowMs: number): boolean =>
  expiresMs - nowMs < Math.min(noticeMs, lifetimeMs === null ? noticeMs : lifetimeMs / 2);
