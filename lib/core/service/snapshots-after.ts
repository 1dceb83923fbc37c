import type { Change } from '../change/change.ts';
import type { Endpoint, Service, Snapshot } from '../model/model.ts';
import { configurationOf } from '../model/search-configuration.ts';

/** One project while its changes are simulated. */
interface Simulated {
  readonly endpoints: Map<string, Endpoint>;
  readonly services: Map<string, Service>;
  /** Ids of endpoints that the changes create, by name. */
  readonly created: Map<string, string>;
}

const onService = ({ services }: Simulated, name: string, edit: (service: Service) => Service): void => {
  const service = services.get(name);
  if (service !== undefined) services.set(name, edit(service));
};

const apply = (project: Simulated, change: Change, place: number): void => {
  const { endpoints, created } = project;
  switch (change.kind) {
    case 'create-endpoint': {
      const id = `endpoint of change ${place}`;
      endpoints.set(id, { id, name: change.endpointName, maximum: change.maximum });
      created.set(change.endpointName, id);
      return;
    }
    case 'update-endpoint': {
      const endpoint = endpoints.get(change.endpointId);
      if (endpoint !== undefined) endpoints.set(endpoint.id, { ...endpoint, maximum: change.maximum });
      return;
    }
    case 'delete-endpoint':
      endpoints.delete(change.endpointId);
      return;
    case 'create-integration': {
      const endpointId = change.endpointId ?? created.get(change.endpointName) ?? '';
      const integration = { id: `integration of change ${place}`, endpointId };
      onService(project, change.service, (one) => ({ ...one, integrations: [...one.integrations, integration] }));
      return;
    }
    case 'delete-integration':
      onService(project, change.service, (one) => ({
        ...one,
        integrations: one.integrations.filter(({ id }) => id !== change.integrationId),
      }));
      return;
    case 'adopt-endpoint':
    case 'return-endpoint':
      return;
    case 'update-search-configuration':
      onService(project, change.service, (one) => ({
        ...one,
        searchConfiguration: configurationOf(change.members, one.searchConfiguration ?? {}),
      }));
      return;
    case 'resize-disk':
      onService(project, change.service, (one) => ({ ...one, diskMb: change.toMb }));
      return;
    default:
      change satisfies never;
  }
};

/**
 * Projects after these changes, in order. Ids that the platform would assign are derived from the position of the change.
 * Pure.
 */
export const snapshotsAfter = <S extends Snapshot>(snapshots: readonly S[], changes: readonly Change[]): S[] =>
  snapshots.map((snapshot) => {
    const ofProject = changes.filter(({ project }) => project === snapshot.project);
    if (ofProject.length === 0) return snapshot;
    const project: Simulated = {
      endpoints: new Map(snapshot.endpoints.map((endpoint) => [endpoint.id, endpoint])),
      services: new Map(snapshot.services.map((service) => [service.name, service])),
      created: new Map(),
    };
    ofProject.forEach((change, place) => {
      apply(project, change, place);
    });
    return { ...snapshot, endpoints: [...project.endpoints.values()], services: [...project.services.values()] };
  });
