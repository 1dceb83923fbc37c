import { errorRows } from './error-rows.ts';
import { optionRows } from './option-rows.ts';
import { readerRows } from './reader-rows.ts';
import { demands, notApplicable, notShown, type Row } from './row.ts';

/** Every sentence and table row of the specification, pf 2.13 and pf 2.14 that contains a requirement. */

const preamble: readonly Row[] = demands('§0', {
  'base address': 'All requests go to paths below one base address.',
  'naming rule': "In identifiers of the search service, the word engine replaces the product's own name.",
});

const service: readonly Row[] = [
  ...demands('§1.1', { '': 'A disk that runs out of space grows automatically.' }),
  ...demands('§1.2', { '': 'Disks only grow; they never shrink.' }),
  ...demands('§1.3', {
    '': 'Each service is enabled separately: an endpoint in the project defines the maximum, an integration connects the service to it.',
  }),
  ...demands('§1.4', { '': 'From the integration on, the disk is evaluated every 30 seconds.' }),
  ...demands('§1.5', { '': 'At the threshold of the service type the disk grows by a tenth of the used space.' }),
  ...demands('§1.6', {
    '': 'Only provisioned additional storage is charged, at the dynamic-sizing price of type and plan.',
  }),
  ...demands('§1.7', {
    'running service': 'The service must exist and run.',
    'dynamic sizing': 'Plan and cloud must offer dynamic disk sizing.',
    operator: 'The caller must have the operator role for organization, project and service.',
  }),
  ...demands('§1.8', {
    'HTTP API': 'The HTTP API offers every operation.',
    'command line': 'Client commands offer every operation.',
  }),
  notApplicable('§1.8 web console', 'There is a web console.', 'it is not described'),
  ...demands('§1.9', { '': 'The same interface defines the options of the search service.' }),
];

const endpoint: readonly Row[] = [
  ...demands('§2.1', {
    endpoint_name: 'Required: its name.',
    endpoint_type: 'Required: disk_storage; besides it only the type of the other profile (A-42).',
    user_config: 'Required in the body: an object that contains the object autoscaler.',
    max_additional_storage: 'Required: the maximum additional storage in gigabytes, as a string.',
    integration_endpoint_id: 'Update and delete name the endpoint in the path.',
    project_name: 'The path names the project that owns the endpoint.',
    'change at any time': 'The maximum can be changed while services use the endpoint.',
    'client form': 'The client command takes the maximum at the top level of its JSON; the body nests it.',
  }),
  notShown('§2.1 range', 'The range of allowed maximums.', ['A-3']),
];

const integration: readonly Row[] = [
  ...demands('§2.2', {
    dest_endpoint_id: 'Required: the endpoint.',
    integration_type: 'Required: autoscaler and nothing else.',
    source_project: 'Required: the project of the endpoint.',
    source_service: 'Required: the service.',
    project_name: 'The path names the project.',
    integration_id: 'Delete names the integration in the path.',
  }),
  notShown('§2.2 omitted', 'The result of a request without a member that known clients omit.', ['A-9']),
  ...demands('§2.3', {
    '': 'Not shown; Headroom uses those of public sources (pf 2.1, 2.2).',
  }),
];

const searchRules: readonly Row[] = [
  ...demands('§2.4', {
    'null values': 'Options accept null only if their type says so.',
    'rule 1': 'disable_replication_factor_adjustment can no longer be enabled.',
    'rule 2': 'max_index_count is deprecated in favour of index_patterns.',
    'rule 3': 'service_to_fork_from counts only at creation.',
    'rule 4': 'project_to_fork_from counts only at creation.',
    'rule 5': 'recovery_basebackup_name is for forked services.',
    'rule 6': 'openid needs client_id and client_secret.',
    'rule 7': 'The minimum and maximum of the indexing buffer need its percentage.',
    'rule 8': 'email_sender_name must equal the sender in the dashboards.',
    'rule 9': 'Thread pool sizes above what the CPUs allow are lowered, not refused.',
    'stated defaults': 'The schema contains the defaults of the text.',
    'stated units': 'The schema contains the units of the text.',
    'access objects': 'Each has the flags engine, engine_dashboards and prometheus.',
    'bounds and patterns': 'Not shown; Headroom uses those of the public schema.',
  }),
  notShown('§2.4 null resets', 'The effect of null, a missing option or a partial object on stored options.', ['A-37']),
  notShown('§2.4 broken rules', 'The answer to a request that breaks a rule.', ['A-38']),
  notShown('§2.4 CPU maximum', 'The maximum thread pool size for a number of CPUs.', ['A-36']),
  notApplicable('§2.4 effects of options', 'The effect of each option.', 'no search engine runs here'),
];

const states: readonly Row[] = [
  ...demands('§3', {
    'disabled→enabled': 'An autoscaler integration with a disk_storage endpoint enables; evaluation begins.',
    'enabled→disabled': 'Deleting the integration disables the autoscaler.',
    'endpoint remains': 'The endpoint outlives the integration and can be reused or deleted.',
    'enabled→enabled': 'At or above the threshold an evaluation adds a tenth of the used space; evaluation continues.',
  }),
  notShown('§3 maximum reached', 'The behaviour at the maximum.', ['A-1', 'A-5', 'A-6']),
  notShown('§3 lifecycle', 'States of services and of records.', ['A-4', 'A-7', 'A-10']),
];

const endpoints: readonly Row[] = [
  ...demands('§4', {
    ServiceIntegrationEndpointCreate: 'POST creates an endpoint of a project.',
    ServiceIntegrationEndpointUpdate: 'PUT changes one endpoint, with the new maximum.',
    ServiceIntegrationEndpointDelete: 'DELETE removes one endpoint, without a body.',
    ServiceIntegrationCreate: 'POST creates an integration of a project.',
    ServiceIntegrationDelete: 'DELETE removes one integration, without a body.',
    'JSON bodies': 'Bodies are JSON, declared in Content-Type.',
  }),
  ...demands('§4.1', { '': 'To enable: create an endpoint, take its id, create the integration with it.' }),
  ...demands('§4.2', { '': 'To change the maximum: update the endpoint.' }),
  ...demands('§4.3', { '': 'To disable: delete the integration, then optionally the endpoint.' }),
  ...demands('§4.4', { '': 'Every call carries the Authorization header.' }),
  ...demands('§4.5', {
    'integration-endpoint-create': 'Takes project, name, type and user config.',
    'integration-endpoint-list': 'Takes the project and lists the ids.',
    'integration-create': 'Takes destination service, type and source endpoint.',
    'integration-endpoint-update': 'Takes the endpoint and user config.',
    'integration-list': 'Takes the service.',
    'integration-delete': 'Takes the integration.',
    'integration-endpoint-delete': 'Takes the endpoint.',
  }),
  notShown('§4.6', 'How a key of a service update disables the autoscaler.', ['A-10']),
  ...demands('§4.7', {
    answers: 'Not shown; Headroom uses those of public sources (pf 2.1, 2.2).',
    'list path': 'Not shown; Headroom uses that of public sources (pf 2.1).',
  }),
];

const authentication: readonly Row[] = [
  ...demands('§5', {
    header: 'Every request carries Authorization: Bearer and the token.',
    permission: 'The caller needs the operator role for organization, project and service.',
  }),
  notShown('§5 roles', 'Other roles, and the answer for a project that the caller cannot see.', ['A-17', 'A-24']),
  notShown('§5 lifetime', 'Creation and lifetime of a token.', ['A-22', 'A-23']),
];

const limits: readonly Row[] = [
  ...demands('§8', {
    'evaluation interval': 'Every 30 seconds from the integration on.',
    'threshold wide-column': '35 percent of the disk for the wide-column database.',
    'threshold search': '75 percent of the disk for the search service.',
    'threshold others': '85 percent of the disk for every other service type.',
    'growth step': 'A tenth of the used space, each time the threshold is reached.',
    'upper bound': 'The maximum of the endpoint.',
    'scale down': 'The platform never scales down.',
  }),
  notShown('§8 rounding', 'The rounding of fractional steps.', ['A-2', 'A-21']),
  notShown('§8 rate limit', 'Requests accepted in a period.', ['A-18']),
  notShown('§8 range', 'The range of allowed maximums.', ['A-3']),
];

export const rows: readonly Row[] = [
  ...preamble,
  ...service,
  ...endpoint,
  ...integration,
  ...optionRows,
  ...searchRules,
  ...states,
  ...endpoints,
  ...authentication,
  notShown('§6', 'Events of the autoscaler and of its operations.', ['A-6', 'A-16']),
  notShown('§7', 'Statuses, codes and bodies of errors; pf 2.13 lists those of public sources.', [
    'A-7',
    'A-8',
    'A-11',
    'A-19',
    'A-41',
  ]),
  ...limits,
  ...demands('§9.1', { '': 'Every path begins with /v1.' }),
  notApplicable('§9.2', 'The autoscaler is a preview feature.', 'a remark without a requirement'),
  notApplicable('§9.3', 'The life cycle of versions is not shown.', 'there is one version'),
  ...errorRows,
  ...readerRows,
];
