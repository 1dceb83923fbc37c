import {
  PlatformAnswerInvalid,
  PlatformError,
  PlatformNotFound,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
} from '../../contract/errors.ts';
import type { ProjectFacts, Service, Snapshot } from '../../core/model/model.ts';
import { markInvalidServices, namelessService } from '../../core/service/record-problem.ts';
import type { ListedProject, ListedService, Platform } from '../../ports.ts';

type MarkedService = ReturnType<typeof markInvalidServices<ListedService>>[number];

/** Integrations of a service with an invalid record; none if its name is invalid too, so that the platform does not know it. */
const integrationsOf = async (platform: Platform, project: string, name: string) => {
  if (name === namelessService) return [];
  try {
    return await platform.listServiceIntegrations(project, name);
  } catch (error) {
    if (error instanceof PlatformNotFound || error instanceof PlatformAnswerInvalid) return [];
    throw error;
  }
};

const isComplete = (listed: MarkedService): listed is MarkedService & Service =>
  listed.tags !== null && listed.integrations !== null;

/**
 * Requests members that the list omits, because omitted means unknown, never none. Of an invalid record only the integrations
 * are requested: no decision uses it, but its budget counts what the service has.
 */
const withDetails = async (platform: Platform, project: string, listed: MarkedService): Promise<Service> => {
  const { name, tags, integrations, unusable } = listed;
  if (unusable !== undefined) {
    const found = integrations ?? (await integrationsOf(platform, project, name));
    return { ...listed, tags: tags ?? {}, integrations: found };
  }
  const read = { tags: tags ?? {}, integrations: integrations ?? [] };
  try {
    if (tags === null) read.tags = await platform.listServiceTags(project, name);
    if (integrations === null) read.integrations = await platform.listServiceIntegrations(project, name);
  } catch (error) {
    if (!(error instanceof PlatformAnswerInvalid)) throw error;
    return { ...listed, ...read, unusable: error.message };
  }
  return { ...listed, ...read };
};

/** Services and endpoints of a project. */
type Lists = Pick<Snapshot, 'services' | 'endpoints'>;

/**
 * Reads the services and autoscaler endpoints of one project with two calls, independent of the number of services.
 * @throws platform errors
 */
export const readProject = async (platform: Platform, project: string): Promise<Lists> => {
  const listed = markInvalidServices(await platform.listServices(project));
  const endpoints = await platform.listEndpoints(project);
  const services: Service[] = [];
  for (const service of listed)
    services.push(isComplete(service) ? service : await withDetails(platform, project, service));
  return { services, endpoints };
};

/** Platform errors that affect every project. */
const endsAll = [PlatformUnauthorized, PlatformThrottled, PlatformUnavailable];

/** A project of the organization, and why its record is unusable. */
export type MarkedProject = ListedProject & Pick<ProjectFacts, 'problem'>;

/** Omitted tags are unknown, never none: they may contain an exemption. A project without readable tags stays unread. */
const tagsOf = async (platform: Platform, name: string): Promise<Pick<ProjectFacts, 'tags' | 'problem'>> => {
  try {
    return { tags: await platform.listProjectTags(name) };
  } catch (error) {
    const affectsOneProject = error instanceof PlatformError && !endsAll.some((kind) => error instanceof kind);
    if (!affectsOneProject) throw error;
    return { tags: {}, problem: `its tags cannot be read: ${error.name}: ${error.message}` };
  }
};

/** Projects with their tags, which the list may omit. */
export const withTags = async (platform: Platform, projects: readonly MarkedProject[]): Promise<ProjectFacts[]> => {
  const facts: ProjectFacts[] = [];
  for (const { name, tags, problem } of projects) {
    const isComplete = tags !== null || problem !== undefined;
    facts.push(isComplete ? { name, tags: tags ?? {}, problem } : { name, ...(await tagsOf(platform, name)) });
  }
  return facts;
};
