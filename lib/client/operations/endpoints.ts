import { isSameMaximum } from '../../core/service/maximum.ts';
import type { Platform } from '../../ports.ts';
import { endpointTypes, maximumToWire } from '../../wire/maximum.ts';
import { endpoint as endpointAnswer, endpoints } from '../../wire/records.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';
import { deleteRawEndpoint, getRawEndpoint, updateRawEndpoint } from './raw.ts';
import { get, unlessGone } from './requests.ts';
import { toEndpoint, toEndpoints } from './to-model.ts';

/** Autoscaler endpoints of either profile. */
export const endpointOperations = (caller: Caller) => {
  /** GET /project/{project}/integration_endpoint, autoscaler endpoints only (pf 2.1). */
  const listEndpoints: Platform['listEndpoints'] = async (project) =>
    get(caller, path`/project/${project}/integration_endpoint`, endpoints, (answer) =>
      toEndpoints(answer.service_integration_endpoints),
    );

  /** GET /project/{project}/integration_endpoint/{id}; one for another purpose is none (spec.md §4.7). */
  const getEndpoint: Platform['getEndpoint'] = async (project, id) => {
    const record = await unlessGone(getRawEndpoint(caller, project, id));
    return record && toEndpoints([record])[0];
  };

  /**
   * PUT /project/{project}/integration_endpoint/{id}. An unchanged maximum is a success. The returned endpoint may
   * have a new id (pf 1.2).
   */
  const updateEndpoint: Platform['updateEndpoint'] = async (project, id, maximum, watch) => {
    const { endpoint } = await updateRawEndpoint(caller, project, id, maximumToWire(maximum), watch);
    return toEndpoint(endpoint, maximum.kind);
  };

  /**
   * POST /project/{project}/integration_endpoint. The name makes the call safe to repeat: an existing autoscaler endpoint
   * of that name is reused and set to the requested maximum.
   */
  const createEndpoint: Platform['createEndpoint'] = async (project, name, maximum, watch) => {
    const { kind } = maximum;
    const take = async () => {
      const listed = await listEndpoints(project);
      const existing = listed.find((endpoint) => endpoint.name === name && endpoint.maximum.kind === kind);
      if (existing === undefined || isSameMaximum(existing.maximum, maximum)) return existing;
      return updateEndpoint(project, existing.id, maximum, watch);
    };
    const body = { endpoint_name: name, endpoint_type: endpointTypes[kind], user_config: maximumToWire(maximum) };
    return caller.create(
      { method: 'POST', path: path`/project/${project}/integration_endpoint`, body, kind: 'write', watch },
      answerAs(endpointAnswer, (answer) => toEndpoint(answer.service_integration_endpoint, kind)),
      take,
    );
  };

  /** DELETE /project/{project}/integration_endpoint/{id}. */
  const deleteEndpoint: Platform['deleteEndpoint'] = async (project, id, watch) =>
    unlessGone(deleteRawEndpoint(caller, project, id, watch));

  return { listEndpoints, getEndpoint, updateEndpoint, createEndpoint, deleteEndpoint };
};
