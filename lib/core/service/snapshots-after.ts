import type { Change } from '../change/change.ts';
import type { Endpoint, Service, Snapshot } from '../model/model.ts';
import { configurationOf } from '../model/search-configuration.ts';

/** One project while changes of it are followed. */
interface Followed {
  readonly endpoints: Map<string, Endpoint>;
  readonly services: Map<string, Service>;
  /** Ids of endpoints that the changes have created, by name. */
  readonly made: Map<string, string>;
}

const onService = ({ services }: Followed, name: string, edit: (service: Service) => Service): void => {
  const service = services.get(name);
  if (service !== undefined) services.set(name, edit(service));
};

const follow = (project: Followed, change: Change, place: number): void => {
  const { endpoints, made } = project;
  switch (change.kind) {
    case 'create-endpoint': {
      const id = `endpoint of change ${place}`;
      endpoints.set(id, { id, name: change.endpointName, maximum: change.maximum });
      made.set(change.endpointName, id);
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
      const endpointId = change.endpointId ?? made.get(change.endpointName) ?? '';
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
    case 'update-search-configuration':
      onService(project, change.service, (one) => ({
        ...one,
        searchConfiguration: configurationOf(change.members, one.searchConfiguration ?? {}),
      }));
      return;
    default:
      change satisfies never;
  }
};

/**
 * Projects as they will be once these changes are carried out, in their order. What the platform names is named after the
 * place of its change. Pure.
 */
export const snapshotsAfter = (snapshots: readonly Snapshot[], changes: readonly Change[]): Snapshot[] =>
  snapshots.map((snapshot) => {
    const own = changes.filter(({ project }) => project === snapshot.project);
    if (own.length === 0) return snapshot;
    const project: Followed = {
      endpoints: new Map(snapshot.endpoints.map((endpoint) => [endpoint.id, endpoint])),
      services: new Map(snapshot.services.map((service) => [service.name, service])),
      made: new Map(),
    };
    own.forEach((change, place) => {
      follow(project, change, place);
    });
    return { ...snapshot, endpoints: [...project.endpoints.values()], services: [...project.services.values()] };
  });
