import { PlatformError } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { expiresSoon, lifeOf } from '../../core/token/expiry.ts';
import type { KnownToken } from '../../core/token/rotation.ts';
import type { Platform, PlatformPorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';
import type { TokenExpiry } from '../store/schemas/memory.ts';

/** The token in use; undefined if the platform does not show it. Other calls report a platform in trouble. */
const tokenInUse = async (platform: Platform): Promise<KnownToken | undefined> => {
  try {
    return await platform.ownToken();
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
};

/**
 * Notes in the store, for `headroom status`, when the token in use ends. A platform that does not show the token leaves the
 * last note as it is.
 * @returns whether the token ends soon
 * @throws OutOfTime, SecretUnavailable, StoreUnavailable
 */
export const checkExpiry = async ({ platform, store, clock }: PlatformPorts): Promise<boolean> => {
  const token = await tokenInUse(platform);
  if (token === undefined) return false;
  const nowMs = clock.now();
  // The clock of the platform decides how much time is left.
  const platformMs = Date.parse(platform.lastAnswerAt() ?? isoInstant(nowMs));
  const life = lifeOf(token);
  const note: TokenExpiry = {
    checkedAt: isoInstant(nowMs),
    expiresAt: life && isoInstant(nowMs + life.expiresMs - platformMs),
    lifetimeMs: life?.lifetimeMs ?? null,
  };
  await writeObject(store, keys.tokenExpiry, note);
  return life !== null && expiresSoon(life, platformMs);
};
