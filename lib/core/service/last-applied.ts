import { type Change, type ChangeResult, givesBack, isDiskChange, subjectName } from '../change/change.ts';
import { groupBy } from '../model/grouping.ts';
import type { HeldMaximum, Snapshot } from '../model/model.ts';
import { snapshotAfter } from './snapshots-after.ts';

/** Autoscaler state of a service after Headroom's last write, confirmed by reading it back. */
export interface LastApplied {
  readonly service: string;
  readonly endpointId: string;
  readonly endpointName: string;
  readonly maximum: HeldMaximum;
  /** Whether an integration attached the service to the endpoint. */
  readonly attached: boolean;
  /** Time of the confirmation by the platform's clock, ISO 8601, UTC; null when the platform did not send it. */
  readonly confirmedAt: string | null;
}

/** The service whose autoscaler a change concerns; null for other changes and for deleted services. */
const serviceOf = (change: Change): string | null => (isDiskChange(change) ? change.service : null);

/**
 * Subjects whose last change failed, after a run tried these changes. A change that was not tried leaves its subject as it was.
 * @param before subjects whose last change had failed before
 */
export const failedAfter = (before: readonly string[], results: readonly ChangeResult[]): string[] => {
  const failed = new Set(before);
  for (const result of results) if (result.status !== 'skipped') failed.delete(subjectName(result));
  for (const result of results) if (result.status === 'failed') failed.add(subjectName(result));
  return [...failed].sort();
};

/** Services whose autoscaler these changes concern. */
export const touchedBy = (changes: readonly Change[]): Set<string> =>
  new Set(changes.map(serviceOf).filter((service) => service !== null));

/** Whether a change leaves a state that can prove a foreign change later. What is given back is no longer Headroom's. */
const isSure = (result: ChangeResult, writtenIds: ReadonlyMap<string, string>): boolean =>
  result.status === 'confirmed' &&
  !givesBack(result) &&
  (result.kind !== 'create-endpoint' || writtenIds.has(result.endpointName));

/**
 * Autoscaler state of each touched service of one project after the changes. Services with an unconfirmed change, or
 * without exactly one Headroom endpoint, are left out: their state cannot prove a foreign change later.
 * @param snapshot the project before the first change
 * @param results results of all changes of the run in the project
 * @param writtenIds ids of endpoints from the answers to writes, by name
 * @param confirmedAt time of the confirming answer by the platform's clock, ISO 8601, UTC; null when it had none
 */
export const lastAppliedAfter = (
  snapshot: Pick<Snapshot, 'services' | 'endpoints'>,
  results: readonly ChangeResult[],
  writtenIds: ReadonlyMap<string, string>,
  confirmedAt: string | null,
): LastApplied[] => {
  const confirmed = results.filter(({ status }) => status === 'confirmed');
  const { services, endpoints } = snapshotAfter(snapshot, confirmed, writtenIds);
  const integrationsOf = new Map(services.map(({ name, integrations }) => [name, integrations]));
  const byName = groupBy(endpoints, ({ name }) => name);
  const ofServices = groupBy(results.filter(isDiskChange), ({ service }) => service);
  return [...ofServices].flatMap(([service, changes]): LastApplied[] => {
    const [first] = changes;
    if (service === null || first === undefined || !changes.every((change) => isSure(change, writtenIds))) return [];
    const [endpoint, second] = byName.get(first.endpointName) ?? [];
    if (endpoint === undefined || second !== undefined) return [];
    const { id: endpointId, name: endpointName, maximum } = endpoint;
    const attached = integrationsOf.get(service)?.some((each) => each.endpointId === endpointId) ?? false;
    return [{ service, endpointId, endpointName, maximum, attached, confirmedAt }];
  });
};
