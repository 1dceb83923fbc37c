import type { ListedService, Platform } from '../../lib/ports.ts';

/** Projects and services of the largest organization that Headroom promises to plan for (scale §6). */
export const stored = { projects: 5_000, servicesOfProject: 10, organization: 'org-stored' } as const;

const unused = async (): Promise<never> => {
  throw new Error('a plan changes nothing at the platform');
};

const serviceOf = (place: number, isEnabled: boolean): ListedService => ({
  name: `service-${place}`,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'aws-eu-west-1',
  state: 'RUNNING',
  diskMb: (80 + place) * 1024,
  tags: { env: 'prod', owner: `team-${place}` },
  integrations: isEnabled ? [{ id: `integration-${place}`, endpointId: `endpoint-${place}` }] : [],
});

/** A platform whose projects are all alike; with an autoscaler on every service, or on none. */
export const alike = (isEnabled: boolean): Platform => {
  const names = Array.from({ length: stored.projects }, (_, place) => `project-${String(place).padStart(4, '0')}`);
  const places = Array.from({ length: stored.servicesOfProject }, (_, place) => place);
  return {
    organization: stored.organization,
    maximumKind: 'additional',
    lastAnswerAt: () => null,
    ownToken: unused,
    listProjects: async () => ({ projects: names.map((name) => ({ name, tags: {} })), beyond: 0 }),
    listProjectTags: async () => ({}),
    listServices: async () => places.map((place) => serviceOf(place, isEnabled)),
    getService: unused,
    getEndpoint: unused,
    listServiceTags: async () => ({}),
    listServiceIntegrations: async () => [],
    listEndpoints: async () =>
      isEnabled
        ? places.map((place) => ({
            id: `endpoint-${place}`,
            name: `headroom-service-${place}`,
            maximum: { kind: 'additional', gb: 100 },
          }))
        : [],
    listDiskAlerts: async () => [],
    listEvents: async () => [],
    planSpecification: async () => ({ diskMb: 80 * 1024, capMb: 800 * 1024 }),
    diskUsage: async () => [],
    additionalGbPrice: async () => '0.0005',
    createEndpoint: unused,
    updateEndpoint: unused,
    deleteEndpoint: unused,
    createIntegration: unused,
    deleteIntegration: unused,
    updateSearchConfiguration: unused,
    resizeDisk: unused,
  };
};
