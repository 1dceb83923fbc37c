import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import type { ObjectStore, PutCondition } from '../ports.ts';

/** No object ever has this version, and no store has an object under this key. */
const impossible = { ifVersion: '"0"' };
const absent = { ifAbsent: true } as const;
const probe = 'conditional-writes';

/**
 * A store whose first conditional write proves that the host keeps conditions: one that ignores them would let two runs
 * take the lease at once. The proof is writes that a correct host refuses, after one that it accepts, whose object is deleted again.
 * @param name the store, for the error
 */
export const withProvenConditions = (store: ObjectStore, name: string): ObjectStore => {
  const isRefused = async (condition: PutCondition): Promise<boolean> => {
    try {
      await store.put(probe, 'a probe', condition);
      return false;
    } catch (error) {
      if (error instanceof StoreConflict) return true;
      throw error;
    }
  };
  /** The header that the host ignores; undefined if it keeps both. */
  const ignored = async (): Promise<string | undefined> => {
    if (!(await isRefused(impossible))) return 'If-Match';
    // Refused at once if another process proves it at this moment, or died while it did.
    if (await isRefused(absent)) return undefined;
    return (await isRefused(absent)) ? '' : 'If-None-Match';
  };
  const prove = async (): Promise<void> => {
    const header = await ignored();
    if (header === undefined) return;
    await store.delete(probe);
    if (header === '') return;
    throw new StoreUnavailable(
      `the host of ${name} ignores ${header}, so two runs could write at once; use a host with conditional writes, or a directory`,
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
