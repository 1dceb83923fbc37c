import { authFailureListeners } from './login.ts';
import { between, flag, group, list, type Option, oneLine, text, whole } from './option.ts';
import { threadPools } from './thread-pools.ts';

/** Settings of the engine (spec.md §2.4 engine.*). */

const largest = 2147483647;

const http: Readonly<Record<string, Option>> = {
  http_max_content_length: whole(
    'Largest request body',
    'Largest body of an HTTP request.',
    between(1, largest, 'bytes', { current: { min: 1048576 } }),
  ),
  http_max_header_size: whole(
    'Largest request header',
    'Largest block of HTTP headers.',
    between(1024, 262144, 'bytes'),
  ),
  http_max_initial_line_length: whole('Longest URL', 'Longest URL of an HTTP request.', between(1024, 65536, 'bytes')),
};

const memory: Readonly<Record<string, Option>> = {
  indices_fielddata_cache_size: whole(
    'Field data cache',
    'Share of the heap for field data. For experts.',
    between(3, 100, 'percent', { nullable: true }),
  ),
  indices_memory_index_buffer_size: whole(
    'Indexing buffer',
    'Share of the heap for the indexing buffer.',
    between(3, 40, 'percent', { documentedDefault: '10 percent' }),
  ),
  indices_memory_min_index_buffer_size: whole(
    'Smallest indexing buffer',
    'Lower limit of the indexing buffer. Works only together with indices_memory_index_buffer_size.',
    between(3, 2048, 'MB', { documentedDefault: '48 MB' }),
  ),
  indices_memory_max_index_buffer_size: whole(
    'Largest indexing buffer',
    'Upper limit of the indexing buffer. Works only together with indices_memory_index_buffer_size.',
    between(3, 2048, 'MB', { documentedDefault: 'no limit' }),
  ),
  indices_queries_cache_size: whole(
    'Query cache',
    'Share of the heap for the query cache.',
    between(3, 40, 'percent', { documentedDefault: '10 percent' }),
  ),
};

const recovery: Readonly<Record<string, Option>> = {
  indices_recovery_max_bytes_per_sec: whole(
    'Recovery traffic',
    'Traffic of recoveries in and out of a node.',
    between(40, 400, 'MB/s', { documentedDefault: '40 MB/s' }),
  ),
  indices_recovery_max_concurrent_file_chunks: whole('Recovery chunks', 'File chunks sent at once in a recovery.', {
    min: 2,
    max: 5,
    documentedDefault: '2',
  }),
  cluster_routing_allocation_node_concurrent_recoveries: whole(
    'Recoveries at once',
    'Shard recoveries that a node may run at the same time.',
    { min: 2, max: 16, documentedDefault: '2' },
  ),
};
const indices: Readonly<Record<string, Option>> = {
  indices_query_bool_max_clause_count: whole(
    'Clauses of a query',
    'Maximum clauses in one boolean query. A higher value can slow the engine down.',
    { min: 64, max: 4096, documentedDefault: '1024' },
  ),
  search_max_buckets: whole('Buckets of an answer', 'Maximum aggregation buckets in one answer.', {
    nullable: true,
    min: 1,
    max: 1000000,
  }),
  action_auto_create_index_enabled: flag('Create indexes', 'Creates a missing index on the first write.', {
    documentedDefault: 'true',
  }),
  action_destructive_requires_name: flag('Delete by name only', 'Deletion requires full index names.', {
    nullable: true,
  }),
  cluster_max_shards_per_node: whole('Shards of a node', 'Maximum shards on a data node.', {
    min: 100,
    max: 10000,
    current: { min: 10 },
  }),
  script_max_compilations_rate: text('Script compilations', 'Maximum rate of inline script compilations.', {
    max: 1024,
    documentedDefault: 'use-context',
    current: oneLine,
  }),
  override_main_response_version: flag('Report version 7.10', 'Reports version 7.10, for clients that require it.', {
    documentedDefault: 'false',
    current: { deprecated: 'engines from version 3.3 on ignore it' },
  }),
  reindex_remote_whitelist: list(
    'Remote reindexing',
    'Allowed sources of remote reindexing. A change restarts every instance of the engine.',
    [text('Address', 'host:port', { nullable: true, max: 261, current: oneLine })],
    { nullable: true, max: 32, restarts: true },
  ),
};

const mail: Readonly<Record<string, Option>> = {
  email_sender_name: text('Alert sender', 'Name of the alert sender as defined in the dashboards.', {
    max: 40,
    pattern: /^[a-zA-Z0-9\-_]+$/,
  }),
  email_sender_username: text('Mail user', 'User name of the alert sender at the mail server.', {
    max: 320,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes control characters
    pattern: /^[^\x00-\x1F]+$/,
  }),
  email_sender_password: text('Mail password', 'Password of that user.', {
    max: 1024,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes control characters
    pattern: /^[^\x00-\x1F]+$/,
    secret: true,
  }),
};

/** The live platform states no default of what the documented one does. */
const noDefault = { current: { default: null } } as const;
const switchedOn = { nullable: true, default: true, ...noDefault } as const;
const history = (unit: string, usual: number) =>
  between(1, largest, unit, { nullable: true, default: usual, ...noDefault });

const stateManagement: Readonly<Record<string, Option>> = {
  ism_enabled: flag('State management', 'Switches index state management on or off.', switchedOn),
  ism_history_enabled: flag('State history', 'Stores a history of state management.', switchedOn),
  ism_history_max_age: whole('Age of the history', 'Age at which the history index rolls over.', history('hours', 24)),
  ism_history_max_docs: whole('Size of the history', 'Documents at which the history index rolls over.', {
    nullable: true,
    min: 1,
    default: 2500000,
    ...noDefault,
  }),
  ism_history_rollover_check_period: whole(
    'Rollover checks',
    'Time between two checks of the history index.',
    history('hours', 8),
  ),
  ism_history_rollover_retention_period: whole(
    'History retention',
    'Retention of history indexes.',
    history('days', 30),
  ),
};

export const engine = group('Engine', 'Settings of the engine.', {
  ...indices,
  ...http,
  ...memory,
  ...recovery,
  ...threadPools,
  auth_failure_listeners: authFailureListeners,
  enable_security_audit: flag('Security audit', 'Writes the security audit log.', { default: false, ...noDefault }),
  ...mail,
  ...stateManagement,
});
