import { isoInstant } from '../../core/model/durations.ts';
import { type FoundMode, mayWrite } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import { parseStoreMode } from '../../documents/mode-schema.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from './keys.ts';
import { writeObject } from './objects.ts';

/** The mode that is set in the store. @throws StoreUnavailable when the store gives no answer */
export const readStoreMode = async (store: Store): Promise<FoundMode> => {
  const stored = await store.get(keys.mode);
  return stored === undefined ? null : parseStoreMode(stored.body, keys.mode);
};

/**
 * Sets the mode in the store, whatever it held before: runs at work see it before their next write. With another one
 * than `enforce` the next run that enforces is a first run and proposes, also when no run falls between.
 */
export const setStoreMode = async ({ store, clock }: StorePorts, mode: Mode, by: string): Promise<void> => {
  await writeObject(store, keys.mode, { mode, since: isoInstant(clock.now()), by });
  if (!mayWrite(mode)) await store.delete(keys.enforcement);
};
