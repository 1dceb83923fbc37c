import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyConfig } from '../wire/search-options/any-config.ts';
import { pg, type Send, served, smallScenario } from './small-organization.ts';

const collection = '/v1/project/shop/service';
const search = (userConfig: Record<string, unknown> = {}) => pg('logs', { type: 'engine', userConfig });

/** A platform with one search service that holds this configuration. */
const withSearch = async (userConfig: Record<string, unknown> = {}) => {
  const { send, platform } = await served({ scenario: smallScenario([search(userConfig), pg('orders')]) });
  const put = (config: unknown, more: object = {}) =>
    send('PUT', `${collection}/logs`, { user_config: config, ...more });
  return { send, platform, put };
};

const create = (send: Send, name: string, config: unknown) =>
  send('POST', collection, { service_name: name, service_type: 'engine', plan: 'startup-4', user_config: config });

const messages = ({ body }: { body: { errors: { message: string }[] } }) => body.errors.map(({ message }) => message);

const openid = {
  enabled: true,
  connect_url: 'https://idp.example.com',
  client_id: 'search',
  client_secret: 'canary-1',
};

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
      "Invalid 'user_config.engine.ism_enabled': Invalid input: 'yes' is not of type 'boolean'",
    ],
    [
      { engine: { search_max_buckets: 0 } },
      "Invalid 'user_config.engine.search_max_buckets': Invalid input: 0 is less than the minimum of 1",
    ],
    [
      { engine: { search_max_buckets: 1_000_001 } },
      "Invalid 'user_config.engine.search_max_buckets': Invalid input: 1000001 is greater than the maximum of 1000000",
    ],
    [
      { engine: { search_max_buckets: 1.5 } },
      "Invalid 'user_config.engine.search_max_buckets': Invalid input: 1.5 is not of type 'integer'",
    ],
    [{ static_ips: null }, "Invalid 'user_config.static_ips': Invalid input: None is not of type 'boolean'"],
    [{ engine_version: '3' }, "Invalid 'user_config.engine_version': Invalid input: '3' is not one of ['1', '2']"],
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
      "Invalid 'user_config.index_patterns.0.pattern': Invalid input: 'a b' does not match '^[A-Za-z0-9\\-_.*?]+$'",
    ],
    [
      { custom_domain: 'a'.repeat(256) },
      `Invalid 'user_config.custom_domain': Invalid input: '${'a'.repeat(59)}… is too long`,
    ],
    [
      { ip_filter: [5] },
      "Invalid 'user_config.ip_filter.0': Invalid input: 5 is not valid under any of the given schemas",
    ],
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

  it('may name what to fork only for a new service; what is there may be repeated (§2.4 rule 3, §2.4 rule 5; A-38)', async () => {
    const { send, put } = await withSearch();
    const fork = { service_to_fork_from: 'logs', recovery_basebackup_name: 'b' };
    expect((await create(send, 'fork', fork)).status).toBe(200);
    expect((await put({ service_to_fork_from: 'fork' })).status).toBe(400);
    const again = await send('PUT', `${collection}/fork`, { user_config: { ...fork, service_log: true } });
    expect(again.body.service.user_config).toEqual({ ...fork, service_log: true });
  });

  it('take the limits of the indexing buffer when the service has the percentage (§2.4 rule 7)', async () => {
    const { put } = await withSearch({ engine: { indices_memory_index_buffer_size: 20 } });
    expect((await put({ engine: { indices_memory_max_index_buffer_size: 512 } })).status).toBe(200);
  });

  it('have thread pools lowered to what the CPUs allow, also by a move to another plan (§2.4 rule 9; A-36)', async () => {
    const scenario = smallScenario([search()]);
    const plans = scenario.plans.map((plan) => (plan.type === 'engine' ? { ...plan, nodeCpuCount: 8 } : plan));
    const small = { type: 'engine', name: 'startup-2', diskGb: 100, capGb: 500, stepGb: 10, nodeCpuCount: 1 };
    const { send } = await served({ scenario: { ...scenario, plans: [...plans, small] } });
    const wide = await send('PUT', `${collection}/logs`, {
      user_config: {
        engine: { thread_pool_search_size: 100, thread_pool_get_size: 3, thread_pool_get_queue_size: 900 },
      },
    });
    expect(wide.body.service).toMatchObject({
      node_cpu_count: 8,
      user_config: {
        engine: { thread_pool_search_size: 16, thread_pool_get_size: 3, thread_pool_get_queue_size: 900 },
      },
    });
    const narrow = await send('PUT', `${collection}/logs`, { plan: 'startup-2' });
    expect(narrow.body.service.user_config.engine).toEqual({
      thread_pool_search_size: 2,
      thread_pool_get_size: 2,
      thread_pool_get_queue_size: 900,
    });
  });

  it('that all are so already are not changed, unless something else is asked for (A-8)', async () => {
    const { put, send } = await withSearch({ engine: { ism_enabled: true, thread_pool_get_size: 4 } });
    for (const same of [
      { engine: { ism_enabled: true } },
      {},
      { service_log: null },
      { engine: { thread_pool_get_size: 99 } },
    ]) {
      const answer = await put(same);
      expect([answer.status, answer.body.message]).toEqual([409, 'User config not changed']);
    }
    expect((await put({}, { disk_space_mb: 110 * 1024 })).status).toBe(200);
    const other = await send('PUT', `${collection}/orders`, { user_config: {} });
    expect(other.body.message).toBe('User config not changed');
  });

  it('that are secret are shown only on request (A-39)', async () => {
    const { send, put, platform } = await withSearch();
    const config = { openid, engine: { email_sender_password: 'canary-2' } };
    const answers = [await put(config), await create(send, 'fresh', config)];
    answers.push(await send('GET', collection), await send('GET', `${collection}/fresh`));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('canary');
    }
    expect(JSON.stringify(platform.state())).not.toContain('canary');
    const shown = await send('GET', `${collection}/fresh?include_secrets=true`);
    expect(shown.body.service.user_config).toEqual(config);
    const listed = await send('GET', `${collection}?include_secrets=true`);
    expect(JSON.stringify(listed.body).match(/canary-2/g)).toHaveLength(2);
    const refused = await put({ engine: { email_sender_password: 'canary\u0001' } });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain('canary');
  });

  it('bear the word of the search product on the wire, in messages too (§0 naming rule)', async () => {
    const { send } = await served({ scenario: smallScenario([search()]), searchEngine: 'finder' });
    const put = (config: unknown) => send('PUT', `${collection}/logs`, { user_config: config });
    const changed = await put({ finder: { ism_enabled: true, thread_pool_get_size: 9 }, finder_version: '2' });
    expect(changed.body.service.user_config).toEqual({
      finder: { ism_enabled: true, thread_pool_get_size: 4 },
      finder_version: '2',
    });
    expect(messages(await put({ finder: { ism_enabled: 1 } }))).toEqual([
      "Invalid 'user_config.finder.ism_enabled': Invalid input: 1 is not of type 'boolean'",
    ]);
    expect(messages(await put({ engine: {} }))).toEqual([
      "Invalid 'user_config': Invalid input: Additional properties are not allowed ('engine' was unexpected)",
    ]);
  });

  it('have the values of today where only the current profile is served (pf 4)', async () => {
    const wanted = { engine_version: '3.3', engine: { cluster_max_shards_per_node: 10 } };
    const put = async (profile: 'documented' | 'current' | 'both', config: unknown) => {
      const { send } = await served({ scenario: smallScenario([search()]), profile });
      return messages({
        body: { errors: [], ...(await send('PUT', `${collection}/logs`, { user_config: config })).body },
      });
    };
    expect(await put('current', wanted)).toEqual([]);
    for (const profile of ['documented', 'both'] as const) {
      expect(await put(profile, wanted)).toEqual([
        "Invalid 'user_config.engine_version': Invalid input: '3.3' is not one of ['1', '2']",
        "Invalid 'user_config.engine.cluster_max_shards_per_node': Invalid input: 10 is less than the minimum of 100",
      ]);
    }
    const narrowed = { engine: { http_max_content_length: 1 } };
    expect(await put('both', narrowed)).toEqual([]);
    expect(await put('current', narrowed)).toHaveLength(1);
    const scenario = smallScenario([search(narrowed)]);
    await expect(served({ scenario, profile: 'current' })).rejects.toThrow('http_max_content_length');
  });

  it('are checked in scenario files, under their neutral names', async () => {
    const scenario = smallScenario([search({ engine: { ism_enabled: 'yes' } })]);
    await expect(served({ scenario })).rejects.toThrow(
      /projects\[0\]\.services\[0\]\.userConfig\.engine\.ism_enabled: .*boolean/,
    );
  });

  it('are kept as given for services of other types', async () => {
    const { send } = await withSearch();
    const changed = await send('PUT', `${collection}/orders`, { user_config: { engine: 1, pg: { a: { b: 1 } } } });
    expect(changed.body.service.user_config).toEqual({ engine: 1, pg: { a: { b: 1 } } });
  });

  it('come back as they were given, whatever is valid', async () => {
    const { send } = await withSearch();
    let count = 0;
    const withoutNulls = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const members = Object.entries(value).filter(([, member]) => member !== null);
      return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
    };
    const lowered = (name: string, value: unknown) =>
      /^thread_pool_(?!\w*queue)\w+_size$/.test(name) && typeof value === 'number' ? Math.min(value, 4) : value;
    await fc.assert(
      fc.asyncProperty(anyConfig, async (any) => {
        const { service_to_fork_from: _service, project_to_fork_from: _project, ...config } = any;
        count += 1;
        const { status } = await create(send, `any-${count}`, config);
        expect(status).toBe(200);
        const { body } = await send('GET', `${collection}/any-${count}?include_secrets=true`);
        const expected = JSON.parse(JSON.stringify(withoutNulls(config)), lowered);
        expect(body.service.user_config).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
