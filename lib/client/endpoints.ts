import { PlatformError } from '../contract/errors.ts';
import type { Endpoint } from '../core/model.ts';
import type { Platform } from '../ports.ts';
import { endpointType, maximumToWire } from '../wire/maximum.ts';
import { endpoint as endpointAnswer, endpoints } from '../wire/records.ts';
import type { Caller } from './caller.ts';
import { path } from './path.ts';
import { answerAs, anyAnswer } from './read-answer.ts';
import { toEndpoint, toEndpoints } from './to-model.ts';
import { unlessGone } from './unless-gone.ts';

const oneEndpoint = answerAs(endpointAnswer, (answer) => toEndpoint(answer.service_integration_endpoint));

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

const getEndpoint = (caller: Caller, project: string, id: string): Promise<Endpoint> =>
  caller.send({ method: 'GET', path: path`/project/${project}/integration_endpoint/${id}`, kind: 'read' }, oneEndpoint);

/**
 * PUT /project/{project}/integration_endpoint/{id}. A maximum that is so already is fine. The id of the endpoint given
 * back may be a new one (platform-facts §1.2).
 */
export const updateEndpoint =
  (caller: Caller): Platform['updateEndpoint'] =>
  async (project, id, maxAdditionalGb) => {
    try {
      return await caller.send(
        {
          method: 'PUT',
          path: path`/project/${project}/integration_endpoint/${id}`,
          body: { user_config: maximumToWire(maxAdditionalGb) },
          kind: 'write',
        },
        oneEndpoint,
      );
    } catch (error) {
      if (!isUnchanged(error)) throw error;
      return getEndpoint(caller, project, id);
    }
  };

/**
 * POST /project/{project}/integration_endpoint. The name is what makes it safe to repeat: an autoscaler endpoint that
 * bears it already is taken, and brought to the maximum asked for.
 */
export const createEndpoint =
  (caller: Caller): Platform['createEndpoint'] =>
  async (project, name, maxAdditionalGb) => {
    const take = async () => {
      const there = (await listEndpoints(caller)(project)).find((endpoint) => endpoint.name === name);
      if (there === undefined || there.maxAdditionalGb === maxAdditionalGb) return there;
      return updateEndpoint(caller)(project, there.id, maxAdditionalGb);
    };
    const call = {
      method: 'POST',
      path: path`/project/${project}/integration_endpoint`,
      body: { endpoint_name: name, endpoint_type: endpointType, user_config: maximumToWire(maxAdditionalGb) },
      kind: 'write',
    } as const;
    return caller.create(call, oneEndpoint, take);
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
