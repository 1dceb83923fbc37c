import * as z from 'zod';
import { engine } from './engine.ts';
import { openid, saml } from './login.ts';
import { between, flag, type Group, group, list, text, whole } from './option.ts';

/** Every option of a search service's `user_config`, by its neutral name (spec.md §1.9, §2.4). Here: §2.4 *. */

/** An address block of either family; bits beyond the prefix may be set. */
const cidr = new RegExp(`${z.regexes.cidrv4.source}|${z.regexes.cidrv6.source}`);
const cidrForm = 'must be a CIDR block, such as 10.0.0.0/8 or 2001:db8::/32';

const ipFilter = list(
  'IP filter',
  'Networks (CIDR) that may connect.',
  [
    text('Network', 'CIDR block.', { max: 43, pattern: cidr, form: cidrForm }),
    group('Network with a note', 'CIDR block and its purpose.', {
      network: text('Network', 'CIDR block.', { required: true, max: 43, pattern: cidr, form: cidrForm }),
      description: text('Note', 'Purpose of the network.', { max: 1024 }),
    }),
  ],
  { max: 1024, default: ['0.0.0.0/0'], current: { max: 8000, default: ['0.0.0.0/0', '::/0'] } },
);

const indexPatterns = list(
  'Index patterns',
  'Limits on the number of indexes per pattern.',
  [
    group('Index pattern', 'Limits the number of indexes whose names match.', {
      pattern: text('Pattern', 'Glob of index names.', {
        required: true,
        max: 1024,
        pattern: /^[A-Za-z0-9\-_.*?]+$/,
      }),
      max_index_count: whole('Maximum indexes', 'Maximum number of indexes; 0 disables the rule.', {
        required: true,
        min: 0,
      }),
      sorting_algorithm: text('Order', 'Order that decides which index is the oldest.', {
        choices: ['alphabetical', 'creation_date'],
        default: 'creation_date',
      }),
    }),
  ],
  { max: 512 },
);

/** §2.4 engine_dashboards.*. */
const dashboards = group('Dashboards', 'Settings of the dashboards.', {
  enabled: flag('Dashboards on', 'Switches the dashboards on or off.', { default: true }),
  max_old_space_size: whole(
    'Memory of the dashboards',
    'Memory limit of the dashboards; reduces the memory of the engine.',
    between(64, 2048, 'MiB', { default: 128, current: { max: 4096 } }),
  ),
  engine_request_timeout: whole(
    'Request time-out',
    'How long the dashboards wait for the engine.',
    between(5000, 120000, 'ms', { default: 30000 }),
  ),
});

const ofTemplate = (min: number, max: number) =>
  ({ nullable: true, min, max, current: { deprecated: 'use index templates of the engine' } }) as const;

/** §2.4 index_template.*. */
const indexTemplate = group('Index template', 'Initial settings of every new index.', {
  mapping_nested_objects_limit: whole('Nested objects', 'Maximum nested objects in one document.', {
    ...ofTemplate(0, 100000),
    documentedDefault: '10000',
  }),
  number_of_shards: whole('Primary shards', 'Primary shards of an index.', ofTemplate(1, 1024)),
  number_of_replicas: whole('Replicas', 'Replicas of each primary shard.', ofTemplate(0, 29)),
});

/** §2.4 access objects: §2.4 private_access.*, §2.4 privatelink_access.*, §2.4 public_access.*. */
const access = (title: string, about: string, through: string): Group =>
  group(title, about, {
    engine: flag('Engine', `Lets clients reach the engine ${through}.`),
    engine_dashboards: flag('Dashboards', `Lets clients reach the dashboards ${through}.`),
    prometheus: flag('Metrics', `Lets clients reach the metrics ${through}.`),
  });

const sourceOfFork = (max: number) =>
  ({ nullable: true, max, createOnly: true, current: { pattern: /^[a-z][-a-z0-9]{0,63}$|^$/ } }) as const;

export const allOptions = group('Search service configuration', 'The user_config of a search service.', {
  engine_version: text('Engine version', 'Major version of the search engine.', {
    nullable: true,
    choices: ['1', '2'],
    current: { choices: ['1', '2', '2.19', '3.3', '3.6'], retired: ['1', '2'] },
  }),
  disable_replication_factor_adjustment: flag(
    'No replication adjustment',
    'Prevented two copies of each index on several nodes. It can no longer be enabled.',
    {
      nullable: true,
      deprecated: 'the platform always adjusts the replication factor',
      current: { deprecated: null },
    },
  ),
  custom_domain: text('Custom domain', 'CNAME of the web frontend; points to the name that the platform assigns.', {
    nullable: true,
    max: 255,
  }),
  ip_filter: ipFilter,
  service_log: flag('Service log', 'Stores the service logs for the API and the console.', { nullable: true }),
  static_ips: flag('Static addresses', 'Assigns static public addresses to the service.'),
  saml,
  openid,
  index_patterns: indexPatterns,
  max_index_count: whole('Maximum indexes', 'Maximum number of indexes in total.', {
    min: 0,
    default: 0,
    deprecated: 'use index_patterns',
  }),
  keep_index_refresh_interval: flag(
    'Keep refresh intervals',
    'Prevents the platform from resetting index.refresh_interval of every index to its default.',
  ),
  engine_dashboards: dashboards,
  engine,
  index_template: indexTemplate,
  private_access: access(
    'Private access',
    'Host names with private addresses; available in certain networks only.',
    'from private networks',
  ),
  privatelink_access: access(
    'Private link access',
    'Components that are reachable by private link.',
    'by private link',
  ),
  public_access: access(
    'Public access',
    'Components that are reachable from the Internet, for services in a private network.',
    'from the Internet',
  ),
  recovery_basebackup_name: text('Base backup', 'Base backup that a fork starts from.', {
    max: 128,
    pattern: /^[a-zA-Z0-9\-_:.]+$/,
  }),
  service_to_fork_from: text('Fork of service', 'Source service of a fork.', sourceOfFork(64)),
  project_to_fork_from: text('Fork from project', 'Project of the source service of a fork.', sourceOfFork(63)),
});
