import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkSearchDocument } from '../../../lib/documents/search-document.ts';
import { withThreadPoolsWithin } from '../../../lib/platform/state/user-config.ts';
import { checkSearchConfig } from '../../../lib/wire/search-options/check.ts';
import type { Use } from '../../../lib/wire/search-options/constraints.ts';
import { publicOptions, withoutSecrets } from '../../../lib/wire/search-options/options.ts';
import { searchSchema } from '../../../lib/wire/search-options/schema.ts';
import { anyConfig, fullConfig } from './any-config.ts';
import { configWith, retiredChoices } from './facts.ts';

const creating: Use = { whole: true, creates: true };
const updating = (stored: unknown = {}): Use => ({ whole: true, creates: false, stored });

const said = (config: unknown, use: Use = creating) => {
  const { issues, warnings } = checkSearchConfig(config, use);
  return {
    errors: issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    warnings: warnings.map(({ path, message }) => `${path.join('.')}: ${message}`),
  };
};

const openid = { enabled: true, connect_url: 'https://idp.example.com', client_id: 'search', client_secret: 'hush' };

describe('the nine rules of the text (§2.4)', () => {
  it('§2.4 rule 1: disable_replication_factor_adjustment can no longer be activated, and is deprecated', () => {
    const name = 'disable_replication_factor_adjustment';
    expect(said({ [name]: true })).toEqual({
      errors: [`${name}: can no longer be activated: delete it, or set it to false`],
      warnings: [],
    });
    expect(said({ [name]: false })).toEqual({
      errors: [],
      warnings: [`${name}: is deprecated and has no effect: delete it`],
    });
    expect(said({ [name]: null })).toEqual({ errors: [], warnings: [] });
    expect(said({ [name]: true }, updating({ [name]: true })).errors).toEqual([]);
  });

  it('§2.4 rule 2: max_index_count is deprecated in favour of index_patterns', () => {
    expect(said({ max_index_count: 3 })).toEqual({
      errors: [],
      warnings: ['max_index_count: is deprecated: use index_patterns'],
    });
  });

  it('an option whose change restarts the service says so, and not where it stays as it is', () => {
    const given = { engine: { reindex_remote_whitelist: ['a:9200'] } };
    const warnings = ['engine.reindex_remote_whitelist: a change of it restarts every instance of the engine'];
    expect(said(given)).toEqual({ errors: [], warnings });
    expect(said(given, updating({ engine: { reindex_remote_whitelist: ['b:9200'] } })).warnings).toEqual(warnings);
    expect(said(given, updating({ engine: { reindex_remote_whitelist: ['a:9200'] } })).warnings).toEqual([]);
    expect(said({ engine: {} })).toEqual({ errors: [], warnings: [] });
  });

  it.each(['service_to_fork_from', 'project_to_fork_from'])(
    '§2.4 rule 3, §2.4 rule 4: %s has an effect at creation only',
    (name) => {
      expect(said({ [name]: 'a' }).errors).toEqual([]);
      const refused = [`${name}: has an effect only when a service is created: delete it`];
      expect(said({ [name]: 'a' }, updating()).errors).toEqual(refused);
      expect(said({ [name]: 'b' }, updating({ [name]: 'a' })).errors).toEqual(refused);
      expect(said({ [name]: 'a' }, updating({ [name]: 'a' })).errors).toEqual([]);
      expect(said({ [name]: null }, updating({ [name]: 'a' })).errors).toEqual([]);
    },
  );

  it('§2.4 rule 5: a base backup is for a forked service', () => {
    expect(said({ recovery_basebackup_name: 'b', service_to_fork_from: 'a' }).errors).toEqual([]);
    expect(said({ recovery_basebackup_name: 'b' }).errors).toEqual([
      'recovery_basebackup_name: is for a forked service only: name the service in service_to_fork_from, or delete it',
    ]);
  });

  it('§2.4 rule 6: OpenID Connect needs client_id and client_secret', () => {
    const { client_id: _, client_secret: __, ...rest } = openid;
    const message = 'is missing: OpenID Connect needs client_id and client_secret';
    expect(said({ openid: rest }).errors).toEqual([`openid.client_id: ${message}`, `openid.client_secret: ${message}`]);
    expect(said({ openid }).errors).toEqual([]);
    expect(said({ openid: rest }, { whole: false, creates: false }).errors).toEqual([]);
  });

  it('§2.4 rule 7: the limits of the indexing buffer work only together with the percentage', () => {
    const limits = { indices_memory_min_index_buffer_size: 48, indices_memory_max_index_buffer_size: 512 };
    const message = 'works only together with indices_memory_index_buffer_size: give that too';
    expect(said({ engine: limits }).errors).toEqual([
      `engine.indices_memory_min_index_buffer_size: ${message}`,
      `engine.indices_memory_max_index_buffer_size: ${message}`,
    ]);
    expect(said({ engine: { ...limits, indices_memory_index_buffer_size: 10 } }).errors).toEqual([]);
  });

  it('§2.4 rule 8: email_sender_name must equal that of the dashboards, which cannot be checked from outside', () => {
    expect(said({ engine: { email_sender_name: 'alerts' } })).toEqual({
      errors: [],
      warnings: [
        'engine.email_sender_name: must equal the sender name defined in the dashboards, which cannot be checked from here',
      ],
    });
  });

  it('§2.4 rule 9: thread pools above what the CPUs allow are lowered, never refused; queues are left alone', () => {
    const pools = { thread_pool_search_size: 128, thread_pool_get_size: 3, thread_pool_search_queue_size: 2000 };
    expect(said({ engine: pools }).errors).toEqual([]);
    expect(said({ engine: pools }).warnings).toHaveLength(2);
    expect(withThreadPoolsWithin({ engine: pools, static_ips: true }, 4)).toEqual({
      engine: { thread_pool_search_size: 4, thread_pool_get_size: 3, thread_pool_search_queue_size: 2000 },
      static_ips: true,
    });
    expect(withThreadPoolsWithin({ static_ips: true }, 4)).toEqual({ static_ips: true });
  });

  it("are reported together with the schema's issues, each place once", () => {
    const { errors } = said({
      engine: { indices_memory_min_index_buffer_size: 1, search_max_buckets: 0, unknown: 1 },
      recovery_basebackup_name: 'bad name',
    });
    expect(errors.map((error) => error.split(':')[0])).toEqual([
      'engine.search_max_buckets',
      'engine',
      'recovery_basebackup_name',
      'engine.indices_memory_min_index_buffer_size',
    ]);
  });
});

describe('differences of the live platform (pf 4)', () => {
  const current: Use = { ...creating, profile: 'current' };

  it('leaves the replication factor to the project', () => {
    expect(said({ disable_replication_factor_adjustment: true }, current)).toEqual({
      errors: [],
      warnings: [
        'disable_replication_factor_adjustment: takes effect only where the platform allows it for the project',
      ],
    });
    expect(said({ disable_replication_factor_adjustment: false }, current)).toEqual({ errors: [], warnings: [] });
  });

  it('warns of options that are deprecated since, and of no others', () => {
    const config = {
      index_template: { number_of_shards: 3, number_of_replicas: null },
      engine: { override_main_response_version: true, auth_failure_listeners: { ip_rate_limiting: {} } },
    };
    expect(said(config)).toEqual({ errors: [], warnings: [] });
    expect(said(config, current).warnings.map((warning) => warning.split(':')[0])).toEqual([
      'engine.override_main_response_version',
      'engine.auth_failure_listeners.ip_rate_limiting',
      'index_template.number_of_shards',
    ]);
  });

  it.each(retiredChoices)('warns of $path $choice, which is still taken', ({ path, choice }) => {
    expect(said(configWith(path, choice))).toEqual({ errors: [], warnings: [] });
    const { errors, warnings } = said(configWith(path, choice), current);
    expect([errors, warnings]).toEqual([[], [expect.stringContaining(`${path}: "${choice}" is deprecated`)]]);
  });
});

describe('secrets', () => {
  const canary = 'canary-c0ffee';

  it.each([canary.repeat(100), 5, [canary], { canary }])('do not show in what is said of them: %j', (value) => {
    const check = checkSearchConfig(
      { openid: { ...openid, client_secret: value }, engine: { email_sender_password: value } },
      creating,
    );
    expect(check.issues).toHaveLength(2);
    expect(JSON.stringify(check)).not.toContain('canary');
    expect(JSON.stringify(check)).toContain('a secret is not shown');
  });

  it('and unknown options are left out, at every depth', () => {
    const config = {
      openid,
      engine: { email_sender_password: canary, ism_enabled: true, later: canary },
      azure_migration: { key: canary },
      ip_filter: [{ network: '10.0.0.0/8' }],
    };
    const { client_secret: _, ...shown } = openid;
    expect(publicOptions(config)).toEqual({
      openid: shown,
      engine: { ism_enabled: true },
      ip_filter: [{ network: '10.0.0.0/8' }],
    });
    expect(withoutSecrets(config)).toMatchObject({ azure_migration: { key: canary }, engine: { later: canary } });
    expect(withoutSecrets(config).engine).not.toHaveProperty('email_sender_password');
  });
});

describe('any valid configuration', () => {
  it('is taken, comes out as it went in, and so do its JSON and YAML', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        expect(said(config).errors).toEqual([]);
        expect(searchSchema('documented', 'whole').parse(config)).toEqual(config);
        const json = JSON.stringify(config, null, 2);
        expect(checkSearchDocument(json, 'a.json').errors).toEqual([]);
        const yaml = stringify(config, { aliasDuplicateObjects: false });
        expect(searchSchema('documented', 'whole').parse(parse(yaml))).toEqual(config);
      }),
      { numRuns: 150 },
    );
  });

  it('with everything in it is taken too', () => {
    expect(said(fullConfig()).errors).toEqual([]);
  });

  it('stays so without its secrets, but for the secret that it must have', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const issues = checkSearchConfig(withoutSecrets(config), { whole: false, creates: true }).issues;
        expect(issues).toEqual([]);
        expect(JSON.stringify(withoutSecrets(config))).not.toMatch(/"client_secret"|"email_sender_password"/);
      }),
      { numRuns: 150 },
    );
  });
});
