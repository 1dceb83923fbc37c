import type { ChangeOf } from '../../core/change/change.ts';
import { compositeKey } from '../../core/model/grouping.ts';
import type { Service } from '../../core/model/model.ts';
import { type LoweredOption, optionValueAt } from '../../core/model/search-configuration.ts';
import type { ListedService, Store } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys } from './keys.ts';
import { readObject, writeObject } from './objects.ts';
import type { Lowered } from './schemas/memory.ts';

/** The platform lowers thread pool sizes instead of refusing them (spec.md §2.4 rule 9). */
const canBeLowered = /^engine\.thread_pool_(?!\w*queue)\w+_size$/;

/** Options of a change that the platform accepted with a lower value. */
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
 * Stores the lowered options: the service permanently shows less than the baseline wants, and without this record every run
 * would write again.
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
  const stored = await readObject<Lowered>(store, key);
  const paths = new Set(fresh.map(({ path }) => path));
  const others = stored?.plan === plan ? stored.options.filter(({ path }) => !paths.has(path)) : [];
  const lowered: Lowered = { project, service: name, plan, options: [...others, ...fresh] };
  await writeObject(store, key, lowered);
};

/** Adds the lowered options to the services, so that the plan does not request them again. */
export const withLoweredOptions = async (store: Store) => {
  const notes = new Map<string, readonly LoweredOption[]>();
  await inBatches(await store.list(keys.lowered), async (key) => {
    const note = await readObject<Lowered>(store, key);
    if (note !== undefined) notes.set(compositeKey(note.project, note.service, note.plan), note.options);
  });
  if (notes.size === 0) return (_: string, services: readonly Service[]) => services;
  return (project: string, services: readonly Service[]): readonly Service[] =>
    services.map((service) => {
      const lowered = notes.get(compositeKey(project, service.name, service.plan));
      return lowered === undefined ? service : { ...service, lowered };
    });
};
