import { describe, expect, it } from 'vitest';
import { create, messages, withSearch } from './search-service.ts';

describe('options of a search service (§1.9, §2.4)', () => {
  it('are merged object by object, a list is replaced whole, and a null takes an option away (A-37)', async () => {
    const { put } = await withSearch({
      service_log: true,
      ip_filter: ['10.0.0.0/8', '10.1.0.0/16'],
      engine: { ism_enabled: true, search_max_buckets: 10 },
    });
    const changed = await put({
      service_log: null,
      ip_filter: ['0.0.0.0/0'],
      engine: { search_max_buckets: null, ism_history_max_age: 3 },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.service.user_config).toEqual({
      ip_filter: ['0.0.0.0/0'],
      engine: { ism_enabled: true, ism_history_max_age: 3 },
    });
  });

  // pf 2.13: the words of 400
  it.each([
    [
      { engine: { ism_enabled: 'yes' } },
      "Invalid 'user_config.engine.ism_enabled': Invalid input: expected boolean, received string",
    ],
    [
      { engine: { search_max_buckets: 0 } },
      "Invalid 'user_config.engine.search_max_buckets': Invalid input: Too small: expected number to be >=1",
    ],
    [
      { engine: { search_max_buckets: 1_000_001 } },
      "Invalid 'user_config.engine.search_max_buckets': Invalid input: Too big: expected number to be <=1000000",
    ],
    [
      { engine: { search_max_buckets: 1.5 } },
      "Invalid 'user_config.engine.search_max_buckets': Invalid input: expected int, received number",
    ],
    [{ static_ips: null }, "Invalid 'user_config.static_ips': Invalid input: expected boolean, received null"],
    [{ engine_version: '3' }, `Invalid 'user_config.engine_version': Invalid input: expected one of "1"|"2"`],
    [
      { engine: { unknown: 1 } },
      "Invalid 'user_config.engine': Invalid input: Additional properties are not allowed ('unknown' was unexpected)",
    ],
    [
      { unknown: 1 },
      "Invalid 'user_config': Invalid input: Additional properties are not allowed ('unknown' was unexpected)",
    ],
    [
      { saml: { enabled: true } },
      "Invalid 'user_config.saml': Invalid input: 'idp_metadata_url' is a required property",
    ],
    [
      { index_patterns: [{ pattern: 'a b', max_index_count: 1 }] },
      "Invalid 'user_config.index_patterns.0.pattern': Invalid input: must match ^[A-Za-z0-9\\-_.*?]+$",
    ],
    [
      { custom_domain: 'a'.repeat(256) },
      "Invalid 'user_config.custom_domain': Invalid input: Too big: expected string to have <=255 characters",
    ],
    [{ ip_filter: [5] }, "Invalid 'user_config.ip_filter.0': Invalid input: must have one of the allowed forms"],
    [
      { ip_filter: ['10.0.0.0/8', '10.0.0.1'] },
      "Invalid 'user_config.ip_filter.1': Invalid input: must be a CIDR block, such as 10.0.0.0/8 or 2001:db8::/32",
    ],
    [
      { ip_filter: [{ network: '2001:db8::/129', description: 'office' }] },
      "Invalid 'user_config.ip_filter.0.network': Invalid input: must be a CIDR block, such as 10.0.0.0/8 or 2001:db8::/32",
    ],
    [
      { disable_replication_factor_adjustment: true },
      "Invalid 'user_config.disable_replication_factor_adjustment': Invalid input: can no longer be activated: delete it, or set it to false",
    ],
    [
      { engine: { indices_memory_min_index_buffer_size: 9 } },
      "Invalid 'user_config.engine.indices_memory_min_index_buffer_size': Invalid input: works only together with indices_memory_index_buffer_size: give that too",
    ],
    [
      { recovery_basebackup_name: 'b' },
      "Invalid 'user_config.recovery_basebackup_name': Invalid input: is for a forked service only: name the service in service_to_fork_from, or delete it",
    ],
  ])('are refused on create and update with place and reason: %j', async (config, message) => {
    const { send, put, platform } = await withSearch();
    const before = JSON.stringify(platform.state());
    const updated = await put(config, { plan: 'startup-4', disk_space_mb: 110 * 1024 });
    expect([updated.status, messages(updated)[0]]).toEqual([400, message]);
    const created = await create(send, 'fresh', config);
    expect([created.status, messages(created)[0]]).toEqual([400, message]);
    expect(JSON.stringify(platform.state())).toBe(before);
  });

  it('tell everything that is wrong at once', async () => {
    const { put } = await withSearch();
    const { body } = await put({ engine: { ism_enabled: 1, search_max_buckets: 0 }, unknown: 1 });
    expect(messages({ body })).toHaveLength(3);
  });
});
