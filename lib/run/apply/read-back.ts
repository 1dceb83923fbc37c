import {
  attaches,
  type Change,
  type ChangeKind,
  type ChangeOf,
  detaches,
  isDiskChange,
} from '../../core/change/change.ts';
import type { Maximum } from '../../core/model/model.ts';
import { isSameValue, optionValueAt } from '../../core/model/search-configuration.ts';
import { isSameMaximum } from '../../core/service/maximum.ts';
import type { ListedService, Platform, Ports } from '../../ports.ts';
import { loweredBy, noteLowered } from '../store/lowered-options.ts';
import type { MadeEndpoints } from './write-change.ts';

type Seen = (change: Change) => boolean;

/** An option that was reset shows nothing or its default, one that was set its value, or what that was lowered to. */
const showsOptions = (change: ChangeOf<'update-search-configuration'>, service: ListedService): boolean => {
  const lowered = new Set(loweredBy(change, service).map(({ path }) => path));
  return change.members.every(({ path, from, to }) => {
    const now = optionValueAt(service.searchConfiguration ?? {}, path);
    if (to === null) return now === null || !isSameValue(now, from);
    return isSameValue(now, to) || lowered.has(path);
  });
};

/** Whether the list of services shows an integration of the service with an endpoint. */
const showsIntegration = ({ integrations }: ListedService, endpointId: string | null | undefined): boolean =>
  integrations?.some((integration) => integration.endpointId === endpointId) ?? false;

/**
 * The list of services shows integrations, and with a new one that its endpoint is there. It also shows search
 * configurations; what the platform lowered in them is noted.
 */
const byServices = async (
  { platform, store }: Pick<Ports, 'platform' | 'store'>,
  project: string,
  carriedOut: readonly Change[],
  made: MadeEndpoints,
): Promise<Seen> => {
  const services = new Map((await platform.listServices(project)).map((service) => [service.name, service]));
  for (const change of carriedOut) {
    const service = services.get(change.service ?? '');
    if (service !== undefined && !isDiskChange(change))
      await noteLowered(store, project, service, loweredBy(change, service));
  }
  return (change) => {
    const service = services.get(change.service ?? '');
    // An integration goes with its service; a list that is empty, or silent about it, does not show that it is gone.
    if (service === undefined) return detaches(change) && services.size > 0;
    switch (change.kind) {
      case 'update-search-configuration':
        return showsOptions(change, service);
      case 'delete-integration':
        return service.integrations?.every(({ id }) => id !== change.integrationId) ?? false;
      case 'create-endpoint':
        return showsIntegration(service, made.get(change.endpointName));
      case 'create-integration':
        return showsIntegration(service, made.get(change.endpointName) ?? change.endpointId);
      case 'update-endpoint':
      case 'delete-endpoint':
        return false;
      default:
        return change satisfies never;
    }
  };
};

/** The list of endpoints shows maximums, and which endpoints are gone. */
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
      case 'update-search-configuration':
        return false;
      default:
        return change satisfies never;
    }
  };
};

/**
 * The list in which each kind of change is seen. That of services shows a new endpoint by the integration with it, where
 * the same changes make one.
 */
const shownIn: Readonly<Record<ChangeKind, 'services' | 'endpoints' | 'services-if-attached'>> = {
  'create-endpoint': 'services-if-attached',
  'update-endpoint': 'endpoints',
  'delete-endpoint': 'endpoints',
  'create-integration': 'services',
  'delete-integration': 'services',
  'update-search-configuration': 'services',
};

/**
 * Reads a project back after changes and says of each whether the platform shows it. Enabling costs one read, of the
 * services, and so does a search configuration; changed maximums and deleted endpoints are seen in the list of endpoints alone.
 */
export const readBack = async (
  ports: Pick<Ports, 'platform' | 'store'>,
  project: string,
  carriedOut: readonly Change[],
  made: MadeEndpoints,
): Promise<Seen> => {
  const tied = new Set<string | null>(carriedOut.filter(attaches).map(({ service }) => service));
  const onServices = ({ kind, service }: Change) =>
    shownIn[kind] === 'services' || (shownIn[kind] === 'services-if-attached' && tied.has(service));
  const services = carriedOut.some(onServices) ? await byServices(ports, project, carriedOut, made) : undefined;
  const endpoints = carriedOut.every(onServices) ? undefined : await byEndpoints(ports.platform, project, made);
  return (change) => (onServices(change) ? services : endpoints)?.(change) ?? false;
};
