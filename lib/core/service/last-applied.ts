import { type Change, type ChangeResult, isDiskChange, subjectName } from '../change/change.ts';
import { groupBy } from '../model/grouping.ts';
import type { HeldMaximum, Service, Snapshot } from '../model/model.ts';

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

/** Endpoint ids from write responses, by name; an update may change the id too (pf 1.2). */
type WrittenIds = ReadonlyMap<string, string>;

interface AutoscalerState {
  readonly endpoints: readonly { readonly id: string; readonly maximum: HeldMaximum }[];
  readonly integrations: readonly { readonly id: string; readonly endpointId: string }[];
}

/** The service whose autoscaler a change concerns; null for other changes and for deleted services. */
const serviceOf = (change: Change): string | null => (isDiskChange(change) ? change.service : null);

const after = (
  { endpoints, integrations }: AutoscalerState,
  change: Change,
  writtenIds: WrittenIds,
): AutoscalerState => {
  switch (change.kind) {
    case 'create-endpoint': {
      const id = writtenIds.get(change.endpointName) ?? '';
      return { endpoints: [...endpoints, { id, maximum: change.maximum }], integrations };
    }
    case 'update-endpoint': {
      const { endpointId, maximum } = change;
      const id = writtenIds.get(change.endpointName) ?? endpointId;
      return {
        endpoints: endpoints.map((endpoint) => (endpoint.id === endpointId ? { id, maximum } : endpoint)),
        integrations: integrations.map((each) => (each.endpointId === endpointId ? { ...each, endpointId: id } : each)),
      };
    }
    case 'delete-endpoint':
      return { endpoints: endpoints.filter((endpoint) => endpoint.id !== change.endpointId), integrations };
    case 'create-integration': {
      const endpointId = writtenIds.get(change.endpointName) ?? change.endpointId ?? '';
      return { endpoints, integrations: [...integrations, { id: '', endpointId }] };
    }
    case 'delete-integration':
      return { endpoints, integrations: integrations.filter(({ id }) => id !== change.integrationId) };
    case 'adopt-endpoint':
    case 'update-search-configuration':
    case 'resize-disk':
      return { endpoints, integrations };
    // Its changes are no longer drift.
    case 'return-endpoint':
      return { endpoints: [], integrations };
    default:
      return change satisfies never;
  }
};

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

/**
 * Autoscaler state of each touched service of one project after the changes. Services with an unconfirmed change, or
 * without exactly one Headroom endpoint, are left out: their state cannot prove a foreign change later.
 * @param snapshot the project before the first change
 * @param results results of all changes of the run in the project
 * @param confirmedAt time of the confirming answer by the platform's clock, ISO 8601, UTC; null when it had none
 */
export const lastAppliedAfter = (
  { services, endpoints }: Pick<Snapshot, 'services' | 'endpoints'>,
  results: readonly ChangeResult[],
  writtenIds: WrittenIds,
  confirmedAt: string | null,
): LastApplied[] => {
  const before = new Map<string, Service>(services.map((service) => [service.name, service]));
  const byName = groupBy(endpoints, ({ name }) => name);
  const ofServices = groupBy(results.filter(isDiskChange), ({ service }) => service);
  return [...ofServices].flatMap(([service, changes]): LastApplied[] => {
    const [first] = changes;
    if (service === null || first === undefined || changes.some(({ status }) => status !== 'confirmed')) return [];
    const start: AutoscalerState = {
      endpoints: byName.get(first.endpointName) ?? [],
      integrations: before.get(service)?.integrations ?? [],
    };
    const end = changes.reduce((state, change) => after(state, change, writtenIds), start);
    const [endpoint, second] = end.endpoints;
    if (endpoint === undefined || endpoint.id === '' || second !== undefined) return [];
    const { id: endpointId, maximum } = endpoint;
    const attached = end.integrations.some((each) => each.endpointId === endpointId);
    return [{ service, endpointId, endpointName: first.endpointName, maximum, attached, confirmedAt }];
  });
};
