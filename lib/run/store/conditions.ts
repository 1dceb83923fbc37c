import { StoreConflict } from '../../contract/errors.ts';
import type { PutCondition, Store } from '../../ports.ts';

/** Writes a text under a condition. @returns false if the condition is not met: another writer was faster */
export const putIf = async (
  store: Pick<Store, 'put'>,
  key: string,
  body: string,
  condition: PutCondition,
): Promise<boolean> => {
  try {
    await store.put(key, body, condition);
    return true;
  } catch (error) {
    if (error instanceof StoreConflict) return false;
    throw error;
  }
};

/**
 * Writes a text that only this writer writes. A conflict may be its own: S3 may have taken the write before its client
 * repeated the request.
 * @returns false if another writer was faster
 */
export const putOwn = async (store: Store, key: string, body: string, condition: PutCondition): Promise<boolean> =>
  (await putIf(store, key, body, condition)) || (await store.get(key))?.body === body;
