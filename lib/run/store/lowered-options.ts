import type { ChangeOf } from '../../core/change/change.ts';
import { compositeKey } from '../../core/model/grouping.ts';
import type { Service } from '../../core/model/model.ts';
import { type LoweredOption, optionValueAt } from '../../core/model/search-configuration.ts';
import type { ListedService, Store } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys } from './keys.ts';
import { readObject, writeObject } from './objects.ts';
import type { Lowered } from './schemas/memory.ts';

/** Sizes of thread pools are what the platform lowers instead of refusing them (spec.md §2.4 rule 9). */
const canBeLowered = /^engine\.thread_pool_(?!\w*queue)\w+_size$/;

/** Options of a change that the platform took and lowered, as the service shows them now. */
export const loweredBy = (
  { members }: ChangeOf<'update-search-configuration'>,
  { searchConfiguration }: ListedService,
): LoweredOption[] =>
  members.flatMap(({ path, to }) => {
    const got = optionValueAt(searchConfiguration ?? {}, path);
    const isLess = typeof to === 'number' && typeof got === 'number' && got < to;
    return isLess && canBeLowered.test(path) ? [{ path, asked: to, got }] : [];
  });

/**
 * Remembers what the platform lowered: the service shows less than the baseline wants for good, and asking again every
 * hour would write every hour.
 */
export const noteLowered = async (
  store: Store,
  project: string,
  service: ListedService,
  fresh: readonly LoweredOption[],
) => {
  if (fresh.length === 0) return;
  const { name, plan } = service;
  const key = keys.loweredOptions(project, name);
  const known = await readObject<Lowered>(store, key);
  const paths = new Set(fresh.map(({ path }) => path));
  const kept = known?.plan === plan ? known.options.filter(({ path }) => !paths.has(path)) : [];
  const lowered: Lowered = { project, service: name, plan, options: [...kept, ...fresh] };
  await writeObject(store, key, lowered);
};

/** Tells the services what the platform lowered of their options, so that the plan does not ask for it again. */
export const withLoweredOptions = async (store: Store) => {
  const notes = new Map<string, readonly LoweredOption[]>();
  await inBatches(await store.list(keys.lowered), async (key) => {
    const note = await readObject<Lowered>(store, key);
    if (note !== undefined) notes.set(compositeKey(note.project, note.service, note.plan), note.options);
  });
  return (project: string, services: readonly Service[]): Service[] =>
    services.map((service) => {
      const lowered = notes.get(compositeKey(project, service.name, service.plan));
      return lowered === undefined ? service : { ...service, lowered };
    });
};
