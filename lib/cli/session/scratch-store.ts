import type { Store } from '../../ports.ts';
import { createMemoryStore } from '../../run/store/memory-store.ts';

/**
 * A store that keeps the objects of one folder in memory. They exist for this process only; everything else is the
 * store's.
 * @param folder prefix of their keys, which ends with a slash
 */
export const withScratchFolder = (store: Store, folder: string): Store => {
  const memory = createMemoryStore();
  const holderOf = (key: string) => (key.startsWith(folder) ? memory : store);
  return {
    get: (key) => holderOf(key).get(key),
    put: (key, body, condition) => holderOf(key).put(key, body, condition),
    list: async (prefix) => {
      if (prefix.startsWith(folder)) return memory.list(prefix);
      const keys = await store.list(prefix);
      return folder.startsWith(prefix) ? [...keys, ...(await memory.list(''))].sort() : keys;
    },
    append: (key, record) => holderOf(key).append(key, record),
    readLog: (key, from) => holderOf(key).readLog(key, from),
    delete: (key) => holderOf(key).delete(key),
  };
};
