import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import type { ObjectStore } from '../ports.ts';

/** No object ever has this version, and no store has an object under this key. */
const impossible = { ifVersion: '"0"' };
const probe = 'conditional-writes';

/**
 * A store whose first conditional write proves that the host keeps conditions: one that ignores them would let two runs
 * take the lease at once. The proof is one request that a correct host refuses, so it stores nothing.
 * @param name the store, for the error
 */
export const withProvenConditions = (store: ObjectStore, name: string): ObjectStore => {
  const prove = async (): Promise<void> => {
    try {
      await store.put(probe, 'a probe', impossible);
    } catch (error) {
      if (error instanceof StoreConflict) return;
      throw error;
    }
    await store.delete(probe);
    throw new StoreUnavailable(
      `the host of ${name} ignores If-Match, so two runs could write at once; use a host with conditional writes, or a directory`,
    );
  };
  let proof: Promise<void> | undefined;
  return {
    ...store,
    put: async (key, body, condition) => {
      if (condition !== undefined) {
        proof ??= prove();
        try {
          await proof;
        } catch (error) {
          // A host that did not answer proves nothing: the next write asks it again.
          proof = undefined;
          throw error;
        }
      }
      await store.put(key, body, condition);
    },
  };
};
