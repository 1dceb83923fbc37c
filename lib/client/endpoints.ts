import { PlatformError } from '../contract/errors.ts';
import { holds } from '../core/maximum.ts';
import type { Endpoint, MaximumKind } from '../core/model.ts';
import type { Platform } from '../ports.ts';
import { endpointTypes, maximumToWire } from '../wire/maximum.ts';
import { endpoint as endpointAnswer, endpoints } from '../wire/records.ts';
import type { Caller } from './caller.ts';
import { path } from './path.ts';
import { answerAs, anyAnswer } from './read-answer.ts';
import { toEndpoint, toEndpoints } from './to-model.ts';
import { unlessGone } from './unless-gone.ts';

const oneEndpoint = (kind: MaximumKind) =>
  answerAs(endpointAnswer, (answer) => toEndpoint(answer.service_integration_endpoint, kind));

/** GET /project/{project}/integration_endpoint: the autoscaler's endpoints only (platform-facts §2.1). */
export const listEndpoints =
  (caller: Caller): Platform['listEndpoints'] =>
  async (project) =>
    caller.send(
      { method: 'GET', path: path`/project/${project}/integration_endpoint`, kind: 'read' },
      answerAs(endpoints, (answer) => toEndpoints(answer.service_integration_endpoints)),
    );

/** The platform refuses to change what is so already (platform-facts §1.2); its status is not known, so the words tell. */
const isUnchanged = (error: unknown): boolean =>
  error instanceof PlatformError && /user config not changed/i.test(error.message);

const getEndpoint = (caller: Caller, project: string, id: string, kind: MaximumKind): Promise<Endpoint> =>
  caller.send(
    { method: 'GET', path: path`/project/${project}/integration_endpoint/${id}`, kind: 'read' },
    oneEndpoint(kind),
  );

/**
 * PUT /project/{project}/integration_endpoint/{id}. A maximum that is so already is fine. The id of the endpoint given
 * back may be a new one (platform-facts §1.2).
 */
export const updateEndpoint =
  (caller: Caller): Platform['updateEndpoint'] =>
  async (project, id, maximum) => {
    try {
      return await caller.send(
        {
          method: 'PUT',
          path: path`/project/${project}/integration_endpoint/${id}`,
          body: { user_config: maximumToWire(maximum) },
          kind: 'write',
        },
        oneEndpoint(maximum.kind),
      );
    } catch (error) {
      if (!isUnchanged(error)) throw error;
      return getEndpoint(caller, project, id, maximum.kind);
    }
  };

/**
 * POST /project/{project}/integration_endpoint. The name is what makes it safe to repeat: an autoscaler endpoint that
 * bears it already is taken, and brought to the maximum asked for.
 */
export const createEndpoint =
  (caller: Caller): Platform['createEndpoint'] =>
  async (project, name, maximum) => {
    const take = async () => {
      const listed = await listEndpoints(caller)(project);
      const there = listed.find((endpoint) => endpoint.name === name && endpoint.maximum.kind === maximum.kind);
      if (there === undefined || holds(there.maximum, maximum)) return there;
      return updateEndpoint(caller)(project, there.id, maximum);
    };
    const call = {
      method: 'POST',
      path: path`/project/${project}/integration_endpoint`,
      body: {
        endpoint_name: name,
        endpoint_type: endpointTypes[maximum.kind],
        user_config: maximumToWire(maximum),
      },
      kind: 'write',
    } as const;
    return caller.create(call, oneEndpoint(maximum.kind), take);
  };

/** DELETE /project/{project}/integration_endpoint/{id}. */
export const deleteEndpoint =
  (caller: Caller): Platform['deleteEndpoint'] =>
  async (project, id) =>
    unlessGone(
      caller.send(
        { method: 'DELETE', path: path`/project/${project}/integration_endpoint/${id}`, kind: 'write' },
        anyAnswer,
      ),
    );
