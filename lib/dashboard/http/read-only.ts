import type { Store } from '../../ports.ts';

/** A store that only answers: reading may otherwise keep a copy of a damaged object, and pages write nothing. */
export const readOnly = (store: Store): Store => ({
  get: (key) => store.get(key),
  list: (prefix) => store.list(prefix),
  put: async () => undefined,
  delete: async () => undefined,
  readLog: (key, from) => store.readLog(key, from),
  append: async () => undefined,
});
