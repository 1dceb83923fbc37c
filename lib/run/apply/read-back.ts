import { isInPlace, loweredBy } from '../../core/approval/in-place.ts';
import { attaches, type Change, type ChangeKind, isSearchChange } from '../../core/change/change.ts';
import type { Ports } from '../../ports.ts';
import { noteLowered } from '../store/refusals.ts';
import { readAdopted } from './adopted.ts';
import type { MadeEndpoints } from './write-change.ts';

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
