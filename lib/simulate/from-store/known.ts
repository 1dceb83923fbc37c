import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import { byText } from '../../core/model/grouping.ts';
import { lastRestraint } from '../../core/model/mode.ts';
import type { Known, KnownProject } from '../../emulator/scenario/known.ts';
import type { Store } from '../../ports.ts';
import { appliedIn } from '../../run/apply/adopted.ts';
import { readGrants } from '../../run/policy/grants.ts';
import { historyIn } from '../../run/store/histories.ts';
import { inBatches } from '../../run/store/in-batches.ts';
import { readStoreMode } from '../../run/store/mode.ts';
import { openRecord } from '../../run/store/objects.ts';
import type { InventoryIndex } from '../../run/store/run-objects.ts';

/** A scenario creates its services again, so a creation time would make them other services than the ones in the history. */
const withoutCreation = ({ services, ...rest }: ProjectHistory): ProjectHistory => ({
  ...rest,
  services: services.map(({ createdAt: _, ...service }) => service),
});

/** What a store knows of its organization. */
export const knownIn = async (
  store: Store,
  { enforcedSince }: InventoryIndex,
  projects: readonly { readonly name: string }[],
): Promise<Known> => {
  const known = await inBatches(projects, async ({ name }): Promise<[name: string, KnownProject]> => {
    const record = await openRecord(store, name);
    const { adopted = [] } = await appliedIn(record);
    return [name, { history: withoutCreation(await historyIn(record)), adopted }];
  });
  return {
    enforced: enforcedSince === (lastRestraint(await readStoreMode(store)) ?? ''),
    grants: await readGrants(store),
    projects: Object.fromEntries(known.sort(([a], [b]) => byText(a, b))),
  };
};
