import { PlatformError } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { endOf, expiresSoon } from '../../core/token/expiry.ts';
import type { KnownToken } from '../../core/token/rotation.ts';
import type { PlatformPorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';
import type { TokenExpiry } from '../store/schemas/memory.ts';

/** The token as the platform lists it; undefined if it does not. Other calls report a platform in trouble. */
const lookAt = async (platform: PlatformPorts['platform']): Promise<KnownToken | undefined> => {
  try {
    return await platform.ownToken();
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
};

/**
 * Notes in the store, for `headroom status`, when the token in use ends. A platform that does not show it leaves the last note
 * as it is.
 * @returns whether the token ends soon
 * @throws OutOfTime, SecretUnavailable, StoreUnavailable
 */
export const checkExpiry = async ({ platform, store, clock }: PlatformPorts): Promise<boolean> => {
  const token = await lookAt(platform);
  if (token === undefined) return false;
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
  return end !== null && expiresSoon(end, platformMs);
};
