import type { Store } from '../../ports.ts';

/** A store that only answers: reading may otherwise keep a copy of a damaged object, and pages write nothing. */
export const readOnly = (store: Store): Store => ({
  ...store,
  put: async () => undefined,
  delete: async () => undefined,
  append: async () => undefined,
});
