import { isInPlace, loweredBy } from '../../core/approval/in-place.ts';
import { attaches, type Change, type ChangeKind, endpointIdAfter, isSearchChange } from '../../core/change/change.ts';
import { configurationOf } from '../../core/model/search-configuration.ts';
import type { Platform, Ports, Store, WriteWatch } from '../../ports.ts';
import { noteLowered } from '../store/refusals.ts';
import { readAdopted, recordManager } from './adopted.ts';

/** Ids of the endpoints that this run created, by name, for their integrations. */
export type MadeEndpoints = Map<string, string>;

/** Where a change is written to: the platform, or the store for one that only concerns who manages an endpoint. */
interface Targets {
  readonly platform: Platform;
  readonly store: Store;
}

/** One prepared write. */
export type Write = (targets: Targets, watch: WriteWatch) => Promise<void>;

/**
 * The write of a change. An integration uses the id of its created endpoint (spec.md §1.3, §4.1); a new maximum updates the
 * endpoint (§4.2).
 * @throws Error, before sending anything, for an integration whose endpoint does not exist
 */
export const writeOf = (change: Change, made: MadeEndpoints): Write => {
  const { project } = change;
  switch (change.kind) {
    case 'create-endpoint': {
      const { endpointName: name, maximum } = change;
      return async ({ platform }, watch) => {
        made.set(name, (await platform.createEndpoint(project, name, maximum, watch)).id);
      };
    }
    case 'update-endpoint': {
      const { endpointName: name, endpointId, maximum } = change;
      return async ({ platform }, watch) => {
        // The answer may contain a new id (pf 1.2).
        made.set(name, (await platform.updateEndpoint(project, endpointId, maximum, watch)).id);
      };
    }
    case 'delete-endpoint':
      return ({ platform }, watch) => platform.deleteEndpoint(project, change.endpointId, watch);
    case 'create-integration': {
      const id = endpointIdAfter(change, made);
      if (id === null)
        throw new Error(`endpoint ${change.endpointName} does not exist, so create-integration is not possible`);
      return ({ platform }, watch) => platform.createIntegration(project, change.service, id, watch);
    }
    case 'delete-integration':
      return ({ platform }, watch) => platform.deleteIntegration(project, change.integrationId, watch);
    case 'adopt-endpoint':
    case 'return-endpoint':
      return async ({ store }, watch) => {
        await watch.mayStart?.();
        await recordManager(store, change);
      };
    case 'update-search-configuration': {
      const options = configurationOf(change.members);
      return ({ platform }, watch) => platform.updateSearchConfiguration(project, change.service, options, watch);
    }
    case 'resize-disk':
      return ({ platform }, watch) => platform.resizeDisk(project, change.service, change.toMb, watch);
    default:
      return change satisfies never;
  }
};

/** The list that shows each kind of change. */
const shownIn: Readonly<Record<ChangeKind, 'services' | 'endpoints' | 'store'>> = {
  'create-endpoint': 'endpoints',
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
 * manages an endpoint is in the store. It records options that the platform lowered.
 */
export const readBack = async (
  ports: Pick<Ports, 'platform' | 'store' | 'clock'>,
  project: string,
  applied: readonly Change[],
  made: MadeEndpoints,
): Promise<(change: Change) => boolean> => {
  const { platform, store } = ports;
  const attached = new Set<string | null>(applied.filter(attaches).map(({ service }) => service));
  const listOf = ({ kind, service }: Change) =>
    kind === 'create-endpoint' && attached.has(service) ? 'services' : shownIn[kind];
  const needed = new Set(applied.map(listOf));
  const services = needed.has('services') ? await platform.listServices(project) : [];
  const byName = new Map(services.map((service) => [service.name, service]));
  for (const change of applied.filter(isSearchChange)) {
    const service = byName.get(change.service ?? '');
    if (service !== undefined) await noteLowered(ports, project, service, loweredBy(change, service));
  }
  const adopted = needed.has('store') ? await readAdopted(store, project) : [];
  const endpoints = needed.has('endpoints') ? await platform.listEndpoints(project) : undefined;
  const present = {
    // An empty list proves nothing.
    services: services.length === 0 ? undefined : byName,
    endpoints: endpoints && new Map(endpoints.map(({ id, maximum }) => [id, maximum])),
    adopted,
  };
  return (change) => isInPlace(change, present, made);
};
