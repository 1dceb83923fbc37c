import { serviceTypeNotFound } from '../protocol/refusal.ts';
import type { World } from '../state/state.ts';
import {
  endpointTypeAnswers,
  integrationTypeAnswers,
  planAnswers,
  serviceTypeAnswer,
  serviceTypesOf,
  serviceVersionAnswers,
} from './answers/type-answers.ts';
import { type Operation, organizationOperation, projectOperation } from './operation.ts';

/** Types of endpoints, integrations and services (platform-facts §2.8, §2.11, §2.14). */

const existing = (world: World, type = ''): string => {
  if (!serviceTypesOf(world).includes(type)) throw serviceTypeNotFound(type);
  return type;
};

const allServiceTypes = (world: World) => ({
  service_types: Object.fromEntries(serviceTypesOf(world).map((type) => [type, serviceTypeAnswer(world, type)])),
});

export const typeOperations: readonly Operation[] = [
  projectOperation(
    { id: 'ServiceIntegrationEndpointTypes', method: 'GET', path: '/project/:project/integration_endpoint_types' },
    ({ world }) => ({ endpoint_types: endpointTypeAnswers(world) }),
  ),
  projectOperation(
    { id: 'ServiceIntegrationTypes', method: 'GET', path: '/project/:project/integration_types' },
    ({ world }) => ({ integration_types: integrationTypeAnswers(world) }),
  ),
  organizationOperation({ id: 'ListPublicServiceTypes', method: 'GET', path: '/service_types' }, ({ world }) =>
    allServiceTypes(world),
  ),
  projectOperation(
    { id: 'ListProjectServiceTypes', method: 'GET', path: '/project/:project/service_types' },
    ({ world }) => allServiceTypes(world),
  ),
  organizationOperation({ id: 'ListServiceVersions', method: 'GET', path: '/service_versions' }, ({ world }) => ({
    service_versions: serviceVersionAnswers(world),
  })),
  projectOperation(
    { id: 'ProjectServiceTypesGet', method: 'GET', path: '/project/:project/service-types/:type' },
    ({ world, params }) => {
      const type = existing(world, params.type);
      return { service_type: type, ...serviceTypeAnswer(world, type) };
    },
  ),
  projectOperation(
    { id: 'ProjectServicePlanList', method: 'GET', path: '/project/:project/service-types/:type/plans' },
    ({ world, params }) => ({ service_plans: planAnswers(world, existing(world, params.type)) }),
  ),
];
