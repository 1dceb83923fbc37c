import { isoInstant } from '../../core/model/durations.ts';
import { type FoundMode, lastRestraint, mayWrite } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import { parseStoreMode } from '../../documents/mode-schema.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from './keys.ts';
import { writeObject } from './objects.ts';

/** The override mode of the store. @throws StoreUnavailable if the store does not answer */
export const readStoreMode = async (store: Store): Promise<FoundMode> => {
  const stored = await store.get(keys.mode);
  return stored === undefined ? null : parseStoreMode(stored.body, keys.mode);
};

/**
 * Sets the override mode of the store; active runs see it before their next write. After any mode but `enforce`, the next
 * enforcing run is a first run and proposes, even if no run happens in between.
 */
export const setStoreMode = async ({ store, clock }: StorePorts, mode: Mode, by: string): Promise<void> => {
  const since = isoInstant(clock.now());
  const before = await readStoreMode(store);
  const restrained = before !== null && 'problem' in before ? since : lastRestraint(before);
  await writeObject(store, keys.mode, { mode, since, by, ...(mayWrite(mode) && restrained && { restrained }) });
};
