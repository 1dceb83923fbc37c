import { PlatformError, PlatformUnauthorized } from '../../contract/errors.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { readObject, writeObject } from './objects.ts';
import type { CachedAnswer } from './run-objects.ts';

const freshMs = dayMs;

/** The cached answer of a key, of any age; undefined if there is none. */
export const readCached = <T>(store: Store, key: string): Promise<CachedAnswer<T> | undefined> =>
  readObject<CachedAnswer<T>>(store, key);

/** An answer from the future was stored by a clock that was ahead; its age is unknown. */
const isFresh = ({ askedAt }: CachedAnswer<unknown>, nowMs: number): boolean => {
  const ageMs = nowMs - Date.parse(askedAt);
  return ageMs >= 0 && ageMs < freshMs;
};

/** Result of a failed request: it must not stop the rest, and the next run retries it. */
export const unreadable = 'unreadable';

/**
 * A rarely changing answer of the platform, cached in the store for a day, so that an idle pass makes no extra calls
 * (design §9).
 * @returns `unreadable` if the platform refuses or fails; only a rejected token ends the task
 */
export const cachedForADay = async <T>(
  { store, clock }: StorePorts,
  key: string,
  ask: () => Promise<T>,
): Promise<T | typeof unreadable> => {
  const cached = await readCached<T>(store, key);
  if (cached !== undefined && isFresh(cached, clock.now())) return cached.answer;
  try {
    const answer = await ask();
    const fresh: CachedAnswer<T> = { askedAt: isoInstant(clock.now()), answer };
    await writeObject(store, key, fresh);
    return answer;
  } catch (error) {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return unreadable;
    throw error;
  }
};
