import { errorRows } from './error-rows.ts';
import { optionRows } from './option-rows.ts';
import { readerRows } from './reader-rows.ts';
import { demands, notApplicable, notShown, type Row } from './row.ts';

/** Every sentence and table row of spec.md that demands something, and of platform-facts 2.13 and 2.14. */

const preamble: readonly Row[] = demands('§0', {
  'base address': 'Every request goes below one base address of the platform.',
  'naming rule': "In identifiers of the search service the word engine stands for the product's own name.",
});

const service: readonly Row[] = [
  ...demands('§1.1', { '': 'A disk that runs out of space gets more of it by itself.' }),
  ...demands('§1.2', { '': 'Disks only grow; nothing makes one smaller.' }),
  ...demands('§1.3', {
    '': 'Each service is enabled by itself: an endpoint in the project defines the maximum, an integration connects the service to it.',
  }),
  ...demands('§1.4', { '': 'From the integration on, the disk is looked at every 30 seconds.' }),
  ...demands('§1.5', { '': 'At the threshold of the service type the disk grows by a tenth of what is used.' }),
  ...demands('§1.6', {
    '': 'Only additional storage that is provisioned costs, at the price of dynamic sizing for type and plan.',
  }),
  ...demands('§1.7', {
    'running service': 'The service must exist and run.',
    'dynamic sizing': 'Plan and cloud must offer dynamic disk sizing.',
    operator: 'The caller must be operator of organization, project and service.',
  }),
  ...demands('§1.8', {
    'HTTP API': 'Everything can be done over HTTP.',
    'command line': 'Everything can be done by client commands.',
  }),
  notApplicable(
    '§1.8 web console',
    'There is a web console.',
    'the specification leaves the console out; the local dashboard is of our own design',
  ),
  ...demands('§1.9', { '': 'The same service defines the options of the search service.' }),
];

const endpoint: readonly Row[] = [
  ...demands('§2.1', {
    endpoint_name: 'Needed to create an endpoint: its name.',
    endpoint_type: 'Needed to create an endpoint: disk_storage; beside it only the type of the other profile (A-42).',
    user_config: 'Needed in the body: an object that holds the object autoscaler.',
    max_additional_storage: 'Needed: the most additional storage, in gigabytes, written as a string.',
    integration_endpoint_id: 'Update and delete name the endpoint in the path.',
    project_name: 'The path names the project that owns the endpoint.',
    'change at any time': 'The maximum can be changed while services are attached to the endpoint.',
    'client form': 'The client command takes the maximum at the top level of its JSON; the body nests it.',
  }),
  notShown('§2.1 range', 'Which maximums are allowed.', ['A-3']),
];

const integration: readonly Row[] = [
  ...demands('§2.2', {
    dest_endpoint_id: 'Needed to create an integration: the endpoint.',
    integration_type: 'Needed to create an integration: autoscaler and nothing else.',
    source_project: 'Needed to create an integration: the project that the endpoint was made for.',
    source_service: 'Needed to create an integration: the service.',
    project_name: 'The path names the project.',
    integration_id: 'Delete names the integration in the path.',
  }),
  notShown('§2.2 omitted', 'What happens when a member is missing that clients are seen to leave out.', ['A-9']),
  ...demands('§2.3', {
    '': 'Members of records are not shown; ours are those that public sources show (pf 2.1, 2.2).',
  }),
];

const searchRules: readonly Row[] = [
  ...demands('§2.4', {
    'null values': 'Null is taken by options whose type says so, and by no other.',
    'rule 1': 'disable_replication_factor_adjustment can no longer be switched on.',
    'rule 2': 'max_index_count is deprecated in favour of index_patterns.',
    'rule 3': 'service_to_fork_from has an effect only when a service is created.',
    'rule 4': 'project_to_fork_from has an effect only when a service is created.',
    'rule 5': 'recovery_basebackup_name is for forked services.',
    'rule 6': 'openid needs client_id and client_secret.',
    'rule 7': 'Smallest and largest indexing buffer go only with its percentage.',
    'rule 8': 'email_sender_name must equal the sender that the dashboards define.',
    'rule 9': 'Thread pool sizes above what the CPUs allow are lowered, not refused.',
    'stated defaults': 'Options have the stated defaults.',
    'stated units': 'Options have the stated units.',
    'access objects': 'Each of the three access objects holds the flags engine, engine_dashboards and prometheus.',
    'bounds and patterns':
      'Bounds, patterns and choices are not shown; ours are those of the public schema (search-options.json).',
  }),
  notShown('§2.4 null resets', 'What null, a missing option or a partial object does to what is stored.', ['A-37']),
  notShown('§2.4 broken rules', 'What is answered when a rule of the text is broken.', ['A-38']),
  notShown('§2.4 CPU maximum', 'How large a thread pool may be for which CPUs.', ['A-36']),
  notApplicable(
    '§2.4 effects of options',
    'What each option makes the engine, its dashboards and its network do.',
    'no search engine runs here: options are checked, kept, lowered and shown',
  ),
];

const states: readonly Row[] = [
  ...demands('§3', {
    'disabled→enabled': 'An integration of type autoscaler with a disk_storage endpoint enables; evaluation begins.',
    'enabled→disabled': 'Deleting the integration disables.',
    'endpoint remains': 'The endpoint outlives the integration and can be used again or deleted.',
    'enabled→enabled': 'At or above the threshold an evaluation adds a tenth of what is used, and goes on.',
  }),
  notShown('§3 maximum reached', 'What happens when the maximum is reached.', ['A-1', 'A-5', 'A-6']),
  notShown('§3 lifecycle', 'States of services and of records.', ['A-4', 'A-7', 'A-10']),
];

const endpoints: readonly Row[] = [
  ...demands('§4', {
    ServiceIntegrationEndpointCreate: 'POST to the endpoints of a project.',
    ServiceIntegrationEndpointUpdate: 'PUT to one endpoint, with the new maximum.',
    ServiceIntegrationEndpointDelete: 'DELETE of one endpoint, without a body.',
    ServiceIntegrationCreate: 'POST to the integrations of a project.',
    ServiceIntegrationDelete: 'DELETE of one integration, without a body.',
    'JSON bodies': 'Bodies are JSON and say so in Content-Type.',
  }),
  ...demands('§4.1', { '': 'Enabling: create an endpoint, take its id, create the integration with it.' }),
  ...demands('§4.2', { '': 'Changing the maximum: update the endpoint.' }),
  ...demands('§4.3', { '': 'Disabling: delete the integration, and then the endpoint if wanted.' }),
  ...demands('§4.4', { '': 'Every call carries the Authorization header.' }),
  ...demands('§4.5', {
    'integration-endpoint-create': 'Client command; takes project, name, type and user config.',
    'integration-endpoint-list': 'Client command; takes the project and prints the ids.',
    'integration-create': 'Client command; takes destination service, type and source endpoint.',
    'integration-endpoint-update': 'Client command; takes the endpoint and user config.',
    'integration-list': 'Client command; takes the service.',
    'integration-delete': 'Client command; takes the integration.',
    'integration-endpoint-delete': 'Client command; takes the endpoint.',
  }),
  notShown('§4.6', 'How a key of a service update is to disable the autoscaler.', ['A-10']),
  ...demands('§4.7', {
    answers: 'Bodies of answers are not shown; ours are those that public sources show (pf 2.1, 2.2).',
    'list path': 'The path that lists endpoints is not shown; ours is that of public sources (pf 2.1).',
  }),
];

const authentication: readonly Row[] = [
  ...demands('§5', {
    header: 'Authorization: Bearer and the token, on every request.',
    permission: 'The caller needs the operator role for organization, project and service.',
  }),
  notShown('§5 roles', 'Which other roles exist, and the answer for a project that the caller cannot see.', [
    'A-17',
    'A-24',
  ]),
  notShown('§5 lifetime', 'How a token is had, and how long it lives.', ['A-22', 'A-23']),
];

const limits: readonly Row[] = [
  ...demands('§8', {
    'evaluation interval': '30 seconds from the integration on.',
    'threshold wide-column': '35 percent of the disk for the wide-column database.',
    'threshold search': '75 percent of the disk for the search service.',
    'threshold others': '85 percent of the disk for every other service type.',
    'growth step': 'A tenth of what is used, each time the threshold is reached.',
    'upper bound': 'The maximum of the endpoint.',
    'scale down': 'There is none.',
  }),
  notShown('§8 rounding', 'How steps that are no whole number are rounded.', ['A-2', 'A-21']),
  notShown('§8 rate limit', 'How many requests are taken in which time.', ['A-18']),
  notShown('§8 range', 'Which maximums are allowed.', ['A-3']),
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
  notShown('§7', 'Statuses, codes and bodies of errors; those that public sources show are under pf 2.13.', [
    'A-7',
    'A-8',
    'A-11',
    'A-19',
    'A-41',
  ]),
  ...limits,
  ...demands('§9.1', { '': 'Every path begins with /v1.' }),
  notApplicable('§9.2', 'The autoscaler is a preview feature.', 'states the status and requires nothing'),
  notApplicable('§9.3', 'How versions come and go is not shown.', 'there is one version, so nothing had to be chosen'),
  ...errorRows,
  ...readerRows,
];
