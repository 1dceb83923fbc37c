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
import { mustBeAccount, type Operation, organizationOperation, projectOperation } from './operation.ts';

/** Endpoint, integration and service types (pf 2.8, 2.11, 2.14). */

const existing = (state: PlatformState, type = ''): string => {
  if (!serviceTypesOf(state).includes(type)) throw serviceTypeNotFound(type);
  return type;
};

const allServiceTypes = (state: PlatformState) => ({
  service_types: Object.fromEntries(serviceTypesOf(state).map((type) => [type, serviceTypeAnswer(state, type)])),
});

export const typeOperations: readonly Operation[] = [
  projectOperation(
    { id: 'ServiceIntegrationEndpointTypes', method: 'GET', path: '/project/:project/integration_endpoint_types' },
    ({ state }) => ({ endpoint_types: endpointTypeAnswers(state) }),
  ),
  projectOperation(
    { id: 'ServiceIntegrationTypes', method: 'GET', path: '/project/:project/integration_types' },
    ({ state }) => ({ integration_types: integrationTypeAnswers(state) }),
  ),
  organizationOperation({ id: 'ListPublicServiceTypes', method: 'GET', path: '/service_types' }, ({ state }) =>
    allServiceTypes(state),
  ),
  projectOperation(
    { id: 'ListProjectServiceTypes', method: 'GET', path: '/project/:project/service_types' },
    ({ state }) => allServiceTypes(state),
  ),
  organizationOperation({ id: 'ListServiceVersions', method: 'GET', path: '/service_versions' }, ({ state }) => ({
    service_versions: serviceVersionAnswers(state),
  })),
  // Clients ask here for a project that has an account, which every project has.
  organizationOperation(
    { id: 'ListAccountServiceVersions', method: 'GET', path: '/account/:account/service_versions' },
    (call) => {
      mustBeAccount(call);
      return { service_versions: serviceVersionAnswers(call.state) };
    },
  ),
  projectOperation(
    { id: 'ProjectServiceTypesGet', method: 'GET', path: '/project/:project/service-types/:type' },
    ({ state, params }) => {
      const type = existing(state, params.type);
      return { service_type: type, ...serviceTypeAnswer(state, type) };
    },
  ),
  projectOperation(
    { id: 'ProjectServicePlanList', method: 'GET', path: '/project/:project/service-types/:type/plans' },
    ({ state, params }) => ({ service_plans: planAnswers(state, existing(state, params.type)) }),
  ),
];
