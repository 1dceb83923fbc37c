import { holds } from '../../core/service/maximum.ts';
import type { Platform } from '../../ports.ts';
import { endpointTypes, maximumToWire } from '../../wire/maximum.ts';
import { endpoint as endpointAnswer } from '../../wire/records.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';
import { unlessGone } from './already-so.ts';
import { deleteRawEndpoint, listRawEndpoints, updateRawEndpoint } from './raw.ts';
import { toEndpoint, toEndpoints } from './to-model.ts';

/** GET /project/{project}/integration_endpoint: the autoscaler's endpoints only (platform-facts §2.1). */
export const listEndpoints =
  (caller: Caller): Platform['listEndpoints'] =>
  async (project) =>
    toEndpoints(await listRawEndpoints(caller, project));

/**
 * PUT /project/{project}/integration_endpoint/{id}. A maximum that is so already is fine. The id of the endpoint given
 * back may be a new one (platform-facts §1.2).
 */
export const updateEndpoint =
  (caller: Caller): Platform['updateEndpoint'] =>
  async (project, id, maximum, onRequestId) => {
    const { endpoint } = await updateRawEndpoint(caller, project, id, maximumToWire(maximum), onRequestId);
    return toEndpoint(endpoint, maximum.kind);
  };

/**
 * POST /project/{project}/integration_endpoint. The name is what makes it safe to repeat: an autoscaler endpoint that
 * bears it already is taken, and brought to the maximum asked for.
 */
export const createEndpoint =
  (caller: Caller): Platform['createEndpoint'] =>
  async (project, name, maximum, onRequestId) => {
    const take = async () => {
      const listed = await listEndpoints(caller)(project);
      const there = listed.find((endpoint) => endpoint.name === name && endpoint.maximum.kind === maximum.kind);
      if (there === undefined || holds(there.maximum, maximum)) return there;
      return updateEndpoint(caller)(project, there.id, maximum, onRequestId);
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
      onRequestId,
    } as const;
    const created = answerAs(endpointAnswer, (answer) => toEndpoint(answer.service_integration_endpoint, maximum.kind));
    return caller.create(call, created, take);
  };

/** DELETE /project/{project}/integration_endpoint/{id}. */
export const deleteEndpoint =
  (caller: Caller): Platform['deleteEndpoint'] =>
  async (project, id, onRequestId) =>
    unlessGone(deleteRawEndpoint(caller, project, id, onRequestId));
