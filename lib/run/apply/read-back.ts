import type { AdoptedEndpoint } from '../../core/change/adopted-endpoint.ts';
import {
  attaches,
  type Change,
  type ChangeKind,
  type ChangeOf,
  detaches,
  isDiskChange,
  isSearchChange,
  takesOver,
} from '../../core/change/change.ts';
import type { Maximum } from '../../core/model/model.ts';
import { isSameValue, optionValueAt } from '../../core/model/search-configuration.ts';
import { isSameMaximum } from '../../core/service/maximum.ts';
import type { ListedService, Platform, Ports } from '../../ports.ts';
import { loweredBy, noteLowered } from '../store/refusals.ts';
import { isHandoverOf, readAdopted } from './adopted.ts';
import type { MadeEndpoints } from './write-change.ts';

type Seen = (change: Change) => boolean;

/** Whether a service shows its options: a reset option is absent or default, a set one has its value or the lowered value. */
const showsOptions = (change: ChangeOf<'update-search-configuration'>, service: ListedService): boolean => {
  const lowered = new Set(loweredBy(change, service).map(({ path }) => path));
  return change.members.every(({ path, from, to }) => {
    const now = optionValueAt(service.searchConfiguration ?? {}, path);
    if (to === null) return now === null || !isSameValue(now, from);
    return isSameValue(now, to) || lowered.has(path);
  });
};

/** Whether the list of services shows an integration between the service and an endpoint. */
const showsIntegration = ({ integrations }: ListedService, endpointId: string | null | undefined): boolean =>
  integrations?.some((integration) => integration.endpointId === endpointId) ?? false;

/**
 * Checks changes in the list of services: integrations, which also prove that a new endpoint exists, and search
 * configurations. It records options that the platform lowered.
 */
const byServices = async (
  ports: Pick<Ports, 'platform' | 'store' | 'clock'>,
  project: string,
  applied: readonly Change[],
  made: MadeEndpoints,
): Promise<Seen> => {
  const listed = await ports.platform.listServices(project);
  const services = new Map(listed.map((service) => [service.name, service]));
  for (const change of applied) {
    const service = services.get(change.service ?? '');
    if (service !== undefined && isSearchChange(change))
      await noteLowered(ports, project, service, loweredBy(change, service));
  }
  return (change) => {
    const service = services.get(change.service ?? '');
    // A deleted service has no integrations; an empty list proves nothing.
    if (service === undefined) return detaches(change) && services.size > 0;
    switch (change.kind) {
      case 'update-search-configuration':
        return showsOptions(change, service);
      case 'resize-disk':
        return service.diskMb === change.toMb;
      case 'delete-integration':
        return service.integrations?.every(({ id }) => id !== change.integrationId) ?? false;
      case 'create-endpoint':
        return showsIntegration(service, made.get(change.endpointName));
      case 'create-integration':
        return showsIntegration(service, made.get(change.endpointName) ?? change.endpointId);
      case 'update-endpoint':
      case 'delete-endpoint':
      case 'adopt-endpoint':
      case 'return-endpoint':
        return false;
      default:
        return change satisfies never;
    }
  };
};

/** Checks changes in the list of endpoints: maximums and deleted endpoints. */
const byEndpoints = async (platform: Platform, project: string, made: MadeEndpoints): Promise<Seen> => {
  const endpoints = new Map((await platform.listEndpoints(project)).map((endpoint) => [endpoint.id, endpoint]));
  const shows = (id: string | undefined, maximum: Maximum): boolean => {
    const endpoint = endpoints.get(id ?? '');
    return endpoint !== undefined && isSameMaximum(endpoint.maximum, maximum);
  };
  return (change) => {
    switch (change.kind) {
      case 'delete-endpoint':
        return !endpoints.has(change.endpointId);
      case 'create-endpoint':
        return shows(made.get(change.endpointName), change.maximum);
      case 'update-endpoint':
        return shows(made.get(change.endpointName) ?? change.endpointId, change.maximum);
      case 'create-integration':
      case 'delete-integration':
      case 'adopt-endpoint':
      case 'return-endpoint':
      case 'update-search-configuration':
      case 'resize-disk':
        return false;
      default:
        return change satisfies never;
    }
  };
};

/** Whether the store shows who manages the endpoint of a change. */
const showsHandover = (adopted: readonly AdoptedEndpoint[], change: Change): boolean => {
  const isHeld = isDiskChange(change) && adopted.some((each) => isHandoverOf(each, change));
  return takesOver(change) ? isHeld : !isHeld;
};

/** The list that shows each kind of change; the list of services shows a new endpoint by its integration, if there is one. */
const shownIn: Readonly<Record<ChangeKind, 'services' | 'endpoints' | 'services-if-attached' | 'store'>> = {
  'create-endpoint': 'services-if-attached',
  'update-endpoint': 'endpoints',
  'delete-endpoint': 'endpoints',
  'create-integration': 'services',
  'delete-integration': 'services',
  'adopt-endpoint': 'store',
  'return-endpoint': 'store',
  'update-search-configuration': 'services',
  'resize-disk': 'services',
};

/**
 * Reads a project back after changes and returns whether the platform shows each of them. Enabling and search
 * configurations need only the list of services; changed maximums and deleted endpoints need the list of endpoints. Who
 * manages an endpoint is in the store.
 */
export const readBack = async (
  ports: Pick<Ports, 'platform' | 'store' | 'clock'>,
  project: string,
  applied: readonly Change[],
  made: MadeEndpoints,
): Promise<Seen> => {
  const attached = new Set<string | null>(applied.filter(attaches).map(({ service }) => service));
  const onServices = ({ kind, service }: Change) =>
    shownIn[kind] === 'services' || (shownIn[kind] === 'services-if-attached' && attached.has(service));
  const services = applied.some(onServices) ? await byServices(ports, project, applied, made) : undefined;
  const inStore = ({ kind }: Change) => shownIn[kind] === 'store';
  const adopted = applied.some(inStore) ? await readAdopted(ports.store, project) : [];
  const needsEndpoints = applied.some((change) => !onServices(change) && !inStore(change));
  const endpoints = needsEndpoints ? await byEndpoints(ports.platform, project, made) : undefined;
  return (change) => {
    if (inStore(change)) return showsHandover(adopted, change);
    return (onServices(change) ? services : endpoints)?.(change) ?? false;
  };
};
