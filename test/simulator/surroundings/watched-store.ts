import type { Store } from '../../../lib/ports.ts';

/** Remembers what is written, for the laws. */
export const remembering = (store: Store) => {
  let stored = new Map<string, string>();
  return {
    store: {
      ...store,
      put: async (...[key, body, condition]: Parameters<Store['put']>) => {
        await store.put(key, body, condition);
        stored.set(key, body);
      },
      append: async (...[key, record]: Parameters<Store['append']>) => {
        await store.append(key, record);
        stored.set(`${key}/${record.number}`, record.body);
      },
    },
    take: () => {
      const taken = stored;
      stored = new Map();
      return taken;
    },
  };
};

/** Counts the writes to a store, for those who must know whether a person edited anything in it. */
export const counting = (store: Store) => {
  let edits = 0;
  return {
    store: {
      ...store,
      put: (...[key, body, condition]: Parameters<Store['put']>) => {
        edits += 1;
        return store.put(key, body, condition);
      },
    },
    edits: () => edits,
  };
};
