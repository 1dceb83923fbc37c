import { PlatformError, PlatformUnauthorized } from '../../contract/errors.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { readObject, writeObject } from './objects.ts';
import type { Kept } from './run-objects.ts';

const freshMs = dayMs;

/** The last answer that was kept under a key, whatever its age; undefined when there is none. */
export const readCached = <T>(store: Store, key: string): Promise<Kept<T> | undefined> =>
  readObject<Kept<T>>(store, key);

/** An answer from the future was noted while the clock was ahead: its age is not known. */
const isFresh = ({ askedAt }: Kept<unknown>, nowMs: number): boolean => {
  const ageMs = nowMs - Date.parse(askedAt);
  return ageMs >= 0 && ageMs < freshMs;
};

/** What could not be asked: it must not stop everything else, and is asked again in the next run. */
export const unreadable = 'unreadable';

/**
 * An answer of the platform that changes rarely: kept in the store for a day, so that a pass with nothing to do asks for
 * none (design §9).
 * @returns `unreadable` when the platform refused or failed; only a refused token ends the task
 */
export const cachedForADay = async <T>(
  { store, clock }: StorePorts,
  key: string,
  ask: () => Promise<T>,
): Promise<T | typeof unreadable> => {
  const kept = await readCached<T>(store, key);
  if (kept !== undefined && isFresh(kept, clock.now())) return kept.answer;
  try {
    const answer = await ask();
    const asked: Kept<T> = { askedAt: isoInstant(clock.now()), answer };
    await writeObject(store, key, asked);
    return answer;
  } catch (error) {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return unreadable;
    throw error;
  }
};
