import { type AdoptedEndpoint, adoptedAfter } from '../../core/change/adopted-endpoint.ts';
import type { ChangeOf } from '../../core/change/change.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { type OpenRecord, openRecord, updateObject } from '../store/objects.ts';

/** State that Headroom last applied to the services of a project; outlives runs. */
interface LastAppliedObject {
  readonly services: readonly LastApplied[];
  /** Services, and unused endpoints, whose last change failed (`subjectName`). */
  readonly failed?: readonly string[];
  /** Ids of endpoints and integrations whose deletion the last writes confirmed; absent if there are none. */
  readonly deleted?: readonly string[];
  /** Endpoints made by hand that Headroom manages; absent if there are none. */
  readonly adopted?: readonly AdoptedEndpoint[];
}

/** What earlier runs left in a project. @throws StoreUnavailable */
export const appliedIn = async (opened: OpenRecord): Promise<LastAppliedObject> =>
  (await opened<LastAppliedObject>('applied')) ?? { services: [] };

/** @throws StoreUnavailable */
export const readAdopted = async (store: Store, project: string): Promise<readonly AdoptedEndpoint[]> =>
  (await appliedIn(await openRecord(store, project))).adopted ?? [];

/**
 * Changes it.
 * @param change the new value, or undefined to leave it as it is
 * @throws StoreUnavailable
 */
export const updateApplied = (
  store: Store,
  project: string,
  change: (applied: LastAppliedObject) => LastAppliedObject | undefined,
): Promise<void> =>
  updateObject<LastAppliedObject>(store, keys.applied(project), (stored) => change(stored ?? { services: [] }));

/** Records who manages the endpoint of an adoption, or after it is given back; idempotent. */
export const recordManager = (store: Store, change: ChangeOf<'adopt-endpoint' | 'return-endpoint'>): Promise<void> =>
  updateApplied(store, change.project, ({ adopted: before = [], ...stored }) => {
    const adopted = adoptedAfter(before, change);
    return { ...stored, ...(adopted.length > 0 && { adopted }) };
  });
