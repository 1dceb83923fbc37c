import { StoreConflict } from '../../contract/errors.ts';
import type { ObjectStore, Store } from '../../ports.ts';
import { withLogs } from './logs.ts';

/** Every folder that a key lies in, the whole store first: `a/b/c` lies in ``, `a/` and `a/b/`. */
const foldersOf = (key: string): string[] => [
  '',
  ...[...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1)),
];

/** Keys by folder, so that listing one takes time in proportion to what lies in it, as with the real ones. */
const createFolders = () => {
  const folders = new Map<string, Set<string>>();
  return {
    add: (key: string) => {
      for (const folder of foldersOf(key)) {
        const keys = folders.get(folder);
        if (keys === undefined) folders.set(folder, new Set([key]));
        else keys.add(key);
      }
    },
    remove: (key: string) => {
      for (const folder of foldersOf(key)) folders.get(folder)?.delete(key);
    },
    list: (prefix: string): string[] =>
      [...(folders.get(prefix.slice(0, prefix.lastIndexOf('/') + 1)) ?? [])].filter((key) => key.startsWith(prefix)),
  };
};

/** Objects in memory, for one process, with no logs among them. */
export const createMemoryObjects = (): ObjectStore => {
  const objects = new Map<string, { body: string; version: string }>();
  const folders = createFolders();
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
      if (there === undefined) folders.add(key);
    },
    list: async (prefix) => folders.list(prefix).sort(),
    delete: async (key) => {
      if (objects.delete(key)) folders.remove(key);
    },
  };
};

/** A store in memory, for one process. */
export const createMemoryStore = (): Store => withLogs(createMemoryObjects());
