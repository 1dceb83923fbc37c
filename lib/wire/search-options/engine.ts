import { authFailureListeners } from './login.ts';
import { flag, group, list, type Option, oneLine, text, whole } from './option.ts';
import { threadPools } from './thread-pools.ts';

/** Settings of the engine (spec.md §2.4 engine.*). */

const http: Readonly<Record<string, Option>> = {
  http_max_content_length: whole('Largest request body', 'Largest body of an HTTP request.', {
    min: 1,
    max: 2147483647,
    unit: 'bytes',
    current: { min: 1048576 },
  }),
  http_max_header_size: whole('Largest request header', 'Largest block of HTTP headers.', {
    min: 1024,
    max: 262144,
    unit: 'bytes',
  }),
  http_max_initial_line_length: whole('Longest URL', 'Longest URL of an HTTP request.', {
    min: 1024,
    max: 65536,
    unit: 'bytes',
  }),
};

const memory: Readonly<Record<string, Option>> = {
  indices_fielddata_cache_size: whole('Field data cache', 'Share of the heap for field data. For experts.', {
    nullable: true,
    min: 3,
    max: 100,
    unit: 'percent',
  }),
  indices_memory_index_buffer_size: whole('Indexing buffer', 'Share of the heap for the indexing buffer.', {
    min: 3,
    max: 40,
    unit: 'percent',
    documentedDefault: '10 percent',
  }),
  indices_memory_min_index_buffer_size: whole(
    'Smallest indexing buffer',
    'Lower limit of the indexing buffer. Works only together with indices_memory_index_buffer_size.',
    { min: 3, max: 2048, unit: 'MB', documentedDefault: '48 MB' },
  ),
  indices_memory_max_index_buffer_size: whole(
    'Largest indexing buffer',
    'Upper limit of the indexing buffer. Works only together with indices_memory_index_buffer_size.',
    { min: 3, max: 2048, unit: 'MB', documentedDefault: 'no limit' },
  ),
  indices_queries_cache_size: whole('Query cache', 'Share of the heap for the query cache.', {
    min: 3,
    max: 40,
    unit: 'percent',
    documentedDefault: '10 percent',
  }),
};

const recovery: Readonly<Record<string, Option>> = {
  indices_recovery_max_bytes_per_sec: whole('Recovery traffic', 'Traffic of recoveries in and out of a node.', {
    min: 40,
    max: 400,
    unit: 'MB/s',
    documentedDefault: '40 MB/s',
  }),
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

const largest = 2147483647;

const stateManagement: Readonly<Record<string, Option>> = {
  ism_enabled: flag('State management', 'Switches index state management on or off.', {
    nullable: true,
    default: true,
    current: { default: null },
  }),
  ism_history_enabled: flag('State history', 'Stores a history of state management.', {
    nullable: true,
    default: true,
    current: { default: null },
  }),
  ism_history_max_age: whole('Age of the history', 'Age at which the history index rolls over.', {
    nullable: true,
    min: 1,
    max: largest,
    default: 24,
    current: { default: null },
    unit: 'hours',
  }),
  ism_history_max_docs: whole('Size of the history', 'Documents at which the history index rolls over.', {
    nullable: true,
    min: 1,
    default: 2500000,
    current: { default: null },
  }),
  ism_history_rollover_check_period: whole('Rollover checks', 'Time between two checks of the history index.', {
    nullable: true,
    min: 1,
    max: largest,
    default: 8,
    current: { default: null },
    unit: 'hours',
  }),
  ism_history_rollover_retention_period: whole('History retention', 'Retention of history indexes.', {
    nullable: true,
    min: 1,
    max: largest,
    default: 30,
    current: { default: null },
    unit: 'days',
  }),
};

export const engine = group('Engine', 'Settings of the engine.', {
  ...indices,
  ...http,
  ...memory,
  ...recovery,
  ...threadPools,
  auth_failure_listeners: authFailureListeners,
  enable_security_audit: flag('Security audit', 'Writes the security audit log.', {
    default: false,
    current: { default: null },
  }),
  ...mail,
  ...stateManagement,
});
