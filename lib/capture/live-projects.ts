import type { WholeIntegration, WholeRecords, WholeService } from '../client/operations/whole.ts';
import { PlatformError, PlatformUnauthorized } from '../contract/errors.ts';
import { emptyHistory, type ProjectHistory } from '../core/forecast/project-history.ts';
import { byText } from '../core/model/grouping.ts';
import { listProblem, namedProjects } from '../core/inventory/project-list.ts';
import type { ListedProject, Platform, Ports, ProjectEvent } from '../ports.ts';
import { inBatches } from '../run/store/in-batches.ts';
import { keys } from '../run/store/keys.ts';
import { readIfWhole } from '../run/store/objects.ts';
import { kindOfEndpointType, maximumFromWire } from '../wire/maximum.ts';
import type { CapturedEndpoint, CapturedProject, CapturedService, Omission } from './facts.ts';

/** The platform as a capture reads it; it writes nothing. */
export interface LivePorts extends Pick<Ports, 'store' | 'clock'> {
  readonly platform: Pick<
    Platform,
    | 'organization'
    | 'listProjects'
    | 'listProjectTags'
    | 'listServiceTags'
    | 'listEvents'
    | 'diskUsage'
    | 'lastAnswerAt'
  > & { readonly whole: WholeRecords };
}

export interface LiveOptions {
  /** Days of disk use: up to 30 in steps of hours, up to 365 in steps of days. */
  readonly days: number;
  /** Called once, before most of the calls: the number of remaining calls. */
  readonly onEstimate: (calls: number) => void;
  readonly onProgress: (label: string, done: number, total: number) => void;
}

/** What one reading found, with everything that it could not read. */
export interface Reading {
  readonly ports: LivePorts;
  readonly options: LiveOptions;
  readonly omissions: Omission[];
}

/**
 * The answer, or a note of why there is none. @throws PlatformUnauthorized, because no other call would succeed either, and
 * errors that are none of the platform
 */
export const orLeft = async <T>(
  { omissions }: Reading,
  place: string,
  call: Promise<T>,
  what = 'not read',
): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof PlatformUnauthorized) throw error;
    omissions.push({ place, why: `${what}: ${error.message}` });
    return undefined;
  }
};

/** A project before its disk use is known. */
export interface ReadProject extends Omit<CapturedProject, 'services'> {
  readonly services: readonly (Omit<WholeService, 'tags' | 'integrations'> &
    Pick<CapturedService, 'tags' | 'integrations'>)[];
  /** Null: the log cannot be read. */
  readonly events: readonly ProjectEvent[] | null;
  readonly history: ProjectHistory;
}

const endpointsOf = async ({ ports: { platform } }: Reading, project: string): Promise<CapturedEndpoint[]> =>
  (await platform.whole.endpoints(project)).map(({ endpoint_id, endpoint_name, endpoint_type, user_config }) => {
    const kind = kindOfEndpointType(endpoint_type);
    const maximum = kind === undefined ? null : maximumFromWire(kind, user_config);
    return { id: endpoint_id, name: endpoint_name, type: endpoint_type, maximum };
  });

const readServices = async (reading: Reading, project: string): Promise<ReadProject['services'] | undefined> => {
  const { platform } = reading.ports;
  const listed = await orLeft(reading, project, platform.whole.services(project));
  if (listed === undefined) return undefined;
  for (const { service, why } of listed.unreadable)
    reading.omissions.push({ place: `${project}/${service ?? '?'}`, why });
  const services: ReadProject['services'][number][] = [];
  for (const service of listed.services) {
    const { name } = service;
    const place = `${project}/${name}`;
    const tags = service.tags ?? (await orLeft(reading, place, platform.listServiceTags(project, name)));
    const integrations: readonly WholeIntegration[] | undefined =
      service.integrations ?? (await orLeft(reading, place, platform.whole.integrations(project, name)));
    if (tags !== undefined && integrations !== undefined) services.push({ ...service, tags, integrations });
  }
  return services;
};

const readOne = async (reading: Reading, { name, tags: listed }: ListedProject): Promise<ReadProject[]> => {
  const { platform, store } = reading.ports;
  const tags = listed ?? (await orLeft(reading, name, platform.listProjectTags(name)));
  const services = tags && (await readServices(reading, name));
  if (tags === undefined || services === undefined) return [];
  const endpoints = await orLeft(reading, name, endpointsOf(reading, name));
  if (endpoints === undefined) return [];
  const log = services.length === 0 ? [] : await orLeft(reading, name, platform.listEvents(name), 'event log not read');
  const history = (await readIfWhole<ProjectHistory>(store, keys.history(name))) ?? emptyHistory;
  return [{ name, tags, services, endpoints, events: log ?? null, history }];
};

/** Results of some calls in the order of their subjects, with progress. */
export const readAll = async <T, R>(
  { options }: Reading,
  label: string,
  subjects: readonly T[],
  read: (subject: T) => Promise<R>,
): Promise<R[]> => {
  let done = 0;
  return inBatches(subjects, async (subject) => {
    const result = await read(subject);
    done += 1;
    options.onProgress(label, done, subjects.length);
    return result;
  });
};

export const readProjects = async (reading: Reading): Promise<ReadProject[]> => {
  const { ports, omissions } = reading;
  const listed = await ports.platform.listProjects();
  const projects = namedProjects(listed);
  const problem = listProblem(listed);
  if (problem !== null) omissions.push({ place: '?', why: problem });
  const read = (await readAll(reading, 'reading projects', projects, (project) => readOne(reading, project))).flat();
  if (projects.length > 0 && read.length === 0) throw new Error(`no project could be read: ${omissions[0]?.why ?? ''}`);
  return read.sort((a, b) => byText(a.name, b.name));
};
