import type { Service, Snapshot } from '../../core/model/model.ts';
import { sensibleServices } from '../../core/service/record-problem.ts';
import type { ListedService, Platform } from '../../ports.ts';

type Sensible = ReturnType<typeof sensibleServices<ListedService>>[number];

/**
 * What a list leaves out is unknown, never none: that one service is asked for it. One whose record makes no sense is not
 * asked for: nothing is decided by what it has.
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
 * Reads the services and autoscaler endpoints of one project: two calls, whatever the number of services.
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
