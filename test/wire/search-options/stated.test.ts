import { describe, expect, it, test } from 'vitest';
import { profiles } from '../../../lib/core/model/model.ts';
import { isNullable, namedOptions, optionAt } from '../../../lib/wire/search-options/options.ts';
import { searchConfigJsonSchema } from '../../../lib/wire/search-options/schema.ts';

/** Facts of an option in the text (§2.4) beside its type, and their place for readers: the JSON Schema. */

interface Described {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly anyOf?: readonly Described[];
}

/** An option in the JSON Schema; a nullable option is one of two forms. */
const described = (path: string): Described =>
  path.split('.').reduce<Described>((at, step) => {
    const found = (at.properties ?? at.anyOf?.find(({ properties }) => properties)?.properties)?.[step];
    if (found === undefined) throw new Error(`${path} is not in the JSON Schema`);
    return found;
  }, searchConfigJsonSchema('documented') as Described);

describe('facts of the text (§2.4)', () => {
  // §2.4 stated defaults
  test.each([
    ['saml.subject_key', 'NameID'],
    ['openid.subject_key', 'the claim sub'],
    ['openid.jwt_header', 'Authorization'],
    ['openid.scope', 'openid profile email address phone'],
    ['engine.indices_query_bool_max_clause_count', '1024'],
    ['engine.indices_memory_index_buffer_size', '10 percent'],
    ['engine.indices_memory_min_index_buffer_size', '48 MB'],
    ['engine.indices_memory_max_index_buffer_size', 'no limit'],
    ['engine.indices_queries_cache_size', '10 percent'],
    ['engine.indices_recovery_max_bytes_per_sec', '40 MB/s'],
    ['engine.indices_recovery_max_concurrent_file_chunks', '2'],
    ['engine.action_auto_create_index_enabled', 'true'],
    ['engine.override_main_response_version', 'false'],
    ['engine.script_max_compilations_rate', 'use-context'],
    ['engine.cluster_routing_allocation_node_concurrent_recoveries', '2'],
    ['index_template.mapping_nested_objects_limit', '10000'],
  ])('%s defaults to %s', (path, value) => {
    expect(described(path).description).toContain(`Default: ${value}.`);
  });

  // §2.4 stated defaults
  test.each([
    ['openid.refresh_rate_limit_count', 10],
    ['openid.refresh_rate_limit_time_window_ms', 10_000],
    ['openid.header', 'Authorization'],
  ])('%s has the default %s', (path, value) => {
    expect(described(path).default).toBe(value);
  });

  // §2.4 stated units
  test.each([
    ['openid.refresh_rate_limit_time_window_ms', 'ms'],
    ['engine_dashboards.max_old_space_size', 'MiB'],
    ['engine_dashboards.engine_request_timeout', 'ms'],
    ['engine.http_max_content_length', 'bytes'],
    ['engine.http_max_header_size', 'bytes'],
    ['engine.http_max_initial_line_length', 'bytes'],
    ['engine.indices_memory_index_buffer_size', 'percent'],
    ['engine.indices_memory_min_index_buffer_size', 'MB'],
    ['engine.indices_memory_max_index_buffer_size', 'MB'],
    ['engine.indices_queries_cache_size', 'percent'],
    ['engine.indices_recovery_max_bytes_per_sec', 'MB/s'],
    ['engine.ism_history_max_age', 'hours'],
    ['engine.ism_history_rollover_check_period', 'hours'],
    ['engine.ism_history_rollover_retention_period', 'days'],
  ])('%s is counted in %s', (path, unit) => {
    expect(described(path).description).toContain(`Unit: ${unit}.`);
  });

  test.each(['private_access', 'privatelink_access', 'public_access'])(
    '%s holds three flags (§2.4 access objects)',
    (path) => {
      const names = namedOptions('documented').filter(
        ({ path: [object, ...rest] }) => object === path && rest.length === 1,
      );
      expect(names.map(({ path: [, name] }) => name)).toEqual(['engine', 'engine_dashboards', 'prometheus']);
      expect(names.map(({ option }) => option.type)).toEqual(['boolean', 'boolean', 'boolean']);
    },
  );

  it.each(profiles)(
    'of each option says what null, deprecation and creation do to it, in the profile %s',
    (profile) => {
      for (const { path, option } of namedOptions(profile)) {
        const said = (text: string) => option.description.includes(text);
        const { 'x-deprecated': deprecated, 'x-create-only': createOnly } = option;
        expect([path, said('Null resets it.')]).toEqual([path, isNullable(option)]);
        expect([path, said('Has an effect only when a service is created.')]).toEqual([path, createOnly === true]);
        expect([path, said(`Deprecated: ${deprecated ?? ''}`)]).toEqual([path, deprecated !== undefined]);
      }
    },
  );

  it('deprecated options say what to do instead (§2.4 rule 1, §2.4 rule 2)', () => {
    expect(optionAt(['max_index_count'])?.['x-deprecated']).toContain('index_patterns');
    expect(optionAt(['disable_replication_factor_adjustment'])?.['x-deprecated']).toBeDefined();
    expect(described('disable_replication_factor_adjustment').description).toContain('no longer');
  });

  it('a changed list of addresses to reindex from restarts the engine, and says so', () => {
    expect(described('engine.reindex_remote_whitelist').description).toContain('restarts');
    const marked = namedOptions('documented')
      .filter(({ option }) => option['x-restarts'])
      .map(({ path }) => path.join('.'));
    expect(marked).toEqual(['engine.reindex_remote_whitelist']);
  });
});
