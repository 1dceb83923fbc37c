import type { Integration, Service, Snapshot } from '../model/model.ts';
import { endpointName, isOurs } from './endpoint-name.ts';
import { type PlanDisks, planKeyText } from './floor.ts';
import { additionalGbOf, type MeasuredEndpoint, measure } from './maximum.ts';

/** A service tied to an endpoint of ours. */
export interface Attachment {
  readonly integration: Integration;
  readonly endpoint: MeasuredEndpoint;
}

/** What a service has of the autoscaler, sorted by whose it is. */
export interface Actual {
  /** Name that our endpoint of this service bears. */
  readonly endpointName: string;
  /** Integrations with endpoints of ours. */
  readonly attached: readonly Attachment[];
  /** Endpoints of ours that no service is integrated with. */
  readonly spare: readonly MeasuredEndpoint[];
  /** Names of someone else's endpoints (or their ids, where the project does not list them) that the service uses. */
  readonly foreign: readonly string[];
  /** Largest maximum additional storage in GB of the endpoints that the service uses, whosever; null when none is known. */
  readonly heldGb: number | null;
  /** Other services that use an endpoint of ours. */
  readonly sharedWith: readonly string[];
  /** Other services of the project whose endpoint would bear the same name. */
  readonly namesakes: readonly string[];
}

/** A project made ready for looking up what each of its services has. */
export interface ActualIndex {
  readonly of: (service: Service) => Actual;
  /** Endpoints of ours that belong to no service of the project and that none uses. */
  readonly orphans: readonly MeasuredEndpoint[];
}

const gather = <T>(groups: Map<string, T[]>, key: string, value: T): void => {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
};

/**
 * Indexes a project once, so that looking at all its services takes time in proportion to their number. An endpoint is
 * ours for a service when it bears exactly that service's endpoint name (design §7).
 */
export const indexActual = (
  { services, endpoints: listed }: Pick<Snapshot, 'services' | 'endpoints'>,
  planDisks: PlanDisks,
): ActualIndex => {
  const endpoints = measure(services, listed, planDisks);
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const byName = new Map<string, MeasuredEndpoint[]>();
  for (const endpoint of endpoints) gather(byName, endpoint.name, endpoint);
  const users = new Map<string, Service[]>();
  const claimants = new Map<string, Service[]>();
  for (const service of services) {
    gather(claimants, endpointName(service.name), service);
    for (const { endpointId } of service.integrations) gather(users, endpointId, service);
  }
  const usersOf = (endpoint: MeasuredEndpoint): Service[] => users.get(endpoint.id) ?? [];

  const heldBy = ({ integrations, type, plan }: Service): number | null => {
    const planDiskMb = planDisks.get(planKeyText(type, plan));
    const held = integrations.map(({ endpointId }) => byId.get(endpointId));
    const known = held.map((endpoint) => endpoint && additionalGbOf(endpoint.maximum, planDiskMb));
    return known.reduce<number | null>((most, gb) => (gb == null ? most : Math.max(most ?? 0, gb)), null);
  };

  return {
    of: (service) => {
      const name = endpointName(service.name);
      const mine = byName.get(name) ?? [];
      const attached: Attachment[] = [];
      const foreign: string[] = [];
      for (const integration of service.integrations) {
        const endpoint = byId.get(integration.endpointId);
        if (endpoint?.name === name) attached.push({ integration, endpoint });
        else foreign.push(endpoint?.name ?? integration.endpointId);
      }
      const others = mine.flatMap(usersOf).filter((user) => user !== service);
      return {
        endpointName: name,
        attached,
        spare: mine.filter((endpoint) => usersOf(endpoint).length === 0),
        foreign: foreign.sort(),
        heldGb: heldBy(service),
        sharedWith: [...new Set(others.map((user) => user.name))].sort(),
        namesakes: (claimants.get(name) ?? []).filter((other) => other !== service).map((other) => other.name),
      };
    },
    orphans: endpoints.filter(
      (endpoint) => isOurs(endpoint.name) && !claimants.has(endpoint.name) && usersOf(endpoint).length === 0,
    ),
  };
};
