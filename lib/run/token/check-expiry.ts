import { PlatformError, PlatformUnauthorized, SecretUnavailable } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { endOf, expiresSoon } from '../../core/token/expiry.ts';
import type { KnownToken } from '../../core/token/rotation.ts';
import type { PlatformPorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';
import type { TokenExpiry } from '../store/schemas/memory.ts';

/** What the platform says of a token; `unusable` while only others work; undefined if it does not show the token. */
type Seen = KnownToken | 'unusable' | undefined;

/** Other calls report a platform in trouble, and the only token that does not work. */
const lookAt = async (read: () => Promise<KnownToken | undefined>, hasOthers: boolean): Promise<Seen> => {
  try {
    return await read();
  } catch (error) {
    const isUnusable = error instanceof PlatformUnauthorized || error instanceof SecretUnavailable;
    if (hasOthers && isUnusable) return 'unusable';
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
};

/**
 * Notes in the store, for `headroom status`, when the tokens in use end. A platform that shows no token leaves the last note as
 * it is.
 * @returns whether a token ends soon, or is missing or refused while others work
 * @throws OutOfTime, SecretUnavailable, StoreUnavailable
 */
export const checkExpiry = async ({ platform, store, clock }: PlatformPorts): Promise<boolean> => {
  const { ownTokens } = platform;
  const seen: Seen[] = [];
  for (const read of ownTokens) seen.push(await lookAt(read, ownTokens.length > 1));
  if (seen.every((token) => token === undefined)) return false;
  const nowMs = clock.now();
  const checkedAt = isoInstant(nowMs);
  // The clock of the platform decides how much time is left.
  const platformMs = Date.parse(platform.lastAnswerAt() ?? checkedAt);
  const ends = seen.map((token) => (typeof token === 'object' ? endOf(token) : null));
  const [first = { expiresAt: null, lifetimeMs: null }, ...others] = ends.map((end, index) => ({
    expiresAt: end && isoInstant(nowMs + end.expiresMs - platformMs),
    lifetimeMs: end?.lifetimeMs ?? null,
    ...(seen[index] === 'unusable' && { unusable: true }),
  }));
  const note: TokenExpiry = { checkedAt, ...first, ...(others.length > 0 && { others }) };
  await writeObject(store, keys.tokenExpiry, note);
  return seen.includes('unusable') || ends.some((end) => end !== null && expiresSoon(end, platformMs));
};
