import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyConfig } from '../wire/search-options/any-config.ts';
import { collection, create, messages, openid, search, withSearch } from './search-service.ts';
import { served, smallScenario } from './small-organization.ts';

describe('options of a search service that depend on something else (§1.9, §2.4)', () => {
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
      "Invalid 'user_config.finder.ism_enabled': Invalid input: expected boolean, received number",
    ]);
    expect(messages(await put({ engine: {} }))).toEqual([
      "Invalid 'user_config': Invalid input: Additional properties are not allowed ('engine' was unexpected)",
    ]);
  });

  it('have the values of today where only the current profile is served (pf 4)', async () => {
    const wanted = { engine_version: '3.3', engine: { cluster_max_shards_per_node: 10 } };
    const put = async (profile: 'documented' | 'current' | 'both', config: unknown) => {
      const { send } = await served({ scenario: smallScenario([search()]), profile, searchEngine: 'engine' });
      return messages({
        body: { errors: [], ...(await send('PUT', `${collection}/logs`, { user_config: config })).body },
      });
    };
    expect(await put('current', wanted)).toEqual([]);
    for (const profile of ['documented', 'both'] as const) {
      expect(await put(profile, wanted)).toEqual([
        `Invalid 'user_config.engine_version': Invalid input: expected one of "1"|"2"`,
        "Invalid 'user_config.engine.cluster_max_shards_per_node': Invalid input: Too small: expected number to be >=100",
      ]);
    }
    const narrowed = { engine: { http_max_content_length: 1 } };
    expect(await put('both', narrowed)).toEqual([]);
    expect(await put('current', narrowed)).toHaveLength(1);
    const scenario = smallScenario([search(narrowed)]);
    await expect(served({ scenario, profile: 'current', searchEngine: 'engine' })).rejects.toThrow(
      'http_max_content_length',
    );
  });

  it('are checked in scenario files, under their neutral names', async () => {
    const scenario = smallScenario([search({ engine: { ism_enabled: 'yes' } })]);
    await expect(served({ scenario })).rejects.toThrow(
      /projects\[0\]\.services\[0\]\.userConfig\.engine\.ism_enabled: .*boolean/,
    );
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
