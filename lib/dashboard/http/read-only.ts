import type { Store } from '../../ports.ts';

/** A store that only answers: reading may otherwise move a damaged object aside, and pages write nothing. */
export const readOnly = (store: Store): Store => ({
  get: (key) => store.get(key),
  list: (prefix) => store.list(prefix),
  put: async () => undefined,
  delete: async () => undefined,
  move: async () => undefined,
  readLog: (key, from) => store.readLog(key, from),
  append: async () => undefined,
});
