import { type Change, type ChangeResult, isDiskChange } from '../change/change.ts';
import type { HeldMaximum, Service, Snapshot } from '../model/model.ts';

/** What Headroom left a service with when it last wrote to its autoscaler, as reading back confirmed it. */
export interface LastApplied {
  readonly service: string;
  readonly endpointId: string;
  readonly endpointName: string;
  readonly maximum: HeldMaximum;
  /** Whether an integration attached the service to the endpoint. */
  readonly attached: boolean;
  /** ISO 8601, UTC: when that was confirmed, by the platform's clock; null where the platform did not say. */
  readonly confirmedAt: string | null;
}

/** Ids that writing gave to endpoints, by name: also updating may give a new one (platform-facts §1.2). */
type MadeIds = ReadonlyMap<string, string>;

interface Held {
  readonly endpoints: readonly { readonly id: string; readonly maximum: HeldMaximum }[];
  readonly ties: readonly { readonly id: string; readonly endpointId: string }[];
}

/** The service whose autoscaler a change is about; null where it is about none, or its service is gone. */
const serviceOf = (change: Change): string | null => (isDiskChange(change) ? change.service : null);

const after = ({ endpoints, ties }: Held, change: Change, made: MadeIds): Held => {
  switch (change.kind) {
    case 'create-endpoint': {
      const id = made.get(change.endpointName) ?? '';
      return { endpoints: [...endpoints, { id, maximum: change.maximum }], ties };
    }
    case 'update-endpoint': {
      const { endpointId, maximum } = change;
      const id = made.get(change.endpointName) ?? endpointId;
      return {
        endpoints: endpoints.map((endpoint) => (endpoint.id === endpointId ? { id, maximum } : endpoint)),
        ties: ties.map((tie) => (tie.endpointId === endpointId ? { ...tie, endpointId: id } : tie)),
      };
    }
    case 'delete-endpoint':
      return { endpoints: endpoints.filter((endpoint) => endpoint.id !== change.endpointId), ties };
    case 'create-integration': {
      const endpointId = made.get(change.endpointName) ?? change.endpointId ?? '';
      return { endpoints, ties: [...ties, { id: '', endpointId }] };
    }
    case 'delete-integration':
      return { endpoints, ties: ties.filter((tie) => tie.id !== change.integrationId) };
    case 'update-search-configuration':
      return { endpoints, ties };
    default:
      return change satisfies never;
  }
};

/** Services whose autoscaler these changes are about. */
export const touchedBy = (changes: readonly Change[]): Set<string> =>
  new Set(changes.map(serviceOf).filter((service) => service !== null));

/**
 * What the changes of one project have left of each service that they touched. Of a service with a change that is not
 * confirmed nothing is known, and so of one that is not left with exactly one endpoint of ours: there nothing can be
 * called a change by somebody else.
 * @param seen the project before the first of the changes
 * @param results how all changes of the run in the project ended, so far as there were any
 * @param confirmedAt when reading back was answered, ISO 8601, UTC, by the platform's clock; null where it did not say
 */
export const lastAppliedAfter = (
  { services, endpoints }: Pick<Snapshot, 'services' | 'endpoints'>,
  results: readonly ChangeResult[],
  made: MadeIds,
  confirmedAt: string | null,
): LastApplied[] => {
  const before = new Map<string, Service>(services.map((service) => [service.name, service]));
  return [...touchedBy(results)].flatMap((service): LastApplied[] => {
    const own = results.filter(isDiskChange).filter((result) => result.service === service);
    const [first] = own;
    if (first === undefined || own.some(({ status }) => status !== 'confirmed')) return [];
    const start: Held = {
      endpoints: endpoints.filter(({ name }) => name === first.endpointName),
      ties: before.get(service)?.integrations ?? [],
    };
    const { endpoints: held, ties } = own.reduce((state, change) => after(state, change, made), start);
    const [endpoint, second] = held;
    if (endpoint === undefined || endpoint.id === '' || second !== undefined) return [];
    const { id: endpointId, maximum } = endpoint;
    const attached = ties.some((tie) => tie.endpointId === endpointId);
    return [{ service, endpointId, endpointName: first.endpointName, maximum, attached, confirmedAt }];
  });
};
