import { knownRefusal, Refusal, serviceTypeNotFound } from '../protocol/refusal.ts';
import { planKey, priceKey } from '../state/catalogue.ts';
import type { PlatformState } from '../state/state.ts';
import {
  endpointTypeAnswers,
  integrationTypeAnswers,
  planAnswers,
  planSpecification,
  serviceTypeAnswer,
  serviceTypesOf,
  serviceVersionAnswers,
} from './answers/type-answers.ts';
import { type Operation, type OrganizationCall, operation } from './operation.ts';

const knownType = (state: PlatformState, type = ''): string => {
  if (!serviceTypesOf(state).includes(type)) throw serviceTypeNotFound(type);
  return type;
};

const allServiceTypes = ({ state }: OrganizationCall) => ({
  service_types: Object.fromEntries(serviceTypesOf(state).map((type) => [type, serviceTypeAnswer(state, type)])),
});

const allVersions = ({ state }: OrganizationCall) => ({ service_versions: serviceVersionAnswers(state) });

const ofType = '/project/:project/service-types/:type';

/** `Europe, Ireland - Amazon Web Services: Ireland`: region, place, provider, and the provider's region name. */
const describedAs = /^(?<region>[^,]+),.* - (?<provider>[^:]+)/;

/** Region and provider, parsed from the scenario's description; the cloud's name starts with its provider. */
const cloudAnswer = ([name, description]: readonly [string, string]) => {
  const provider = name.split('-')[0] ?? name;
  const parsed = describedAs.exec(description)?.groups;
  return {
    cloud_name: name,
    cloud_description: description,
    geo_region: parsed?.region?.toLowerCase() ?? 'unknown',
    provider,
    provider_description: parsed?.provider ?? provider,
  };
};

const cloudAnswers = ({ state: { clouds } }: OrganizationCall) => ({ clouds: [...clouds].map(cloudAnswer) });

const plan = '/service-types/:type/plans/:plan';

const notFound = (subject: string) => new Refusal(404, 'not_found', `${subject} does not exist`);

/**
 * What the platform offers: clouds, which clients read before they create or move a service (pf 2.14 clouds), plans with their prices,
 * of which answers are not wrapped (pf 2.8), and types of endpoints, integrations and services (pf 2.8, 2.11, 2.14).
 */
export const offerOperations: readonly Operation[] = [
  operation('ListClouds', 'GET /clouds', cloudAnswers),
  operation('ListProjectClouds', 'GET /project/:project/clouds', cloudAnswers),
  // No project has any (pf 2.14 networks, 2.15; A-30).
  operation('VpcList', 'GET /project/:project/vpcs', () => ({ vpcs: [] })),
  operation('StaticIPList', 'GET /project/:project/static-ips', () => ({ static_ips: [] })),
  operation(
    'ProjectServicePlanSpecsGet',
    `GET /project/:project${plan}`,
    ({ state, params: { type = '', plan: name = '' } }) => {
      const match = state.plans.get(planKey(type, name));
      if (match === undefined) throw notFound(`Plan '${name}' of service type '${type}'`);
      return planSpecification(match);
    },
  ),
  operation(
    'ProjectServicePlanPriceGet',
    `GET /project/:project/pricing${plan}/clouds/:cloud`,
    ({ state, params: { type = '', plan: name = '', cloud = '' } }) => {
      const price = state.prices.get(priceKey(type, name, cloud));
      if (price === undefined) throw notFound(`Price of plan '${name}' of service type '${type}' in '${cloud}'`);
      return {
        service_type: type,
        service_plan: name,
        cloud_name: cloud,
        base_price_usd: price.base,
        extra_disk_price_per_gb_usd: price.additionalGb ?? null,
        object_storage_gb_price_usd: null,
      };
    },
  ),
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
  operation('ProjectServiceTypesGet', `GET ${ofType}`, ({ state, params }) => {
    const type = knownType(state, params.type);
    return { service_type: type, ...serviceTypeAnswer(state, type) };
  }),
  operation('ProjectServicePlanList', `GET ${ofType}/plans`, ({ state, params }) => ({
    service_plans: planAnswers(state, knownType(state, params.type)),
  })),
];
