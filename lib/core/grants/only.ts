import { type Change, isDiskChange, isSearchChange, maximumMove } from '../change/change.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';

/** Whether a change is one of the disk of a service, and does not take room from it. */
const serves =
  ({ project, service }: ServiceName) =>
  (change: Change): boolean =>
    isDiskChange(change) && change.project === project && change.service === service && maximumMove(change) !== 'lower';

/**
 * The changes that a plan for one service contains: the changes of its disk, and all releases of their budget, because the money
 * of its grants may come from them (design §12.3). A person who asks for more room never gets less: what the policy takes
 * from the service waits for a run of all.
 * @param only absent: all changes
 */
export const changesFor = (changes: readonly Change[], only: ServiceName | undefined): Change[] => {
  if (only === undefined) return [...changes];
  const isOwn = serves(only);
  const budgets = new Set(changes.filter(isOwn).map(({ budget }) => budget));
  return changes.filter(
    (change) =>
      isOwn(change) ||
      (change.phase === 'release' &&
        change.budget !== undefined &&
        budgets.has(change.budget) &&
        !(change.project === only.project && change.service === only.service)),
  );
};

/** Whether a plan changes nothing but this service: a person decides on it alone, whatever the policy wants elsewhere. */
export const concernsOnly = (changes: readonly Change[], only: ServiceName | undefined): boolean =>
  only !== undefined && changes.every(serves(only));

/** Tallies of the services whose disks these changes change. */
export const talliesOf = <T extends ServiceName>(tallies: readonly T[], changes: readonly Change[]): T[] => {
  const changed = new Set(changes.filter((change) => !isSearchChange(change)).map(serviceKey));
  return tallies.filter((tally) => changed.has(serviceKey(tally)));
};
