import { StoreConflict } from '../lib/contract/errors.ts';
import type { Store } from '../lib/ports.ts';

/** A store for tests; held to the same contract as the others. */
export const createMemoryStore = (): Store => {
  const objects = new Map<string, { body: string; version: string }>();
  let writes = 0;
  return {
    get: async (key) => objects.get(key),
    put: async (key, body, condition) => {
      const there = objects.get(key);
      const holds =
        condition === undefined ||
        ('ifAbsent' in condition ? there === undefined : there?.version === condition.ifVersion);
      if (!holds) throw new StoreConflict(`${key} is not as expected`);
      writes += 1;
      objects.set(key, { body, version: String(writes) });
    },
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(),
    delete: async (key) => void objects.delete(key),
  };
};
