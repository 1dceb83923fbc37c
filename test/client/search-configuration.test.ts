import { describe, expect, it } from 'vitest';
import { clientOnServer, errorOf } from './client-on-server.ts';

const record = (more: object) => ({
  service_name: 'logs',
  service_type: 'engine',
  plan: 'startup-4',
  state: 'RUNNING',
  tags: {},
  service_integrations: [],
  ...more,
});

const config = {
  engine_version: '2',
  engine: { ism_enabled: true, email_sender_password: 'canary', thread_pool_get_size: 4, added_later: 'canary' },
  openid: { client_id: 'a', client_secret: 'canary' },
  s3_migration: { secret_key: 'canary' },
};

describe('the configuration of a search service', () => {
  it('is read without secrets and without unknown options, which may be secrets (§2.4)', async () => {
    const { client } = await clientOnServer([{ json: { services: [record({ user_config: config })] } }]);
    const [service] = await client.listServices('p');
    expect(service?.searchConfiguration).toEqual({
      engine_version: '2',
      engine: { ism_enabled: true, thread_pool_get_size: 4 },
      openid: { client_id: 'a' },
    });
    expect(JSON.stringify(service)).not.toContain('canary');
  });

  it('is null where the platform does not show it, and absent for services of other types', async () => {
    const services = [record({}), record({ user_config: null }), record({ service_type: 'pg', user_config: config })];
    const { client } = await clientOnServer([{ json: { services } }]);
    const read = await client.listServices('p');
    expect(read.map(({ searchConfiguration }) => searchConfiguration)).toEqual([null, null, undefined]);
  });

  it('is set with nothing but the options given, and a null resets', async () => {
    const { client, server } = await clientOnServer([{ json: { service: {} } }]);
    await client.updateSearchConfiguration('p', 'lo gs', { engine: { ism_enabled: null }, service_log: true });
    expect(server.lines()).toEqual(['PUT /v1/project/p/service/lo%20gs']);
    expect(server.received[0]?.body).toEqual({
      user_config: { engine: { ism_enabled: null }, service_log: true },
    });
    expect(client.calls()).toEqual({ reads: 0, writes: 1 });
  });

  it('bears the word of the search product on the wire', async () => {
    const wire = { service_type: 'finder', user_config: { finder_version: '2', finder: { ism_enabled: true } } };
    const script = [{ json: { services: [record(wire)] } }, { json: {} }];
    const { client, server } = await clientOnServer(script, { searchEngine: 'finder' });
    expect(await client.listServices('p')).toMatchObject([
      { type: 'engine', searchConfiguration: { engine_version: '2', engine: { ism_enabled: true } } },
    ]);
    await client.updateSearchConfiguration('p', 's', { engine: { ism_enabled: false } });
    expect(server.received[1]?.body).toEqual({ user_config: { finder: { ism_enabled: false } } });
  });

  it.each([409, 400])('that is so already is fine, whatever the status: %i (pf 1.2)', async (status) => {
    const { client } = await clientOnServer([{ status, json: { message: 'User config not changed' } }]);
    await expect(client.updateSearchConfiguration('p', 's', { service_log: true })).resolves.toBeUndefined();
  });

  it('that the platform refuses is an error', async () => {
    const { client } = await clientOnServer([{ status: 400, json: { message: "Invalid 'user_config': no" } }]);
    const error = await errorOf(client.updateSearchConfiguration('p', 's', { service_log: true }));
    expect(error).toMatchObject({ name: 'PlatformRefused' });
    expect(error.message).toContain("Invalid 'user_config': no");
  });
});
