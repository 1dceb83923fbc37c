import { formerKeyOf } from '../../contract/former-keys.ts';
import type { Store, StoredObject } from '../../ports.ts';

/**
 * Gets an object. An object that the previous version stored under a former key is first moved to its current key, unless
 * that key exists. Concurrent readers are safe: the later one finds the object already moved.
 */
export const getStored = async (store: Store, key: string): Promise<StoredObject | undefined> => {
  const stored = await store.get(key);
  const former = formerKeyOf(key);
  if (stored !== undefined || former === undefined || (await store.get(former)) === undefined) return stored;
  await store.move(former, key);
  return store.get(key);
};
