import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { dayMs, inWords, secondMs } from '../model/durations.ts';
import { tokenLevels } from '../model/findings/findings.ts';
import type { ListedToken } from './rotation.ts';

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
}: Pick<ListedToken, 'maxAgeSeconds' | 'createdAt' | 'expiresAt'>): TokenEnd | null => {
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

/** The finding about a token that ends soon, at the level of the time that is left; none for a token that lasts. */
export const endFindings = (end: TokenEnd | null, nowMs: number): Finding[] => {
  if (end === null || !expiresSoon(end, nowMs)) return [];
  const leftMs = end.expiresMs - nowMs;
  const [first, second, third] = tokenLevels;
  const subject = leftMs < dayMs ? third : leftMs < 7 * dayMs ? second : first;
  const when = leftMs <= 0 ? 'has ended' : `ends in ${inWords(leftMs)}`;
  const message = `The token of the platform ${when}. Without one every run fails, and no disk gets more room. Replace it: the line secret of 'headroom status' says how.`;
  return [findingAt(everywhere, 'token-expiring', message, { subject, details: { size: when } })];
};
