import type { Known } from '../emulator/scenario/known.ts';
import { keys } from '../run/store/keys.ts';
import { writeObject } from '../run/store/objects.ts';
import type { InventoryIndex } from '../run/store/run-objects.ts';
import type { Twin } from './twin.ts';

/** Starts the Headroom of a twin with the knowledge in the store of the organization's Headroom. */
export const beginWith = async ({ store, platform }: Twin, known: Known): Promise<void> => {
  const { enforced, grants, projects } = known;
  for (const [project, { history, adopted }] of Object.entries(projects)) {
    await writeObject(store, keys.history(project), history);
    if (adopted.length > 0) await writeObject(store, keys.applied(project), { services: [], adopted });
  }
  if (grants.length > 0) await writeObject(store, keys.grants, { grants });
  if (!enforced) return;
  const { organization } = platform;
  const index: InventoryIndex = { organization, projects: {}, policy: '', enforcedSince: '' };
  await writeObject(store, keys.inventoryIndex, index);
};
