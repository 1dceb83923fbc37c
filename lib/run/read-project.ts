import type { Service, Snapshot } from '../core/model.ts';
import type { ListedService, Platform } from '../ports.ts';

/** What a list leaves out is unknown, never none: that one service is asked for it. */
const complete = async (platform: Platform, project: string, listed: ListedService): Promise<Service> => ({
  ...listed,
  tags: listed.tags ?? (await platform.listServiceTags(project, listed.name)),
  integrations: listed.integrations ?? (await platform.listServiceIntegrations(project, listed.name)),
});

/**
 * Reads the services and autoscaler endpoints of one project: two calls, whatever the number of services.
 * @throws platform errors
 */
export const readProject = async (
  platform: Platform,
  project: string,
): Promise<Pick<Snapshot, 'services' | 'endpoints'>> => {
  const listed = await platform.listServices(project);
  const endpoints = await platform.listEndpoints(project);
  const services: Service[] = [];
  for (const service of listed) services.push(await complete(platform, project, service));
  return { services, endpoints };
};
