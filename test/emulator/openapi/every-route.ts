import type { Scenario } from '../../../lib/emulator/scenario/scenario.ts';
import { pg, type Reply, type Send, smallScenario } from '../small-organization.ts';
import { type Document, entriesOf, problemsOf, schemaOf } from './read-document.ts';

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

type Entry = ReturnType<typeof entriesOf>[number];

const endpointBody = (gb: string) => ({ user_config: { autoscaler: { max_additional_storage: gb } } });

/** A good body for every operation that takes one. */
const bodies: Readonly<Record<string, (known: Known) => unknown>> = {
  OrganizationProjectsCreate: (known) => ({ project_id: 'fresh', billing_group_id: known.billing_group_id, tags: {} }),
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
    dest_endpoint_id: known.integration_endpoint_id,
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
      return { billing_group_id: body.billing_groups[0].billing_group_id };
    case 'BillingGroupInvoiceList':
      return { invoice_number: body.invoices[0].invoice_number };
    case 'ServiceIntegrationEndpointCreate':
      return { integration_endpoint_id: body.service_integration_endpoint.endpoint_id };
    case 'ServiceIntegrationCreate':
      return { integration_id: body.service_integration.service_integration_id };
    case 'ServiceIntegrationList':
      return { log_integration_id: body.service_integrations[0].service_integration_id };
    case 'OrganizationGet':
      return { account_id: body.account_id };
    case 'OrganizationProjectsCreate':
      return { fresh_project: body.project_id };
    case 'ProjectCreate':
      return { older_project: body.project.project_name };
    case 'UserInfo':
      return { member_id: body.user.user_id };
    case 'ApplicationUserCreate':
      return { user_id: body.user_id };
    case 'AccessTokenCreate':
      return { token_prefix: body.token_prefix };
    case 'ApplicationUserAccessTokenCreate':
      return { application_token_prefix: body.token_prefix };
    default:
      return {};
  }
};

/** Where a path's parameter means another thing than elsewhere. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  OrganizationUserTokensList: { user_id: 'member_id' },
  OrganizationUserRevokeToken: { user_id: 'member_id' },
  ApplicationUserAccessTokenDelete: { token_prefix: 'application_token_prefix' },
  OrganizationProjectsDelete: { project_name: 'fresh_project' },
  ProjectDelete: { project_name: 'older_project' },
  // An autoscaler's integration takes no options that could be changed.
  ServiceIntegrationUpdate: { integration_id: 'log_integration_id' },
};

export const filled = (path: string, id: string, known: Known): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(known[otherNames[id]?.[name] ?? name] ?? `no ${name}`),
  );

/** Things are made first, in the order in which they need one another, and taken away last, the other way round. */
const makers = [
  'OrganizationGet',
  'BillingGroupList',
  'BillingGroupInvoiceList',
  'UserInfo',
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
  'OrganizationUserRevokeToken',
  'ServiceDelete',
  'OrganizationProjectsDelete',
  'ProjectDelete',
];

const turnOf = (id: string): number => {
  if (makers.includes(id)) return makers.indexOf(id) - makers.length;
  return takers.indexOf(id) + 1;
};

/** What is wrong with one call and its answer, by the document. */
const faultsOf = (document: Document, { operation }: Entry, body: unknown, reply: Reply): string[] => {
  const { operationId: id, responses, requestBody } = operation;
  const documented = responses[reply.status] ?? (reply.status < 500 ? responses['4XX'] : undefined);
  const faults: string[] = [];
  if (requestBody !== undefined && body !== undefined)
    faults.push(...problemsOf(schemaOf(document, requestBody.content), body));
  if (documented === undefined) faults.push('is not in the document');
  if (reply.status >= 300) faults.push(reply.body?.message ?? 'refused');
  if (documented?.content !== undefined) faults.push(...problemsOf(schemaOf(document, documented.content), reply.body));
  else if (reply.body !== undefined) faults.push('has a body where there is none');
  return faults.map((fault) => `${id} ${reply.status}: ${fault}`);
};

/** Calls every operation of the document with valid input, and returns each deviation from the document. */
export const callAll = async (document: Document, send: Send) => {
  const known: Known = {
    project_name: 'shop',
    service_name: 'orders',
    organization_id: 'orgtest',
    service_type: 'pg',
    service_plan: 'startup-4',
    cloud_name: 'cloud-a',
  };
  const entries = entriesOf(document).toSorted(
    (a, b) => turnOf(a.operation.operationId) - turnOf(b.operation.operationId),
  );
  const wrong: string[] = [];
  for (const entry of entries) {
    const { path, method, operation } = entry;
    // The token of this name was revoked just before; a fresh one takes its place.
    if (operation.operationId === 'OrganizationUserRevokeToken') {
      const fresh = await send('POST', '/v1/access_token', bodies.AccessTokenCreate?.(known));
      known.token_prefix = fresh.body.token_prefix;
    }
    const body = operation.requestBody && (bodies[operation.operationId]?.(known) ?? {});
    const reply = await send(method, filled(path, operation.operationId, known), body);
    wrong.push(...faultsOf(document, entry, body, reply));
    if (reply.status < 300) Object.assign(known, learnt(operation.operationId, reply));
  }
  return { wrong, called: entries.length };
};
