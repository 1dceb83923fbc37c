import type * as z from 'zod';
import { endpointTypes, kindOfEndpointType, maximumFromWire } from '../../wire/maximum.ts';
import { conflict, endpointNotFound, unchanged } from '../protocol/refusal.ts';
import { checkedBody } from '../protocol/request-body.ts';
import { endpointConfig, endpointCreate, endpointUpdate } from '../protocol/requests.ts';
import { recordCreation } from '../state/eventual-consistency.ts';
import { drawUuid } from '../state/random.ts';
import type { Endpoint, PlatformState, Project, UserConfig } from '../state/state.ts';
import { endpointAnswer } from './answers/records.ts';
import { logAct, type Operation, operation, operationWithBody } from './operation.ts';

/** Endpoints: an autoscaler's defines the maximum (§2.1 max_additional_storage), others are stored as they are. */

/** List and create (§4.7 list path, §4 ServiceIntegrationEndpointCreate). */
const collection = '/project/:project/integration_endpoint';
/** Update and delete (§4 ServiceIntegrationEndpointUpdate, §4 ServiceIntegrationEndpointDelete). */
const single = `${collection}/:endpoint` as const;

/** Finds an endpoint of the project by the id in the path (§2.1 integration_endpoint_id, §2.1 project_name). */
const endpointOf = (project: Project, id: string | undefined): Endpoint => {
  const endpoint = project.endpoints.get(id ?? '');
  if (endpoint === undefined) throw endpointNotFound(id ?? '');
  return endpoint;
};

/** The form of a configuration: a maximum by its kind (§2.1 endpoint_type), anything for other types. */
const configOf = (type: string, body: z.output<typeof endpointUpdate>, { served }: PlatformState) =>
  endpointConfig(kindOfEndpointType(type), body, served);

/** The same maximum, or the same text. */
const isSame = (type: string, config: UserConfig, other: UserConfig): boolean => {
  if (type !== endpointTypes.additional) return JSON.stringify(config) === JSON.stringify(other);
  return maximumFromWire('additional', config).gb === maximumFromWire('additional', other).gb;
};

/** Gives an endpoint a new id; its integrations follow. */
const renewed = (project: Project, endpoint: Endpoint, id: string): Endpoint => {
  const copy = { ...endpoint, id };
  project.endpoints.delete(endpoint.id);
  project.endpoints.set(id, copy);
  for (const integration of project.integrations.values()) {
    if (integration.endpointId === endpoint.id) integration.endpointId = id;
  }
  return copy;
};

const inUse = (project: Project, { id }: Endpoint): boolean =>
  [...project.integrations.values()].some(({ endpointId }) => endpointId === id);

const isTaken = (project: Project, name: string, type: string): boolean =>
  [...project.endpoints.values()].some((endpoint) => endpoint.name === name && endpoint.type === type);

export const endpointOperations: readonly Operation[] = [
  operation('ServiceIntegrationEndpointList', `GET ${collection}`, ({ project }) => ({
    service_integration_endpoints: [...project.endpoints.values()].map(endpointAnswer),
  })),

  operation('ServiceIntegrationEndpointGet', `GET ${single}`, ({ project, params }) => ({
    service_integration_endpoint: endpointAnswer(endpointOf(project, params.endpoint)),
  })),

  operationWithBody('ServiceIntegrationEndpointCreate', `POST ${collection}`, endpointCreate, (call) => {
    const { state, project, nowMs, body } = call;
    const { endpoint_name: name, endpoint_type: type } = body;
    const { user_config: userConfig } = checkedBody(configOf(type, body, state), body);
    // Name and type together must be unique in a project.
    if (isTaken(project, name, type)) throw conflict(`Service integration endpoint '${name}' already exists`);
    const endpoint: Endpoint = { id: drawUuid(state.random), name, type, userConfig };
    project.endpoints.set(endpoint.id, endpoint);
    recordCreation(state, endpoint.id, nowMs);
    logAct(call, 'service_integration_endpoint_create', `Created integration endpoint '${name}'`);
    return { service_integration_endpoint: endpointAnswer(endpoint), message: 'created' };
  }),

  operationWithBody('ServiceIntegrationEndpointUpdate', `PUT ${single}`, endpointUpdate, (call) => {
    const { state, project, params, body } = call;
    const endpoint = endpointOf(project, params.endpoint);
    // The endpoint's type fixes the kind of its maximum: the other profile's form is a 400.
    const { user_config: userConfig } = checkedBody(configOf(endpoint.type, body, state), body);
    // The live platform answers an unchanged configuration with an error; 05 is 5.
    if (isSame(endpoint.type, endpoint.userConfig, userConfig)) throw unchanged();
    // At any time, in use or not (§2.1 change at any time, §4.2). It may be below the provisioned size: the disk
    // stays, because no autoscaler makes it smaller (§1.2).
    endpoint.userConfig = userConfig;
    logAct(call, 'service_integration_endpoint_update', `Updated integration endpoint '${endpoint.name}'`);
    const answered = state.behaviour.updateGivesNewId ? renewed(project, endpoint, drawUuid(state.random)) : endpoint;
    return { service_integration_endpoint: endpointAnswer(answered), message: 'updated' };
  }),

  operation('ServiceIntegrationEndpointDelete', `DELETE ${single}`, (call) => {
    const { project, params } = call;
    const endpoint = endpointOf(project, params.endpoint);
    // An integration requires an endpoint.
    if (inUse(project, endpoint)) throw conflict(`Service integration endpoint '${endpoint.name}' is in use`);
    project.endpoints.delete(endpoint.id);
    logAct(call, 'service_integration_endpoint_delete', `Deleted integration endpoint '${endpoint.name}'`);
    return { message: 'deleted' };
  }),
];
