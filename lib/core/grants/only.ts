import { type Change, isDiskChange } from '../change/change.ts';
import { serviceKey } from '../model/grouping.ts';

/** One service. */
export interface ServicePlace {
  readonly project: string;
  readonly service: string;
}

/**
 * The changes that a plan for one service contains: those of its disk, and all releases of their budget, because the money
 * of its grants may come from them (design §12.3).
 * @param only absent: all changes
 */
export const changesFor = (changes: readonly Change[], only: ServicePlace | undefined): Change[] => {
  if (only === undefined) return [...changes];
  const isOwn = (change: Change): boolean =>
    isDiskChange(change) && change.project === only.project && change.service === only.service;
  const budgets = new Set(changes.filter(isOwn).map(({ budget }) => budget));
  return changes.filter(
    (change) =>
      isOwn(change) || (change.phase === 'release' && change.budget !== undefined && budgets.has(change.budget)),
  );
};

/** Tallies of the services whose disks these changes change. */
export const talliesOf = <T extends ServicePlace>(tallies: readonly T[], changes: readonly Change[]): T[] => {
  const changed = new Set(changes.filter(isDiskChange).map(serviceKey));
  return tallies.filter((tally) => changed.has(serviceKey(tally)));
};
