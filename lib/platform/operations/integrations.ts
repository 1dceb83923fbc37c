import { integrationType } from '../../wire/maximum.ts';
import { serviceOf } from '../autoscaler/transitions.ts';
import { integrationNotFound, unchanged } from '../protocol/refusal.ts';
import { checkedBody } from '../protocol/request-body.ts';
import { integrationCreate, integrationUpdate, noOptions } from '../protocol/requests.ts';
import { drawUuid } from '../state/random.ts';
import type { Integration, PlatformState, Project, Service } from '../state/state.ts';
import { integrationAnswer, integrationsByService, possibleIntegrationAnswer } from './answers/records.ts';
import { attach, checkedAttachment, normalised, possibleEndpoints, type Requested } from './attach.ts';
import { checkedConnection, connect, isForeign } from './connect.ts';
import { logAct, type Operation, operation, operationWithBody, type ProjectCall } from './operation.ts';

/** Integrations; an autoscaler connects a service to an endpoint (§2.2, §3). */

/** Create (§4 ServiceIntegrationCreate). */
const collection = '/project/:project/integration';
/** Delete (§4 ServiceIntegrationDelete). */
const single = `${collection}/:integration` as const;

/** Finds an integration of the project by the id in the path (§2.2 integration_id, §2.2 project_name). */
const integrationOf = (project: Project, id: string | undefined): Integration => {
  const integration = project.integrations.get(id ?? '');
  if (integration === undefined) throw integrationNotFound(id ?? '');
  return integration;
};

/** Enables the disk autoscaler of a service. */
const enabled = (call: ProjectCall<Requested>): Integration =>
  attach(call, checkedAttachment(call, serviceOf(call.project, normalised(call.body).service), call.body));

const createIntegration = (call: ProjectCall<Requested>) => {
  const integration = isForeign(call.body) ? connect(call, checkedConnection(call, call.body)) : enabled(call);
  return { service_integration: integrationAnswer(call.project, integration), message: 'created' };
};

/** A new integration can be hidden from requests by id for a while. */
const visibleIntegration = (project: Project, id: string | undefined, nowMs: number): Integration => {
  const integration = integrationOf(project, id);
  if (integration.hiddenUntilMs > nowMs) throw integrationNotFound(integration.id);
  return integration;
};

/** Updates the options of an integration, and its id if the behaviour says so (pf 1.2; A-31). */
const updateIntegration = (call: ProjectCall<{ readonly user_config: Record<string, unknown> }>) => {
  const { state, project, nowMs, params, body } = call;
  const old = visibleIntegration(project, params.integration, nowMs);
  if (old.type === integrationType) checkedBody(noOptions, body);
  if (JSON.stringify(old.userConfig) === JSON.stringify(body.user_config)) throw unchanged();
  const id = state.behaviour.updateGivesNewId ? drawUuid(state.random) : old.id;
  const integration = { ...old, id, userConfig: body.user_config };
  if (id !== old.id) project.integrations.delete(old.id);
  project.integrations.set(id, integration);
  logAct(call, 'service_integration_update', `Updated an integration of service '${old.service}'`, old.service);
  return { service_integration: integrationAnswer(project, integration), message: 'updated' };
};

/** The list of a service also contains possible integrations, without an id (pf 2.2). */
const listOf = (state: PlatformState, project: Project, service: Service) => [
  ...(integrationsByService(project).get(service.name) ?? []).map((integration) =>
    integrationAnswer(project, integration),
  ),
  ...possibleEndpoints(state, project, service).map((endpoint) =>
    possibleIntegrationAnswer(project, service, endpoint),
  ),
];

export const integrationOperations: readonly Operation[] = [
  operationWithBody('ServiceIntegrationCreate', `POST ${collection}`, integrationCreate, createIntegration),

  operation('ServiceIntegrationGet', `GET ${single}`, ({ project, params, nowMs }) => ({
    service_integration: integrationAnswer(project, visibleIntegration(project, params.integration, nowMs)),
  })),

  operationWithBody('ServiceIntegrationUpdate', `PUT ${single}`, integrationUpdate, updateIntegration),

  operation('ServiceIntegrationDelete', `DELETE ${single}`, (call) => {
    const { id, service } = integrationOf(call.project, call.params.integration);
    // The autoscaler is off (§3 enabled→disabled); the endpoint remains (§3 endpoint remains), and so does the disk
    // (§1.2).
    call.project.integrations.delete(id);
    logAct(call, 'service_integration_delete', `Deleted an integration of service '${service}'`, service);
    return { message: 'deleted' };
  }),

  operation(
    'ServiceIntegrationList',
    'GET /project/:project/service/:service/integration',
    ({ state, project, params }) => ({
      service_integrations: listOf(state, project, serviceOf(project, params.service)),
    }),
  ),
];
