import { type Change, type ChangeOf, endpointIdAfter } from '../change/change.ts';
import type { Endpoint, Service, Snapshot } from '../model/model.ts';
import { configurationOf } from '../model/search-configuration.ts';

/** One project while its changes are simulated. */
interface Simulated {
  readonly endpoints: Map<string, Endpoint>;
  readonly services: Map<string, Service>;
  /** Ids of endpoints that the changes wrote, by name. */
  readonly ids: Map<string, string>;
}

const onService = ({ services }: Simulated, name: string, edit: (service: Service) => Service): void => {
  const service = services.get(name);
  if (service !== undefined) services.set(name, edit(service));
};

/** Sets a maximum; an endpoint that has another id since takes its integrations along. */
const update = (project: Simulated, { endpointId, endpointName, maximum }: ChangeOf<'update-endpoint'>): void => {
  const { endpoints, services, ids } = project;
  const endpoint = endpoints.get(endpointId);
  if (endpoint === undefined) return;
  const id = ids.get(endpointName) ?? endpointId;
  if (id !== endpointId) endpoints.delete(endpointId);
  endpoints.set(id, { ...endpoint, id, maximum });
  if (id === endpointId) return;
  for (const name of services.keys())
    onService(project, name, (old) => ({
      ...old,
      integrations: old.integrations.map((each) =>
        each.endpointId === endpointId ? { ...each, endpointId: id } : each,
      ),
    }));
};

const apply = (project: Simulated, change: Change, index: number): void => {
  const { endpoints, ids } = project;
  switch (change.kind) {
    case 'create-endpoint': {
      const id = ids.get(change.endpointName) ?? `endpoint of change ${index}`;
      endpoints.set(id, { id, name: change.endpointName, maximum: change.maximum });
      ids.set(change.endpointName, id);
      return;
    }
    case 'update-endpoint':
      update(project, change);
      return;
    case 'delete-endpoint':
      endpoints.delete(change.endpointId);
      return;
    case 'create-integration': {
      const endpointId = endpointIdAfter(change, ids) ?? '';
      const integration = { id: `integration of change ${index}`, endpointId };
      onService(project, change.service, (old) => ({ ...old, integrations: [...old.integrations, integration] }));
      return;
    }
    case 'delete-integration':
      onService(project, change.service, (old) => ({
        ...old,
        integrations: old.integrations.filter(({ id }) => id !== change.integrationId),
      }));
      return;
    case 'adopt-endpoint':
    case 'return-endpoint':
      return;
    case 'update-search-configuration':
      onService(project, change.service, (old) => ({
        ...old,
        searchConfiguration: configurationOf(change.members, old.searchConfiguration ?? {}),
      }));
      return;
    case 'resize-disk':
      onService(project, change.service, (old) => ({ ...old, diskMb: change.toMb }));
      return;
    default:
      change satisfies never;
  }
};

/**
 * A project after its changes, in order. Pure.
 * @param writtenIds ids of endpoints from the answers to writes, by name, because an update may change the id too (pf 1.2); others
 *   are derived from the position of the change
 */
export const snapshotAfter = <S extends Pick<Snapshot, 'services' | 'endpoints'>>(
  snapshot: S,
  changes: readonly Change[],
  writtenIds: ReadonlyMap<string, string> = new Map(),
): S => {
  const project: Simulated = {
    endpoints: new Map(snapshot.endpoints.map((endpoint) => [endpoint.id, endpoint])),
    services: new Map(snapshot.services.map((service) => [service.name, service])),
    ids: new Map(writtenIds),
  };
  changes.forEach((change, index) => {
    apply(project, change, index);
  });
  return { ...snapshot, endpoints: [...project.endpoints.values()], services: [...project.services.values()] };
};

/** Projects after these changes, in order. Pure. */
export const snapshotsAfter = <S extends Snapshot>(snapshots: readonly S[], changes: readonly Change[]): S[] =>
  snapshots.map((snapshot) => {
    const ofProject = changes.filter(({ project }) => project === snapshot.project);
    return ofProject.length === 0 ? snapshot : snapshotAfter(snapshot, ofProject);
  });
