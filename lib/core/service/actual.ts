import { type AdoptedEndpoint, isAdopted } from '../change/adopted-endpoint.ts';
import { groupBy } from '../model/grouping.ts';
import type { HeldMaximum, Integration, Service, Snapshot } from '../model/model.ts';
import { endpointName, isOurs } from './endpoint-name.ts';
import { type PlanDisks, planKeyText } from './floor.ts';
import { additionalGbOf, heldMaximum, type MeasuredEndpoint, measure } from './maximum.ts';
import { namelessService } from './record-problem.ts';

/** An integration of a service with a Headroom endpoint. */
export interface Attachment {
  readonly integration: Integration;
  readonly endpoint: MeasuredEndpoint;
}

/** Autoscaler state of a service, by owner. */
export interface Actual {
  /** Name of the endpoint that Headroom creates for this service; an adopted one keeps its own. */
  readonly endpointName: string;
  /** Integrations with Headroom endpoints. */
  readonly attached: readonly Attachment[];
  /** Headroom endpoints without an integration. */
  readonly spare: readonly MeasuredEndpoint[];
  /** Foreign autoscaler that Headroom could adopt, or why it cannot, as a clause; null without a foreign autoscaler. */
  readonly adoptable: Attachment | string | null;
  /** Names of foreign endpoints that the service uses, or their ids where the project does not list them. */
  readonly foreign: readonly string[];
  /** Maximum of the first autoscaler that it uses, unreadable where the project does not list the endpoint; null without one. */
  readonly maximum: HeldMaximum | null;
  /** Largest maximum additional storage in GB of all endpoints that the service uses; null when none is known. */
  readonly inForceGb: number | null;
  /** Other services that use this service's endpoint. */
  readonly sharedWith: readonly string[];
  /** Other services of the project with the same endpoint name. */
  readonly namesakes: readonly string[];
}

/** Lookup of the autoscaler state of each service in a project. */
interface ActualIndex {
  readonly of: (service: Service) => Actual;
  /** Headroom endpoints that belong to no service of the project and are unused. */
  readonly orphans: readonly MeasuredEndpoint[];
}

/**
 * Indexes a project once, so that lookups of all services take linear time. An endpoint is Headroom's for a service only
 * if it has exactly that service's endpoint name (design §7), or if Headroom adopted it for that service.
 * @param adopted endpoints of the project that Headroom adopted
 */
export const indexActual = (
  { services, endpoints: listed }: Pick<Snapshot, 'services' | 'endpoints'>,
  planDisks: PlanDisks,
  adopted: readonly AdoptedEndpoint[] = [],
): ActualIndex => {
  const adoptedFor = new Map(adopted.map((each) => [each.service, each]));
  const endpoints = measure(services, listed, planDisks);
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const byName = groupBy(endpoints, (endpoint) => endpoint.name);
  const claimants = groupBy(services, (service) => endpointName(service.name));
  const uses = services.flatMap((service) => service.integrations.map(({ endpointId }) => ({ endpointId, service })));
  const users = groupBy(uses, ({ endpointId }) => endpointId);
  const usersOf = ({ id }: MeasuredEndpoint): Service[] => (users.get(id) ?? []).map(({ service }) => service);

  const heldBy = ({ integrations, type, plan }: Service): number | null => {
    const planDiskMb = planDisks.get(planKeyText(type, plan));
    const held = integrations.map(({ endpointId }) => byId.get(endpointId));
    const maximumsGb = held.map((endpoint) => endpoint && additionalGbOf(endpoint.maximum, planDiskMb));
    return maximumsGb.reduce<number | null>((most, gb) => (gb == null ? most : Math.max(most ?? 0, gb)), null);
  };

  const adoptableOf = (service: Service, isMine: (endpoint: MeasuredEndpoint) => boolean): Actual['adoptable'] => {
    const others = service.integrations.filter(({ endpointId }) => {
      const endpoint = byId.get(endpointId);
      return endpoint === undefined || !isMine(endpoint);
    });
    const [integration] = others;
    if (integration === undefined) return null;
    if (service.integrations.length > 1) return 'the service has several autoscalers; delete all but one first';
    const endpoint = byId.get(integration.endpointId);
    if (endpoint === undefined) return `the project does not list endpoint ${integration.endpointId}`;
    const sharing = usersOf(endpoint).filter((user) => user !== service);
    if (sharing.length > 0) {
      const names = [...new Set(sharing.map((user) => user.name))].sort().join(', ');
      return `endpoint ${endpoint.name} is also used by ${names}, and moving the service to its own endpoint would leave it without an autoscaler for a moment`;
    }
    if (isOurs(endpoint.name)) return `the name of endpoint ${endpoint.name} belongs to another service`;
    if (endpoint.maximum.gb === null) return `the maximum of endpoint ${endpoint.name} cannot be read`;
    return { integration, endpoint };
  };

  return {
    of: (service) => {
      const name = endpointName(service.name);
      const own = adoptedFor.get(service.name);
      const isMine = (endpoint: MeasuredEndpoint): boolean => endpoint.name === name || isAdopted(own, endpoint);
      const names = own === undefined || own.endpointName === name ? [name] : [name, own.endpointName];
      const mine = names.flatMap((each) => byName.get(each) ?? []).filter(isMine);
      const attached: Attachment[] = [];
      const foreign: string[] = [];
      for (const integration of service.integrations) {
        const endpoint = byId.get(integration.endpointId);
        if (endpoint !== undefined && isMine(endpoint)) attached.push({ integration, endpoint });
        else foreign.push(endpoint?.name ?? integration.endpointId);
      }
      const others = mine.flatMap(usersOf).filter((user) => user !== service);
      return {
        endpointName: name,
        attached,
        spare: mine.filter((endpoint) => usersOf(endpoint).length === 0),
        adoptable: adoptableOf(service, isMine),
        foreign: foreign.sort(),
        maximum: heldMaximum(service.integrations, byId),
        inForceGb: heldBy(service),
        sharedWith: [...new Set(others.map((user) => user.name))].sort(),
        namesakes: (claimants.get(name) ?? []).filter((other) => other !== service).map((other) => other.name),
      };
    },
    // A record without a name may be that of the service that an endpoint belongs to.
    orphans: services.some(({ name }) => name === namelessService)
      ? []
      : endpoints.filter(
          (endpoint) => isOurs(endpoint.name) && !claimants.has(endpoint.name) && usersOf(endpoint).length === 0,
        ),
  };
};
