import { StoreDamaged } from '../../contract/errors.ts';
import { type ServiceName, serviceKey } from '../../core/model/grouping.ts';
import { effectiveTags } from '../../core/policy/effective-tags.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readObject } from '../store/objects.ts';
import type { InventoryRecord } from '../store/run-objects.ts';

type Tags = ReadonlyMap<string, string>;

/** Effective tags of a service; undefined if no reading has it. */
export type TagsOf = (service: ServiceName) => Tags | undefined;

type OnDamaged = (error: StoreDamaged, project: string) => void;

/** The last reading of a project; undefined if there is none, or if it is damaged and `onDamaged` goes on without it. */
const readingOf = async (store: Store, project: string, onDamaged: OnDamaged) => {
  try {
    return await readObject<InventoryRecord>(store, keys.reading(project));
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    onDamaged(error, project);
    return undefined;
  }
};

/**
 * Reads the effective tags of services from the last readings of their projects.
 * @param onDamaged called for a project whose reading is damaged; default: it throws
 * @throws StoreUnavailable, StoreDamaged
 */
export const tagsInStore = async (
  store: Store,
  services: readonly ServiceName[],
  onDamaged: OnDamaged = (error) => {
    throw error;
  },
): Promise<TagsOf> => {
  const found = new Map<string, Tags>();
  const projects = new Set(services.map(({ project }) => project));
  await inBatches([...projects], async (project) => {
    const record = await readingOf(store, project, onDamaged);
    for (const { name, tags } of record?.services ?? []) {
      const all = effectiveTags(record?.tags ?? {}, tags);
      found.set(serviceKey({ project, service: name }), new Map([...all].map(([key, { value }]) => [key, value])));
    }
  });
  return (service) => found.get(serviceKey(service));
};
