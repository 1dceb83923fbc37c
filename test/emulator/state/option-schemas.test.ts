import { describe, expect, it, test } from 'vitest';
import { newerIssues, optionIssues, partsByAge } from '../../../lib/emulator/state/option-schemas.ts';
import { pg, type Send, served, smallScenario } from '../small-organization.ts';

const services = '/v1/project/shop/service';
const put = async (send: Send, name: string, user_config: object) => {
  const { status, body } = await send('PUT', `${services}/${name}`, { user_config });
  return status === 200 ? [] : body.errors.map(({ message }: { message: string }) => message);
};

describe('options of service types other than the search type (A-53)', () => {
  test.each([
    [
      { nonsense: 1 },
      "Invalid 'user_config': Invalid input: Additional properties are not allowed ('nonsense' was unexpected)",
    ],
    [
      { pg_version: '99' },
      "Invalid 'user_config.pg_version': Invalid input: '99' is not one of ['10', '11', '12', '13', '14', '15', '16', '17', '18']",
    ],
    [
      { pg_version: 16 },
      "Invalid 'user_config.pg_version': Invalid input: 16 is not one of ['10', '11', '12', '13', '14', '15', '16', '17', '18']",
    ],
    [{ backup_hour: 24 }, "Invalid 'user_config.backup_hour': Invalid input: 24 is greater than the maximum of 23"],
    [{ pg: { jit: 'yes' } }, "Invalid 'user_config.pg.jit': Invalid input: 'yes' is not of type 'boolean'"],
    [
      { migration: { host: 'a.example.com' } },
      "Invalid 'user_config.migration': Invalid input: 'port' is a required property",
    ],
  ])('%j is refused', async (config, message) => {
    const { send } = await served();
    expect(await put(send, 'orders', config)).toEqual([message]);
    const created = { service_name: 'new', service_type: 'pg', plan: 'startup-4', user_config: config };
    expect((await send('POST', services, created)).body.message).toBe(message);
  });

  it('include the network filter, whose blocks are checked as those of the search type', async () => {
    const { send } = await served();
    expect(await put(send, 'orders', { ip_filter: ['zz'] })).toHaveLength(1);
    expect(await put(send, 'orders', { ip_filter: ['10.0.0.0/8', { network: '::/0', description: 'all' }] })).toEqual(
      [],
    );
  });

  it('are merged; null removes one; what was stored before is not held against a later request', async () => {
    const stored = { from_long_ago: true, pg: { jit: true } };
    const { send } = await served({ scenario: smallScenario([pg('orders', { userConfig: stored })]) });
    expect(await put(send, 'orders', { pg: { jit: null, work: 1 } })).toHaveLength(1);
    expect(await put(send, 'orders', { pg: { jit: null, max_connections: 50 }, work_mem: 4 })).toEqual([]);
    const { body } = await send('GET', `${services}/orders`);
    expect(body.service.user_config).toEqual({ from_long_ago: true, pg: { max_connections: 50 }, work_mem: 4 });
  });

  it('that are secret are shown on request only', async () => {
    const { send } = await served();
    expect(await put(send, 'orders', { admin_password: 'canary-2', admin_username: 'avnadmin' })).toEqual([]);
    const { body } = await send('GET', `${services}/orders`);
    expect(body.service.user_config).toEqual({ admin_username: 'avnadmin' });
    const { body: whole } = await send('GET', `${services}/orders?include_secrets=true`);
    expect(whole.service.user_config.admin_password).toBe('canary-2');
  });

  it('are published with the type', async () => {
    const { send } = await served();
    const { body } = await send('GET', '/v1/project/shop/service-types/pg');
    expect(body.user_config_schema.properties).toMatchObject({
      pg_version: { type: 'string' },
      ip_filter: { type: 'array', maxItems: 8000 },
      pg: { properties: { 'pg_stat_statements.track': { type: 'string' } } },
    });
  });

  it('of a type that is not known are not checked', () => {
    expect(optionIssues('novelty', { anything: [1] })).toEqual([]);
  });
});

describe('options of the search type that are newer than the specification (pf 4)', () => {
  const scenario = smallScenario([pg('logs', { type: 'engine' })]);
  const newer = {
    opensearch: {
      knn_memory_circuit_breaker_enabled: true,
      segrep: { pressure_enabled: true },
      http_max_header_size: 8192,
    },
    opensearch_dashboards: { session_ttl: '60m' },
    additional_backup_regions: ['aws-eu-west-1'],
  };

  it('are taken, checked and shown where only the current profile is served', async () => {
    const { send } = await served({ scenario, profile: 'current' });
    expect(await put(send, 'logs', newer)).toEqual([]);
    expect((await send('GET', `${services}/logs`)).body.service.user_config).toEqual(newer);
    expect(await put(send, 'logs', { opensearch: { segrep: { pressure_enabled: 1, none: 2 } } })).toEqual([
      "Invalid 'user_config.opensearch.segrep.pressure_enabled': Invalid input: 1 is not of type 'boolean'",
      "Invalid 'user_config.opensearch.segrep': Invalid input: Additional properties are not allowed ('none' was unexpected)",
    ]);
    expect(await put(send, 'logs', { opensearch: { nothing: 1 } })).toHaveLength(1);
    const { body } = await send('GET', '/v1/project/shop/service-types/opensearch');
    const { opensearch } = body.user_config_schema.properties;
    expect(Object.keys(opensearch.properties)).toEqual(expect.arrayContaining(['segrep', 'http_max_header_size']));
  });

  it.each(['documented', 'both'] as const)(
    'do not exist in the profile %s, which has the 95 of the specification',
    async (profile) => {
      const { send } = await served({ scenario, profile, searchEngine: 'opensearch' });
      expect(await put(send, 'logs', newer)).toHaveLength(4);
    },
  );

  it('are parted from the specified ones, option by option', () => {
    const config = { engine: { segrep: {}, ism_enabled: true }, s3_migration: {}, unknown: 1 };
    expect(partsByAge(config)).toEqual({
      specified: { engine: { ism_enabled: true }, unknown: 1 },
      newer: { engine: { segrep: {} }, s3_migration: {} },
    });
    expect(newerIssues({ engine: { segrep: {} } })).toEqual([]);
  });
});
