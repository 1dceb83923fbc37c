import type { Change } from '../model/change.ts';
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
  const { endpointId, endpointName: name, maximum, service, integrationId, members = [] } = change;
  switch (change.kind) {
    case 'create-endpoint': {
      const id = `endpoint of change ${place}`;
      if (maximum !== null) endpoints.set(id, { id, name, maximum });
      made.set(name, id);
      return;
    }
    case 'update-endpoint': {
      const endpoint = endpointId === null ? undefined : endpoints.get(endpointId);
      if (endpoint !== undefined && maximum !== null) endpoints.set(endpoint.id, { ...endpoint, maximum });
      return;
    }
    case 'delete-endpoint':
      if (endpointId !== null) endpoints.delete(endpointId);
      return;
    case 'create-integration': {
      const integration = { id: `integration of change ${place}`, endpointId: endpointId ?? made.get(name) ?? '' };
      onService(project, service, (one) => ({ ...one, integrations: [...one.integrations, integration] }));
      return;
    }
    case 'delete-integration':
      onService(project, service, (one) => ({
        ...one,
        integrations: one.integrations.filter(({ id }) => id !== integrationId),
      }));
      return;
    case 'update-search-configuration':
      onService(project, service, (one) => ({
        ...one,
        searchConfiguration: configurationOf(members, one.searchConfiguration ?? {}),
      }));
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
