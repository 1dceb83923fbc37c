import { type Grant, grantsOn } from '../../core/grants/grants.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject } from '../store/objects.ts';

interface GrantsObject {
  readonly grants: readonly Grant[];
}

/** All grants of the store, also those that have ended. @throws StoreUnavailable */
export const readGrants = async (store: Store): Promise<readonly Grant[]> =>
  (await readObject<GrantsObject>(store, keys.grants))?.grants ?? [];

const isFor =
  (name: Pick<Grant, 'project' | 'service'>) =>
  ({ project, service }: Grant): boolean =>
    project === name.project && service === name.service;

/** Adds a grant, which replaces an earlier one of its service, and leaves out grants that have ended. */
export const withGrant = (grants: readonly Grant[], grant: Grant): Grant[] => [
  ...grantsOn(grants, grant.at.slice(0, 10)).filter((each) => !isFor(grant)(each)),
  grant,
];

/**
 * Stores a grant.
 * @returns a function that takes it back, so that the earlier grant of the service is in force again, if it had one
 * @throws StoreUnavailable
 */
export const putGrant = async (store: Store, grant: Grant): Promise<() => Promise<void>> => {
  const isThis = (each: Grant) => isFor(grant)(each) && each.at === grant.at;
  let earlier: readonly Grant[] = [];
  await updateObject<GrantsObject>(store, keys.grants, (stored) => {
    const grants = stored?.grants ?? [];
    // Tried again, because the answer to the first write was lost, only this one is there.
    if (!grants.some(isThis)) earlier = grants.filter(isFor(grant));
    return { grants: withGrant(grants, grant) };
  });
  return () =>
    updateObject<GrantsObject>(store, keys.grants, (stored) =>
      stored?.grants.some(isThis)
        ? { grants: [...stored.grants.filter((each) => !isThis(each)), ...earlier] }
        : undefined,
    );
};

/** Ends the grant of a service before its day. @returns whether there was one */
export const endGrant = async (store: Store, service: Pick<Grant, 'project' | 'service'>): Promise<boolean> => {
  let found = false;
  await updateObject<GrantsObject>(store, keys.grants, (stored) => {
    const grants = stored?.grants ?? [];
    const isThere = grants.some(isFor(service));
    // Tried again, because the answer to the first write was lost, it is no longer there.
    found ||= isThere;
    return isThere ? { grants: grants.filter((each) => !isFor(service)(each)) } : undefined;
  });
  return found;
};
