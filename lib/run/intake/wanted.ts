import type { IndexEntry } from '../../core/inventory/due.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject } from '../store/objects.ts';
import type { Wanted } from '../store/schemas/memory.ts';

/** Leaves the projects of a run for events, which waited for the lease in vain, to the next run (scale §4). */
export const noteWanted = ({ store, clock }: StorePorts, projects: readonly string[]): Promise<void> =>
  updateObject<Wanted>(store, keys.wanted, (before = {}) => {
    const now = clock.now();
    // Scheduled passes have read older ones.
    const still = Object.entries(before).filter(([, at]) => now - Date.parse(at) < dayMs);
    return Object.fromEntries([...still, ...projects.map((project) => [project, isoInstant(now)] as const)]);
  });

/** Those of some projects that were left to the next run and that no run has read since. */
export const wantedSince = async (
  store: Store,
  names: readonly string[],
  index: ReadonlyMap<string, IndexEntry>,
): Promise<readonly string[]> => {
  const wanted = (await readObject<Wanted>(store, keys.wanted)) ?? {};
  return names.filter((name) => Object.hasOwn(wanted, name) && (wanted[name] ?? '') >= (index.get(name)?.readAt ?? ''));
};
