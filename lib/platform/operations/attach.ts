import type * as z from 'zod';
import { endpointTypes, integrationType, kindOfEndpointType } from '../../wire/maximum.ts';
import { badRequest, conflict, endpointNotFound, notPermitted, Refusal } from '../protocol/refusal.ts';
import { checkedBody } from '../protocol/request-body.ts';
import { type integrationCreate, noOptions } from '../protocol/requests.ts';
import { kindsServed } from '../protocol/served-profile.ts';
import { roleIn } from '../state/authentication.ts';
import { sizingOf } from '../state/catalogue.ts';
import { isNew, recordCreation } from '../state/eventual-consistency.ts';
import { drawUuid } from '../state/random.ts';
import type { Endpoint, Integration, PlatformState, Project, Service } from '../state/state.ts';
import { logAct, type OrganizationCall } from './operation.ts';

/**
 * Attaches a service to an autoscaler endpoint (§1.3, §3 disabled→enabled): all checks come before the change.
 */

const mismatch = 'service_integration_project_mismatch_source_destination';

export type Requested = z.output<(typeof integrationCreate)['both']>;
export type AttachCall = Pick<OrganizationCall, 'state' | 'caller' | 'nowMs'> & { readonly project: Project };

/**
 * Service and endpoint of a request in either direction (§2.2 source_service, §2.2 dest_endpoint_id; A-9); exactly one
 * of each.
 */
export const normalised = (body: Requested): { readonly service: string; readonly endpointId: string } => {
  const { source_service, dest_service, source_endpoint_id, dest_endpoint_id } = body;
  const isReversed = source_service == null && dest_endpoint_id == null;
  const [service, endpointId] = isReversed ? [dest_service, source_endpoint_id] : [source_service, dest_endpoint_id];
  const missing: string[] = [];
  if (service == null) missing.push("Invalid input: 'source_service' is a required property");
  if (endpointId == null) missing.push("Invalid input: 'dest_endpoint_id' is a required property");
  if (service == null || endpointId == null) throw badRequest(missing);
  if (!isReversed && (dest_service != null || source_endpoint_id != null)) {
    throw badRequest('Invalid input: an integration connects exactly one service to one endpoint');
  }
  return { service, endpointId };
};

/** §2.2 source_project; pf 2.13 400 mismatch of projects. */
export const mustBeOfProject = (project: Project, body: Requested): void => {
  for (const key of ['source_project', 'dest_project'] as const) {
    if (body[key] != null && body[key] !== project.name) {
      throw badRequest(
        `'${key}' is ${body[key]}, but service and endpoint must be of project ${project.name}`,
        mismatch,
      );
    }
  }
};

/** An endpoint of another project is a mismatch, but only to members of that project. */
export const endpointFor = ({ state, project, caller }: AttachCall, id: string): Endpoint => {
  const endpoint = project.endpoints.get(id);
  if (endpoint !== undefined) return endpoint;
  for (const other of state.projects.values()) {
    if (other.endpoints.has(id) && roleIn(caller, other.name) !== undefined) {
      throw badRequest(`Endpoint '${id}' belongs to project ${other.name}, not to ${project.name}`, mismatch);
    }
  }
  throw endpointNotFound(id);
};

/** Reason why a service cannot have an autoscaler, independent of the endpoint. */
const serviceObstacle = (state: PlatformState, service: Service): Refusal | undefined => {
  // The service must be running (§1.7 running service; A-4; pf 2.13 409 not powered).
  if (service.state === 'POWEROFF') return conflict('Database not powered on', 'not_powered');
  // Its plan and cloud must have dynamic disk sizing (§1.7 dynamic sizing; A-19; pf 2.13 403 small plans).
  return sizingOf(state, service) === undefined
    ? new Refusal(403, 'feature_not_enabled', 'Service integrations are not available for this service')
    : undefined;
};

/** Reason why nothing can be attached to an endpoint. */
const endpointObstacle = (state: PlatformState, endpoint: Endpoint, nowMs: number): Refusal | undefined => {
  if (isNew(state, endpoint.id, nowMs)) return notPermitted('ServiceIntegrationCreate');
  if (kindOfEndpointType(endpoint.type) !== undefined) return undefined;
  const needed = kindsServed(state.served)
    .map((kind) => endpointTypes[kind])
    .join(' or ');
  return badRequest(`Endpoint '${endpoint.name}' is of type ${endpoint.type}, but must be of type ${needed}`);
};

export const secondIntegration = () => conflict('Only 1 integration(s) of this type allowed per service');

/** The autoscaler of a service; a service has at most one. */
const autoscalerOf = (project: Project, service: Service): Integration | undefined => {
  for (const integration of project.integrations.values()) {
    if (integration.service === service.name && integration.type === integrationType) return integration;
  }
  return undefined;
};

/** An attachment that passed all checks. */
export interface Attachment {
  readonly service: Service;
  readonly endpoint: Endpoint;
  readonly type: string;
}

/** @throws Refusal for every failed check */
export const checkedAttachment = (call: AttachCall, service: Service, body: Requested): Attachment => {
  const { state, project, nowMs } = call;
  checkedBody(noOptions, body);
  mustBeOfProject(project, body);
  const endpoint = endpointFor(call, normalised(body).endpointId);
  const obstacle = endpointObstacle(state, endpoint, nowMs) ?? serviceObstacle(state, service);
  if (obstacle !== undefined) throw obstacle;
  const other = autoscalerOf(project, service);
  // pf 2.13 409 exists already, pf 2.13 409 only one.
  if (other?.endpointId === endpoint.id) throw conflict('Service integration already exists');
  if (other !== undefined) throw secondIntegration();
  return { service, endpoint, type: body.integration_type };
};

/** Stores a new integration, which may be hidden or inactive at first. */
export const newIntegration = (
  call: AttachCall,
  properties: Pick<Integration, 'type' | 'service' | 'endpointId' | 'otherService' | 'isReversed' | 'userConfig'>,
  description: string,
): Integration => {
  const { state, project, nowMs } = call;
  const { integrationHiddenSeconds, integrationInactiveSeconds } = state.behaviour;
  const integration: Integration = {
    id: drawUuid(state.random),
    ...properties,
    createdMs: nowMs,
    hiddenUntilMs: nowMs + integrationHiddenSeconds * 1000,
    activeFromMs: nowMs + integrationInactiveSeconds * 1000,
  };
  project.integrations.set(integration.id, integration);
  recordCreation(state, integration.id, nowMs);
  logAct(call, 'service_integration_create', description, integration.service);
  return integration;
};

/** Creates the integration; its evaluations count from now on (§3 disabled→enabled). */
export const attach = (call: AttachCall, { service, endpoint, type }: Attachment): Integration => {
  service.reachedMb = null;
  const properties = { type, service: service.name, endpointId: endpoint.id, userConfig: {} };
  return newIntegration(call, properties, `Integrated service '${service.name}' with endpoint '${endpoint.name}'`);
};

/**
 * Endpoints that a service could be attached to without a refusal (pf 2.2).
 * Requires the project to be evaluated up to now.
 */
export const possibleEndpoints = (state: PlatformState, project: Project, service: Service): Endpoint[] => {
  if (serviceObstacle(state, service) !== undefined || autoscalerOf(project, service) !== undefined) return [];
  return [...project.endpoints.values()].filter(
    (endpoint) => endpointObstacle(state, endpoint, project.evaluatedMs) === undefined,
  );
};
