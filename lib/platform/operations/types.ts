import { knownRefusal } from '../protocol/known-refusals.ts';
import { serviceTypeNotFound } from '../protocol/refusal.ts';
import type { PlatformState } from '../state/state.ts';
import {
  endpointTypeAnswers,
  integrationTypeAnswers,
  planAnswers,
  serviceTypeAnswer,
  serviceTypesOf,
  serviceVersionAnswers,
} from './answers/type-answers.ts';
import { type Operation, type OrganizationCall, operation } from './operation.ts';

/** Endpoint, integration and service types (pf 2.8, 2.11, 2.14). */

const existing = (state: PlatformState, type = ''): string => {
  if (!serviceTypesOf(state).includes(type)) throw serviceTypeNotFound(type);
  return type;
};

const allServiceTypes = ({ state }: OrganizationCall) => ({
  service_types: Object.fromEntries(serviceTypesOf(state).map((type) => [type, serviceTypeAnswer(state, type)])),
});

const allVersions = ({ state }: OrganizationCall) => ({ service_versions: serviceVersionAnswers(state) });

const single = '/project/:project/service-types/:type';

export const typeOperations: readonly Operation[] = [
  operation('ServiceIntegrationEndpointTypes', 'GET /project/:project/integration_endpoint_types', ({ state }) => ({
    endpoint_types: endpointTypeAnswers(state),
  })),
  operation('ServiceIntegrationTypes', 'GET /project/:project/integration_types', ({ state }) => ({
    integration_types: integrationTypeAnswers(state),
  })),
  operation('ListPublicServiceTypes', 'GET /service_types', allServiceTypes),
  operation('ListProjectServiceTypes', 'GET /project/:project/service_types', allServiceTypes),
  operation('ListServiceVersions', 'GET /service_versions', allVersions),
  // Clients ask here for a project that has an account, which every project has.
  operation('ListAccountServiceVersions', 'GET /account/:account/service_versions', (call) => {
    // pf 2.13 404 account.
    if (call.params.account !== call.state.organization.accountId) throw knownRefusal('account_not_found');
    return allVersions(call);
  }),
  operation('ProjectServiceTypesGet', `GET ${single}`, ({ state, params }) => {
    const type = existing(state, params.type);
    return { service_type: type, ...serviceTypeAnswer(state, type) };
  }),
  operation('ProjectServicePlanList', `GET ${single}/plans`, ({ state, params }) => ({
    service_plans: planAnswers(state, existing(state, params.type)),
  })),
];
