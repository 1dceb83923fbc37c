import { PlatformError } from '../../contract/errors.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { endOf, expiresSoon, type TokenEnd } from '../../core/token/expiry.ts';
import type { ListedToken } from '../../core/token/rotation.ts';
import type { PlatformPorts, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, writeObject } from '../store/objects.ts';
import type { TokenExpiry } from '../store/schemas/memory.ts';

/** The token as the platform lists it; undefined if it does not. Other calls report a platform in trouble. */
const lookAt = async (platform: PlatformPorts['platform']): Promise<ListedToken | undefined> => {
  try {
    return await platform.ownToken();
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
};

/** The token in use as it was last seen. Times are by the clock of the machine that looked. */
export interface TokenSeen {
  readonly checkedAt: string;
  readonly end: TokenEnd | null;
}

/** The token in use as it was last seen; undefined before the first look. */
export const readTokenSeen = async (store: Store): Promise<TokenSeen | undefined> => {
  const noted = await readIfWhole<TokenExpiry>(store, keys.tokenExpiry);
  if (noted === undefined) return undefined;
  const { checkedAt, expiresAt, lifetimeMs } = noted;
  return { checkedAt, end: expiresAt === null ? null : { expiresMs: Date.parse(expiresAt), lifetimeMs } };
};

/**
 * Notes in the store, for `headroom status` and runs, when the token in use ends. A platform that does not show it leaves the last note
 * as it is.
 * @throws OutOfTime, SecretUnavailable, StoreUnavailable
 */
export const checkExpiry = async ({ platform, store, clock }: PlatformPorts): Promise<void> => {
  const token = await lookAt(platform);
  if (token === undefined) return;
  const nowMs = clock.now();
  const checkedAt = isoInstant(nowMs);
  // The clock of the platform decides how much time is left.
  const platformMs = Date.parse(platform.lastAnswerAt() ?? checkedAt);
  const end = endOf(token);
  const note: TokenExpiry = {
    checkedAt,
    expiresAt: end && isoInstant(nowMs + end.expiresMs - platformMs),
    lifetimeMs: end?.lifetimeMs ?? null,
  };
  await writeObject(store, keys.tokenExpiry, note);
};

/** The same once a day, and while the token ends soon each time, so that its end is no news any more once it was replaced. */
export const checkExpiryDaily = async (ports: PlatformPorts): Promise<void> => {
  const seen = await readTokenSeen(ports.store);
  const nowMs = ports.clock.now();
  const isFresh = seen !== undefined && Math.abs(nowMs - Date.parse(seen.checkedAt)) < dayMs;
  if (!isFresh || (seen.end !== null && expiresSoon(seen.end, nowMs))) await checkExpiry(ports);
};
