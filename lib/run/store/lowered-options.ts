import type { ChangeOf } from '../../core/change/change.ts';
import type { Service } from '../../core/model/model.ts';
import { type LoweredOption, optionValueAt } from '../../core/model/search-configuration.ts';
import type { ListedService, Store } from '../../ports.ts';
import { keys } from './keys.ts';
import { updateObject } from './objects.ts';
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
  const paths = new Set(fresh.map(({ path }) => path));
  await updateObject<readonly Lowered[]>(store, keys.lowered(project), (noted = []) => {
    const stored = noted.find((one) => one.service === name && one.plan === plan);
    const others = stored?.options.filter(({ path }) => !paths.has(path)) ?? [];
    const lowered: Lowered = { service: name, plan, options: [...others, ...fresh] };
    return [...noted.filter((one) => one.service !== name), lowered];
  });
};

/** Adds the lowered options to the services, so that the plan does not request them again. */
export const withLoweredOptions = (services: readonly Service[], lowered: readonly Lowered[]): readonly Service[] => {
  if (lowered.length === 0) return services;
  const noted = new Map(lowered.map((one) => [one.service, one]));
  return services.map((service) => {
    const note = noted.get(service.name);
    return note?.plan === service.plan ? { ...service, lowered: note.options } : service;
  });
};
