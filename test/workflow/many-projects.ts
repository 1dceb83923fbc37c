import type { Endpoint, Maximum } from '../../lib/core/model/model.ts';
import type { ListedService, Platform } from '../../lib/ports.ts';

interface Held {
  readonly endpoints: Map<string, Endpoint>;
  readonly services: ListedService[];
}

/** A running service, with the integration of an endpoint if it has one. */
export const listedService = (name: string, endpointId?: string): ListedService => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'aws-eu-west-1',
  state: 'RUNNING',
  diskMb: 80 * 1024,
  tags: {},
  integrations: endpointId === undefined ? [] : [{ id: `integration-${endpointId}`, endpointId }],
});

/**
 * A platform in memory, for organizations that would be slow to serve over HTTP: so many projects, each with a service
 * whose maximum is 400 GB and one without an autoscaler. `canRead` is false where every project refuses to be read.
 */
export const manyProjects = (count: number, canRead: boolean): Platform => {
  const names = Array.from({ length: count }, (_, place) => `project-${place}`);
  const held = new Map<string, Held>();
  const of = (project: string): Held => {
    const there = held.get(project) ?? {
      endpoints: new Map<string, Endpoint>([
        ['e1', { id: 'e1', name: 'headroom-high', maximum: { kind: 'additional', gb: 400 } }],
      ]),
      services: [listedService('high', 'e1'), listedService('new')],
    };
    held.set(project, there);
    return there;
  };
  const put = (project: string, id: string, name: string, maximum: Maximum): Endpoint => {
    const endpoint = { id, name, maximum };
    of(project).endpoints.set(id, endpoint);
    return endpoint;
  };
  return {
    organization: 'org-many',
    maximumKind: 'additional',
    lastAnswerAt: () => null,
    ownToken: async () => undefined,
    listProjects: async () => ({ projects: names.map((name) => ({ name, tags: {} })), beyond: 0 }),
    listProjectTags: async () => ({}),
    listServices: async (project) => {
      if (!canRead) throw new Error(`no token may read ${project}: ${'because '.repeat(100)}`);
      return of(project).services;
    },
    getService: async (project, wanted) => of(project).services.find(({ name }) => name === wanted),
    listServiceTags: async () => ({}),
    listServiceIntegrations: async () => [],
    listEndpoints: async (project) => [...of(project).endpoints.values()],
    getEndpoint: async (project, id) => of(project).endpoints.get(id),
    listDiskAlerts: async () => [],
    listEvents: async () => [],
    planSpecification: async () => undefined,
    diskUsage: async () => [],
    additionalGbPrice: async () => null,
    createEndpoint: async (project, name, maximum) => put(project, `e-${name}`, name, maximum),
    updateEndpoint: async (project, id, maximum) =>
      put(project, id, of(project).endpoints.get(id)?.name ?? '', maximum),
    deleteEndpoint: async (project, id) => void of(project).endpoints.delete(id),
    createIntegration: async (project, name, endpointId) => {
      const { services } = of(project);
      const place = services.findIndex((one) => one.name === name);
      services[place] = listedService(name, endpointId);
    },
    deleteIntegration: async () => undefined,
    updateSearchConfiguration: async () => undefined,
    resizeDisk: async () => undefined,
  };
};
