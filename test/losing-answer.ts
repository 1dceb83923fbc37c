import type { Store } from '../lib/ports.ts';

/** A store that takes the first write and loses its answer, so that the request is repeated and meets its own write. */
export const losingFirstAnswer = (store: Store): Store => {
  let isFirst = true;
  return {
    ...store,
    put: async (key, body, condition) => {
      await store.put(key, body, condition);
      if (!isFirst) return;
      isFirst = false;
      await store.put(key, body, condition);
    },
  };
};
