import { isDeepStrictEqual } from 'node:util';
import { PlatformAnswerInvalid } from '../../contract/errors.ts';
import {
  type RawEndpoint,
  type RawIntegration,
  rawEndpointAnswer,
  rawEndpoints,
  rawIntegrationAnswer,
  rawIntegrations,
} from '../../wire/raw-records.ts';
import type { Call } from '../transport/call.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs, anyAnswer } from '../transport/read-answer.ts';
import { get, isUnchanged, remove } from './requests.ts';

/**
 * The operations as the platform offers them (spec.md §4): they send the request unchanged and return the whole
 * record. Unlike the methods of the port Platform they know no profile and translate no names.
 */

type UserConfig = Readonly<Record<string, unknown>>;

/** Body of ServiceIntegrationEndpointCreate (spec.md §2.1 endpoint_name, §2.1 endpoint_type, §2.1 user_config). */
interface EndpointRequest {
  readonly endpoint_name: string;
  readonly endpoint_type: string;
  readonly user_config: UserConfig;
}

/** Body of ServiceIntegrationCreate, in either direction (spec.md §2.2, §4.5); unused members are null. */
export interface IntegrationRequest {
  readonly integration_type: string;
  readonly source_service: string | null;
  readonly source_endpoint_id: string | null;
  readonly source_project?: string;
  readonly dest_service: string | null;
  readonly dest_endpoint_id: string | null;
  readonly user_config?: UserConfig;
}

const oneEndpoint = answerAs(rawEndpointAnswer, (answer) => answer.service_integration_endpoint);
const oneIntegration = answerAs(rawIntegrationAnswer, (answer) => answer.service_integration);

/** GET /project/{project}/integration_endpoint: endpoints of every type (spec.md §4.7 list path). */
export const listRawEndpoints = (caller: Caller, project: string): Promise<RawEndpoint[]> =>
  get(
    caller,
    path`/project/${project}/integration_endpoint`,
    rawEndpoints,
    (answer) => answer.service_integration_endpoints,
  );

/**
 * §4 ServiceIntegrationEndpointCreate: POST /project/{project}/integration_endpoint. An existing endpoint of that name
 * and type is a conflict.
 */
export const createRawEndpoint = (caller: Caller, project: string, request: EndpointRequest): Promise<RawEndpoint> =>
  caller.createNew(
    { method: 'POST', path: path`/project/${project}/integration_endpoint`, body: request, kind: 'write' },
    oneEndpoint,
    async () =>
      (await listRawEndpoints(caller, project)).find(
        (existing) =>
          existing.endpoint_name === request.endpoint_name &&
          existing.endpoint_type === request.endpoint_type &&
          isDeepStrictEqual(existing.user_config, request.user_config),
      ),
  );

/** GET /project/{project}/integration_endpoint/{id}: an endpoint of any type. */
export const getRawEndpoint = (caller: Caller, project: string, id: string): Promise<RawEndpoint> =>
  caller.send({ method: 'GET', path: path`/project/${project}/integration_endpoint/${id}`, kind: 'read' }, oneEndpoint);

/** Result of an update. */
interface EndpointUpdate {
  /** May have a new id (pf 1.2). */
  readonly endpoint: RawEndpoint;
  /** False if the configuration was already as requested. */
  readonly changed: boolean;
}

/** Whether the platform accepted a call with an answer that cannot be read. */
const isAcceptedUnread = (error: unknown): boolean =>
  error instanceof PlatformAnswerInvalid && Math.floor((error.call.status ?? 0) / 100) === 2;

/**
 * §4 ServiceIntegrationEndpointUpdate: PUT /project/{project}/integration_endpoint/{id}. An unchanged configuration is
 * a success. The answer to an update is not described (spec.md §4.7): if it cannot be read, the endpoint itself says
 * whether it has the configuration.
 */
export const updateRawEndpoint = async (
  caller: Caller,
  project: string,
  id: string,
  userConfig: UserConfig,
  watch?: Call['watch'],
): Promise<EndpointUpdate> => {
  const where = path`/project/${project}/integration_endpoint/${id}`;
  const present = () => getRawEndpoint(caller, project, id);
  try {
    const body = { user_config: userConfig };
    return {
      endpoint: await caller.send({ method: 'PUT', path: where, body, kind: 'write', watch }, oneEndpoint),
      changed: true,
    };
  } catch (error) {
    if (isUnchanged(error)) return { endpoint: await present(), changed: false };
    const endpoint = isAcceptedUnread(error) ? await present().catch(() => undefined) : undefined;
    if (endpoint === undefined || !isDeepStrictEqual(endpoint.user_config, userConfig)) throw error;
    return { endpoint, changed: true };
  }
};

/**
 * §4 ServiceIntegrationEndpointDelete: DELETE /project/{project}/integration_endpoint/{id}; a missing endpoint is a
 * 404.
 */
export const deleteRawEndpoint = (caller: Caller, project: string, id: string, watch?: Call['watch']): Promise<void> =>
  remove(caller, path`/project/${project}/integration_endpoint/${id}`, watch);

/** GET /project/{project}/service/{service}/integration, including possible ones (pf 2.2). */
export const listRawIntegrations = (caller: Caller, project: string, service: string): Promise<RawIntegration[]> =>
  get(
    caller,
    path`/project/${project}/service/${service}/integration`,
    rawIntegrations,
    (answer) => answer.service_integrations,
  );

/** The platform may store an integration in the opposite direction of the request (pf 1.1). */
const connects = (existing: RawIntegration, service: string, endpointId: string | null): boolean =>
  [existing.source_service, existing.dest_service].includes(service) &&
  [existing.source_endpoint_id, existing.dest_endpoint_id].includes(endpointId);

/**
 * §4 ServiceIntegrationCreate: POST /project/{project}/integration. An existing identical integration is a conflict.
 */
export const createRawIntegration = (
  caller: Caller,
  project: string,
  request: IntegrationRequest,
): Promise<RawIntegration> =>
  caller.createNew(
    { method: 'POST', path: path`/project/${project}/integration`, body: request, kind: 'write' },
    oneIntegration,
    async () => {
      const service = request.source_service ?? request.dest_service;
      if (service === null) return undefined;
      const endpointId = request.dest_endpoint_id ?? request.source_endpoint_id;
      return (await listRawIntegrations(caller, project, service)).find(
        (existing) =>
          existing.integration_type === request.integration_type &&
          Boolean(existing.service_integration_id) &&
          connects(existing, service, endpointId),
      );
    },
  );

/** §4 ServiceIntegrationDelete: DELETE /project/{project}/integration/{id}; a missing one is a 404. */
export const deleteRawIntegration = (
  caller: Caller,
  project: string,
  id: string,
  watch?: Call['watch'],
): Promise<void> => remove(caller, path`/project/${project}/integration/${id}`, watch);

/** ServiceMaintenanceStart: PUT /project/{project}/service/{service}/maintenance/start (pf 2.15). */
export const startMaintenance = (caller: Caller, project: string, service: string): Promise<void> =>
  caller.send(
    { method: 'PUT', path: path`/project/${project}/service/${service}/maintenance/start`, kind: 'write' },
    anyAnswer,
  );
