import type { Service, Snapshot } from '../../core/model/model.ts';
import { sensibleServices } from '../../core/service/record-problem.ts';
import type { ListedService, Platform } from '../../ports.ts';

type Sensible = ReturnType<typeof sensibleServices<ListedService>>[number];

/**
 * Requests members that the list omits, because omitted means unknown, never none. An invalid record is not completed,
 * because no decision uses it.
 */
const complete = async (platform: Platform, project: string, listed: Sensible): Promise<Service> => {
  const { name, tags, integrations, unusable } = listed;
  if (unusable !== undefined) return { ...listed, tags: tags ?? {}, integrations: integrations ?? [] };
  return {
    ...listed,
    tags: tags ?? (await platform.listServiceTags(project, name)),
    integrations: integrations ?? (await platform.listServiceIntegrations(project, name)),
  };
};

/**
 * Reads the services and autoscaler endpoints of one project with two calls, independent of the number of services.
 * @throws platform errors
 */
export const readProject = async (
  platform: Platform,
  project: string,
): Promise<Pick<Snapshot, 'services' | 'endpoints'>> => {
  const listed = sensibleServices(await platform.listServices(project));
  const endpoints = await platform.listEndpoints(project);
  const services: Service[] = [];
  for (const service of listed) services.push(await complete(platform, project, service));
  return { services, endpoints };
};
