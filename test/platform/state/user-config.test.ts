import { describe, expect, it } from 'vitest';
import { pg, type Send, served, smallScenario } from '../small-organization.ts';

const services = '/v1/project/shop/service';
const put = async (send: Send, name: string, user_config: object) => {
  const { status, body } = await send('PUT', `${services}/${name}`, { user_config });
  return status === 200 ? [] : body.errors.map(({ message }: { message: string }) => message);
};

describe('options of service types other than the search type (A-53)', () => {
  it('are stored and returned as they come, also when the service is created', async () => {
    const { send } = await served();
    const config = {
      pgaudit: { log: ['ddl'] },
      pg: { synchronous_commit: 'off' },
      newest: [1],
      admin_password: 'canary-2',
    };
    expect(await put(send, 'orders', config)).toEqual([]);
    expect((await send('GET', `${services}/orders`)).body.service.user_config).toEqual(config);
    const created = { service_name: 'new', service_type: 'pg', plan: 'startup-4', user_config: config };
    expect((await send('POST', services, created)).body.service.user_config).toEqual(config);
  });

  it('are merged; null removes one', async () => {
    const { send } = await served({
      scenario: smallScenario([pg('orders', { userConfig: { old: true, pg: { jit: true } } })]),
    });
    expect(await put(send, 'orders', { pg: { jit: null, max_connections: 50 }, work_mem: 4 })).toEqual([]);
    expect((await send('GET', `${services}/orders`)).body.service.user_config).toEqual({
      old: true,
      pg: { max_connections: 50 },
      work_mem: 4,
    });
  });

  it('are published as a schema that takes anything', async () => {
    const { send } = await served();
    const { body } = await send('GET', '/v1/project/shop/service-types/pg');
    expect(body.user_config_schema).toEqual({ type: 'object', properties: {}, additionalProperties: true });
  });
});

describe('options of the search type that the specification does not have (A-53)', () => {
  const scenario = smallScenario([pg('logs', { type: 'engine' })]);
  const newer = {
    opensearch: { segrep: { pressure_enabled: true }, http_max_content_length: 2_000_000 },
    opensearch_dashboards: { session_ttl: '60m' },
    additional_backup_regions: ['aws-eu-west-1'],
  };

  it('are stored where only the current profile is served; those that it has are checked', async () => {
    const { send } = await served({ scenario, profile: 'current' });
    expect(await put(send, 'logs', newer)).toEqual([]);
    expect((await send('GET', `${services}/logs`)).body.service.user_config).toEqual(newer);
    expect(await put(send, 'logs', { opensearch: { http_max_content_length: 'much' } })).toEqual([
      "Invalid 'user_config.opensearch.http_max_content_length': Invalid input: expected number, received string",
    ]);
  });

  it.each(['documented', 'both'] as const)(
    'do not exist in the profile %s, which has the 95 of the specification',
    async (profile) => {
      const { send } = await served({ scenario, profile, searchEngine: 'opensearch' });
      expect(await put(send, 'logs', newer)).toHaveLength(3);
    },
  );
});
