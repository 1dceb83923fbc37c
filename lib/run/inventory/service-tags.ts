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

/**
 * Reads the effective tags of services from the last readings of their projects.
 * @throws StoreUnavailable, StoreDamaged
 */
export const tagsInStore = async (store: Store, services: readonly ServiceName[]): Promise<TagsOf> => {
  const found = new Map<string, Tags>();
  const projects = new Set(services.map(({ project }) => project));
  await inBatches([...projects], async (project) => {
    const record = await readObject<InventoryRecord>(store, keys.reading(project));
    for (const { name, tags } of record?.services ?? []) {
      const all = effectiveTags(record?.tags ?? {}, tags);
      found.set(serviceKey({ project, service: name }), new Map([...all].map(([key, { value }]) => [key, value])));
    }
  });
  return (service) => found.get(serviceKey(service));
};
