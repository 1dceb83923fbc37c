import type { AdoptedEndpoint } from '../../core/change/adopted-endpoint.ts';
import { type ChangeOf, type ChangeResult, deletesEndpoint, isDiskChange } from '../../core/change/change.ts';
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

/** Whether a disk change concerns this adopted endpoint. */
export const isHandoverOf = (
  { service, endpointName }: AdoptedEndpoint,
  change: { readonly service: string | null; readonly endpointName: string },
): boolean => service === change.service && endpointName === change.endpointName;

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

const updateAdopted = (
  store: Store,
  project: string,
  edit: (adopted: readonly AdoptedEndpoint[]) => readonly AdoptedEndpoint[],
): Promise<void> =>
  updateApplied(store, project, ({ adopted: before = [], ...stored }) => {
    const adopted = edit(before);
    return { ...stored, ...(adopted.length > 0 && { adopted }) };
  });

/** Records that Headroom manages an endpoint for a service; idempotent. A service has at most one. */
export const recordAdopted = (
  store: Store,
  { project, service, endpointName, maximum }: ChangeOf<'adopt-endpoint'>,
): Promise<void> =>
  updateAdopted(store, project, (adopted) => [
    ...adopted.filter((each) => each.service !== service),
    { service, endpointName, kind: maximum.kind },
  ]);

/** Records that Headroom no longer manages an endpoint; idempotent. */
export const recordReturned = (store: Store, change: ChangeOf<'return-endpoint'>): Promise<void> =>
  updateAdopted(store, change.project, (adopted) => adopted.filter((each) => !isHandoverOf(each, change)));

/** Adopted endpoints after these changes: a deleted one is not Headroom's if a person makes it again. */
export const withoutDeleted = (
  adopted: readonly AdoptedEndpoint[],
  results: readonly ChangeResult[],
): readonly AdoptedEndpoint[] => {
  const deleted = results.filter(isDiskChange).filter((each) => deletesEndpoint(each) && each.status === 'confirmed');
  return adopted.filter((each) => !deleted.some((change) => isHandoverOf(each, change)));
};
