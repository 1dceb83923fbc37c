import { formerFolderOf, formerKeyOf } from '../../contract/former-keys.ts';
import type { Store, StoredObject } from '../../ports.ts';

/** Objects under former keys, by their folder, as a process found them: nothing adds to them once this version runs. */
const found = new WeakMap<Store, Map<string, Promise<ReadonlySet<string>>>>();

/** Lists a folder once in a process: a request for each missing object would cost as much as the object itself. */
const formerObjects = async (store: Store, folder: string): Promise<ReadonlySet<string>> => {
  const folders = found.get(store) ?? new Map<string, Promise<ReadonlySet<string>>>();
  found.set(store, folders);
  const listed = folders.get(folder) ?? store.list(folder).then((keys) => new Set(keys));
  folders.set(folder, listed);
  try {
    return await listed;
  } catch (error) {
    folders.delete(folder);
    throw error;
  }
};

/**
 * Gets an object. An object that the previous version stored under a former key is first moved to its current key, unless
 * that key exists. Concurrent readers are safe: the later one finds the object already moved.
 */
export const getStored = async (store: Store, key: string): Promise<StoredObject | undefined> => {
  const stored = await store.get(key);
  const former = formerKeyOf(key);
  if (stored !== undefined || former === undefined) return stored;
  const folder = formerFolderOf(former);
  if (folder !== undefined && !(await formerObjects(store, folder)).has(former)) return undefined;
  // Another reader may have moved it since.
  if ((await store.get(former)) === undefined) return store.get(key);
  await store.move(former, key);
  return store.get(key);
};
