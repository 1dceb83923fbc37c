import type * as z from 'zod';
import { endpointTypes, kindOfEndpointType } from '../../wire/maximum.ts';
import { integrationCreate } from '../../wire/requests.ts';
import { roleIn } from '../authentication.ts';
import { sizingOf } from '../catalogue.ts';
import { type Operation, type ProjectCall, projectOperation, projectOperationWithBody } from '../operation.ts';
import { drawUuid } from '../random.ts';
import { integrationAnswer, integrationsByService, possibleIntegrationAnswer } from '../records.ts';
import { badRequest, conflict, endpointNotFound, integrationNotFound, Refusal } from '../refusal.ts';
import { serviceOf } from '../transitions.ts';
import { type Endpoint, type Integration, logEvent, type Project, type Service, type World } from '../world.ts';

/** Autoscaler integrations: they tie a service to an endpoint (§2.2, §3, §4). */

const collection = '/project/:project/integration';
const single = `${collection}/:integration`;
const mismatch = 'service_integration_project_mismatch_source_destination';

type Requested = z.output<typeof integrationCreate>;

/** Service and endpoint of a request in either direction: one of each, and no more. */
const normalised = (body: Requested): { readonly service: string; readonly endpointId: string } => {
  const { source_service, dest_service, source_endpoint_id, dest_endpoint_id } = body;
  const isReversed = source_service == null && dest_endpoint_id == null;
  const [service, endpointId] = isReversed ? [dest_service, source_endpoint_id] : [source_service, dest_endpoint_id];
  const missing: string[] = [];
  if (service == null) missing.push("Invalid input: 'source_service' is a required property");
  if (endpointId == null) missing.push("Invalid input: 'dest_endpoint_id' is a required property");
  if (service == null || endpointId == null) throw badRequest(missing);
  if (!isReversed && (dest_service != null || source_endpoint_id != null)) {
    throw badRequest('Invalid input: one service and one endpoint are tied together, and more were given');
  }
  return { service, endpointId };
};

const mustBeOfProject = (project: Project, body: Requested): void => {
  for (const key of ['source_project', 'dest_project'] as const) {
    if (body[key] != null && body[key] !== project.name) {
      throw badRequest(
        `'${key}' is ${body[key]}, but service and endpoint must be of project ${project.name}`,
        mismatch,
      );
    }
  }
};

/** An endpoint of another project is a mismatch, but only for those who may see that project. */
const endpointFor = ({ world, project, caller }: ProjectCall<unknown>, id: string): Endpoint => {
  const endpoint = project.endpoints.get(id);
  if (endpoint !== undefined) return endpoint;
  for (const other of world.projects.values()) {
    if (other.endpoints.has(id) && roleIn(caller, other.name) !== undefined) {
      throw badRequest(`Endpoint '${id}' belongs to project ${other.name}, not to ${project.name}`, mismatch);
    }
  }
  throw endpointNotFound(id);
};

const mustTakeAutoscaler = (world: World, service: Service): void => {
  // A running service with dynamic disk sizing in its plan and cloud (§1.7; ).
  if (service.state === 'POWEROFF') {
    throw conflict(`Service '${service.name}' is not powered on`, 'not_powered');
  }
  if (sizingOf(world, service) === undefined) {
    throw new Refusal(403, 'feature_not_enabled', 'Service integrations are not available for this service');
  }
};

/** One autoscaler per service. */
const mustBeTheOnlyOne = (project: Project, service: Service, endpoint: Endpoint, type: string): void => {
  for (const other of project.integrations.values()) {
    if (other.service !== service.name || other.type !== type) continue;
    throw other.endpointId === endpoint.id
      ? conflict('Service integration already exists')
      : conflict('Only 1 integration(s) of this type allowed per service');
  }
};

const integrationOf = (project: Project, id: string | undefined): Integration => {
  const integration = project.integrations.get(id ?? '');
  if (integration === undefined) throw integrationNotFound(id ?? '');
  return integration;
};

const createIntegration = (call: ProjectCall<Requested>) => {
  const { world, project, caller, nowMs, body } = call;
  const { service: serviceName, endpointId } = normalised(body);
  mustBeOfProject(project, body);
  const service = serviceOf(project, serviceName);
  const endpoint = endpointFor(call, endpointId);
  if (kindOfEndpointType(endpoint.type) === undefined) {
    const needed = Object.values(endpointTypes).join(' or ');
    throw badRequest(`Endpoint '${endpoint.name}' is of type ${endpoint.type}, but ${needed} is needed`);
  }
  mustTakeAutoscaler(world, service);
  const type = body.integration_type;
  mustBeTheOnlyOne(project, service, endpoint, type);
  const id = drawUuid(world.random);
  const integration = { id, type, service: service.name, endpointId, createdMs: nowMs };
  project.integrations.set(id, integration);
  service.reachedMb = null;
  logEvent(project, {
    atMs: nowMs,
    actor: caller.name,
    type: 'service_integration_create',
    description: `Integrated service '${service.name}' with endpoint '${endpoint.name}'`,
    service: service.name,
  });
  return { service_integration: integrationAnswer(project, integration), message: 'created' };
};

/** The list of a service also names what could be integrated, without an id (platform-facts §2.2). */
const listOf = (world: World, project: Project, service: Service) => {
  const existing = integrationsByService(project).get(service.name) ?? [];
  const used = new Set(existing.map(({ endpointId }) => endpointId));
  const possible = [...project.endpoints.values()].filter(
    ({ id, type }) => kindOfEndpointType(type) !== undefined && !used.has(id) && sizingOf(world, service) !== undefined,
  );
  return [
    ...existing.map((integration) => integrationAnswer(project, integration)),
    ...possible.map((endpoint) => possibleIntegrationAnswer(project, service, endpoint)),
  ];
};

export const integrationOperations: readonly Operation[] = [
  projectOperationWithBody(
    { id: 'ServiceIntegrationCreate', method: 'POST', path: collection },
    integrationCreate,
    createIntegration,
  ),

  projectOperation({ id: 'ServiceIntegrationGet', method: 'GET', path: single }, ({ project, params }) => ({
    service_integration: integrationAnswer(project, integrationOf(project, params.integration)),
  })),

  projectOperation(
    { id: 'ServiceIntegrationDelete', method: 'DELETE', path: single },
    ({ project, caller, nowMs, params }) => {
      const integration = integrationOf(project, params.integration);
      // The endpoint remains (§3), and so does the disk (§1.2).
      project.integrations.delete(integration.id);
      logEvent(project, {
        atMs: nowMs,
        actor: caller.name,
        type: 'service_integration_delete',
        description: `Deleted an integration of service '${integration.service}'`,
        service: integration.service,
      });
      return { message: 'deleted' };
    },
  ),

  projectOperation(
    { id: 'ServiceIntegrationList', method: 'GET', path: '/project/:project/service/:service/integration' },
    ({ world, project, params }) => ({
      service_integrations: listOf(world, project, serviceOf(project, params.service)),
    }),
  ),
];
