import { StoreConflict, StoreUnavailable } from '../../../lib/contract/errors.ts';
import type { Store } from '../../../lib/ports.ts';
import { putIf } from '../../../lib/run/store/conditions.ts';
import type { Faults } from '../engine/faults.ts';
import type { Process } from '../engine/process.ts';

/** The store as one process meets it: anything may be refused, and the answer to a write may get lost. */
export const troubledStore = (store: Store, faults: Faults, process: Process): Store => {
  const met = <T>(work: () => Promise<T>): Promise<T> =>
    process.outside(async () => {
      if (faults.strikes('store-unavailable')) throw new StoreUnavailable('the store gives no answer');
      return work();
    });
  const written = (work: () => Promise<void>) =>
    met(async () => {
      if (faults.strikes('store-full')) throw new StoreUnavailable('no space is left on the device');
      await work();
      if (faults.strikes('store-answer-lost')) throw new StoreUnavailable('the answer to a write was lost');
    });
  /**
   * Another writer stores the same object in other bytes, so that who read it before meets a conflict that is real. It keeps
   * to its version as every writer does: without that it would bring an old text back over one that came in between.
   */
  const rewrite = async (key: string): Promise<void> => {
    const there = await store.get(key);
    if (there !== undefined) await putIf(store, key, `${there.body} `, { ifVersion: there.version });
  };
  return {
    get: (key) => met(() => store.get(key)),
    put: (key, body, condition) =>
      written(async () => {
        const conflictBy = (kind: 'store-conflict' | 'store-conflict-own') => {
          if (condition !== undefined && faults.strikes(kind)) throw new StoreConflict(`${key} is not as expected`);
        };
        conflictBy('store-conflict');
        if (condition !== undefined && 'ifVersion' in condition && faults.strikes('store-overtaken'))
          await rewrite(key);
        await store.put(key, body, condition);
        // The answer was lost below, and the second try met what the first one wrote.
        conflictBy('store-conflict-own');
      }),
    append: (key, record) =>
      written(async () => {
        if (faults.strikes('store-conflict')) throw new StoreConflict(`${key} is not as expected`);
        await store.append(key, record);
        if (faults.strikes('store-conflict-own')) throw new StoreConflict(`${key} is not as expected`);
      }),
    readLog: (key, from) => met(() => store.readLog(key, from)),
    list: (prefix) => met(() => store.list(prefix)),
    delete: (key) => written(() => store.delete(key)),
  };
};
