import { PlatformNotFound } from '../../contract/errors.ts';
import type { Service, Snapshot } from '../../core/model/model.ts';
import { oncePerObject } from '../../core/model/remembering.ts';
import { sensibleServices } from '../../core/service/record-problem.ts';
import type { ListedService, Platform } from '../../ports.ts';

/** Services that the platform lists as before are the same objects. */
const sensible = oncePerObject(sensibleServices<ListedService>);

type Sensible = ReturnType<typeof sensible>[number];

/** Integrations of a service with an invalid record; none if its name is invalid too, so that the platform does not know it. */
const integrationsOf = async (platform: Platform, project: string, name: string) => {
  try {
    return await platform.listServiceIntegrations(project, name);
  } catch (error) {
    if (error instanceof PlatformNotFound) return [];
    throw error;
  }
};

const isComplete = (listed: Sensible): listed is Sensible & Service =>
  listed.tags !== null && listed.integrations !== null;

/**
 * Requests members that the list omits, because omitted means unknown, never none. Of an invalid record only the integrations
 * are requested: no decision uses it, but its budget counts what the service has.
 */
const complete = async (platform: Platform, project: string, listed: Sensible): Promise<Service> => {
  const { name, tags, integrations, unusable } = listed;
  if (unusable !== undefined) {
    const found = integrations ?? (await integrationsOf(platform, project, name));
    return { ...listed, tags: tags ?? {}, integrations: found };
  }
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
  const listed = sensible(await platform.listServices(project));
  const endpoints = await platform.listEndpoints(project);
  if (listed.every(isComplete)) return { services: listed, endpoints };
  const services: Service[] = [];
  for (const one of listed) services.push(isComplete(one) ? one : await complete(platform, project, one));
  return { services, endpoints };
};
