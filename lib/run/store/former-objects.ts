import { formerKeyOf } from '../../contract/former-keys.ts';
import type { Store, StoredObject } from '../../ports.ts';

/**
 * Gets an object. One that the version before stored under a former key is moved to its key of today first, unless an
 * object is there already. Several readers may do so at the same time: the one that is late finds it moved.
 */
export const getStored = async (store: Store, key: string): Promise<StoredObject | undefined> => {
  const stored = await store.get(key);
  const former = formerKeyOf(key);
  if (stored !== undefined || former === undefined || (await store.get(former)) === undefined) return stored;
  await store.move(former, key);
  return store.get(key);
};
