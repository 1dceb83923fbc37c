import type * as z from 'zod';
import { operations } from '../../../lib/platform/operations/all.ts';
import type { Operation } from '../../../lib/platform/operations/operation.ts';
import type { Scenario } from '../../../lib/platform/scenario/scenario.ts';
import { answers } from '../answers/by-operation.ts';
import { error } from '../answers/parts.ts';
import { pg, type Reply, type Send, smallScenario } from '../small-organization.ts';

const small = smallScenario();
const shop = {
  name: 'shop',
  services: [pg('orders', { usedGb: 95 })],
  endpoints: [{ name: 'logs', type: 'external_logs', userConfig: { server: 'logs.example.com' } }],
  integrations: [{ service: 'orders', endpoint: 'logs', type: 'logs' }],
};
/** One service, with an integration that is no autoscaler's. */
export const everyRouteScenario: Scenario = { ...small, projects: [shop, ...small.projects.slice(1)] };

/** Ids that answers gave, by the name of the path parameter. */
export type Known = Record<string, string>;

const endpointBody = (gb: string) => ({ user_config: { autoscaler: { max_additional_storage: gb } } });

/** A good body for every operation that takes one. */
const bodies: Readonly<Record<string, (known: Known) => unknown>> = {
  OrganizationProjectsCreate: (known) => ({ project_id: 'fresh', billing_group_id: known.group, tags: {} }),
  ProjectCreate: () => ({ project: 'fresh-too' }),
  ProjectUpdate: () => ({ tags: { env: 'test' } }),
  OrganizationProjectsUpdate: () => ({ tags: { env: 'test' } }),
  ProjectTagsReplace: () => ({ tags: { env: 'test' } }),
  ProjectTagsUpdate: () => ({ tags: { env: null, team: 'a' } }),
  ProjectServiceTagsReplace: () => ({ tags: { env: 'test' } }),
  ProjectServiceTagsUpdate: () => ({ tags: { env: null, team: 'a' } }),
  ServiceIntegrationEndpointCreate: () => ({
    endpoint_name: 'grow',
    endpoint_type: 'disk_storage',
    ...endpointBody('200'),
  }),
  ServiceIntegrationEndpointUpdate: () => endpointBody('300'),
  ServiceIntegrationCreate: (known) => ({
    integration_type: 'autoscaler',
    source_project: 'shop',
    source_service: 'orders',
    dest_endpoint_id: known.endpoint,
  }),
  ServiceIntegrationUpdate: () => ({ user_config: { level: 'debug' } }),
  ServiceCreate: () => ({ service_name: 'fresh', service_type: 'pg', plan: 'startup-4', cloud: 'cloud-a' }),
  ServiceUpdate: () => ({ termination_protection: false }),
  ServiceMetricsFetch: () => ({ period: 'day' }),
  AccessTokenCreate: () => ({ description: 'fresh', max_age_seconds: 600 }),
  AccessTokenUpdate: () => ({ description: 'known by another name' }),
  ApplicationUserCreate: () => ({ name: 'robot' }),
  ApplicationUserUpdate: () => ({ name: 'robot 2' }),
  ApplicationUserAccessTokenCreate: () => ({ description: 'fresh', max_age_seconds: 600 }),
};

/** What later calls need of an answer. */
const learnt = (id: string, { body }: Reply): Known => {
  switch (id) {
    case 'BillingGroupList':
      return { group: body.billing_groups[0].billing_group_id };
    case 'ServiceIntegrationEndpointCreate':
      return { endpoint: body.service_integration_endpoint.endpoint_id };
    case 'ServiceIntegrationCreate':
      return { integration: body.service_integration.service_integration_id };
    case 'ServiceIntegrationList':
      return { log_integration_id: body.service_integrations[0].service_integration_id };
    case 'OrganizationGet':
      return { account: body.account_id };
    case 'OrganizationProjectsCreate':
      return { fresh_project: body.project_id };
    case 'ProjectCreate':
      return { older_project: body.project.project_name };
    case 'ApplicationUserCreate':
      return { user: body.user_id };
    case 'AccessTokenCreate':
      return { token: body.token_prefix };
    case 'ApplicationUserAccessTokenCreate':
      return { application_token_prefix: body.token_prefix };
    default:
      return {};
  }
};

/** Where a path's parameter means another thing than elsewhere. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ApplicationUserAccessTokenDelete: { token: 'application_token_prefix' },
  OrganizationProjectsDelete: { project: 'fresh_project' },
  ProjectDelete: { project: 'older_project' },
  // An autoscaler's integration takes no options that could be changed (A-32).
  ServiceIntegrationUpdate: { integration: 'log_integration_id' },
};

/** The path of an operation below `/v1`, with these ids as its parameters. */
export const filled = ({ id, path }: Operation, known: Known): string =>
  `/v1${path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(known[otherNames[id]?.[name] ?? name] ?? `no ${name}`),
  )}`;

/** Things are made first, in the order in which they need one another, and taken away last, the other way round. */
const makers = [
  'OrganizationGet',
  'BillingGroupList',
  'ServiceIntegrationList',
  'ServiceIntegrationEndpointCreate',
  'ServiceIntegrationCreate',
  'ApplicationUserCreate',
  'AccessTokenCreate',
  'ApplicationUserAccessTokenCreate',
];
const takers = [
  'ServiceIntegrationDelete',
  'ServiceIntegrationEndpointDelete',
  'ApplicationUserAccessTokenDelete',
  'ApplicationUserDelete',
  'AccessTokenRevoke',
  'ServiceDelete',
  'OrganizationProjectsDelete',
  'ProjectDelete',
];

const turnOf = (id: string): number => {
  if (makers.includes(id)) return makers.indexOf(id) - makers.length;
  return takers.indexOf(id) + 1;
};

const problemsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

/** What is wrong with a refusal: it must have the body of one. */
export const problemsOfRefusal = ({ body }: Reply): string[] => problemsOf(error, body);

/** What is wrong with the answer to a valid call. */
const problemsOfSuccess = ({ id, noContent }: Operation, { status, body }: Reply): string[] => {
  const schema = answers[id];
  if (status !== (noContent ? 204 : 200)) return [`${id} ${status}: ${body?.message ?? 'refused'}`];
  if (schema === undefined) return body === undefined ? [] : [`${id}: has a body where there is none`];
  return problemsOf(schema, body).map((problem) => `${id}: ${problem}`);
};

/** Calls every operation with valid input, and returns each deviation from its answer's schema. */
export const callAll = async (send: Send): Promise<string[]> => {
  const known: Known = {
    project: 'shop',
    service: 'orders',
    organization: 'orgtest',
    type: 'pg',
    plan: 'startup-4',
    cloud: 'cloud-a',
  };
  const wrong: string[] = [];
  for (const operation of operations.toSorted((a, b) => turnOf(a.id) - turnOf(b.id))) {
    const body = operation.hasBody ? (bodies[operation.id]?.(known) ?? {}) : undefined;
    const reply = await send(operation.method, filled(operation, known), body);
    wrong.push(...problemsOfSuccess(operation, reply));
    if (reply.status < 300) Object.assign(known, learnt(operation.id, reply));
  }
  return wrong;
};
