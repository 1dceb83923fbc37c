import type { Known } from '../../core/inventory/due.ts';
import type { Snapshot } from '../../core/model/model.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { InventoryIndex } from '../store/run-objects.ts';

/** When each project of the organization was last read; empty before the first plan. */
export const readIndex = async (store: Store, organization: string): Promise<ReadonlyMap<string, Known>> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  return new Map(index?.organization === organization ? Object.entries(index.projects) : []);
};

export interface IndexUpdate {
  readonly organization: string;
  /** All projects of the organization: others leave the index. */
  readonly listed: readonly string[];
  readonly snapshots: readonly Snapshot[];
  /** Projects that the next pass should read early. */
  readonly urgent: ReadonlySet<string>;
}

/**
 * Notes the readings that a plan was made from. Only a run with the lease does, because such runs never overlap.
 */
export const noteReadings = async (store: Store, update: IndexUpdate): Promise<void> => {
  const { organization, listed, snapshots, urgent } = update;
  const before = await readIndex(store, organization);
  const after = new Map(before);
  for (const { project, readAt } of snapshots) {
    if (readAt !== undefined) after.set(project, { readAt, ...(urgent.has(project) && { isUrgent: true }) });
  }
  const projects = listed.flatMap((name) => {
    const known = after.get(name);
    return known === undefined ? [] : [[name, known] as const];
  });
  const index: InventoryIndex = { organization, projects: Object.fromEntries(projects) };
  await writeObject(store, keys.inventoryIndex, index);
};
