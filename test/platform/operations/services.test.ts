import { describe, expect, it, test } from 'vitest';
import { enable, endpointBody, pg, served, smallScenario } from '../small-organization.ts';

const collection = '/v1/project/shop/service';
const gb = 1024;

describe('services', () => {
  it('are listed with tags, disk and integrations, and without what is used', async () => {
    const { send } = await served({
      scenario: smallScenario([pg('orders', { usedGb: 50, tags: { team: 'orders' } })]),
    });
    const { services } = (await send('GET', collection)).body;
    expect(services).toHaveLength(1);
    expect(services[0]).toMatchObject({
      service_name: 'orders',
      service_type: 'pg',
      plan: 'startup-4',
      cloud_name: 'cloud-a',
      state: 'RUNNING',
      disk_space_mb: 100 * gb,
      tags: { team: 'orders' },
      service_integrations: [],
      group_list: ['default'],
      project_vpc_id: null,
      service_uri: '',
      termination_protection: false,
      create_time: '2026-03-02T08:00:00Z',
    });
    expect(JSON.stringify(services[0])).not.toContain('used');
    expect((await send('GET', `${collection}/orders`)).body.service).toEqual(services[0]);
  });

  it('are created running, with an event', async () => {
    const { send } = await served();
    const created = await send('POST', collection, {
      service_name: 'fresh',
      service_type: 'pg',
      plan: 'startup-4',
      cloud: 'cloud-a',
      disk_space_mb: 120 * gb,
      tags: { team: 'web' },
      user_config: { pg_version: '17' },
    });
    expect(created.body.service).toMatchObject({
      state: 'RUNNING',
      disk_space_mb: 120 * gb,
      user_config: { pg_version: '17' },
    });
    const { events } = (await send('GET', '/v1/project/shop/events?limit=1')).body;
    expect(events).toMatchObject([{ event_type: 'service_create', service_name: 'fresh', actor: 'operator' }]);
    expect(
      (await send('POST', collection, { service_name: 'fresh', service_type: 'pg', plan: 'startup-4' })).status,
    ).toBe(409);
  });

  it('go to the first cloud of the scenario where null or nothing names one, and stay where they are (pf 2.14 null cloud)', async () => {
    const { send } = await served();
    const given = { service_name: 'fresh', service_type: 'pg', plan: 'startup-4' };
    const created = await send('POST', collection, { ...given, cloud: null });
    expect([created.status, created.body.service?.cloud_name]).toEqual([200, 'cloud-a']);
    const kept = await send('PUT', `${collection}/fresh`, { cloud: null, termination_protection: false });
    expect([kept.status, kept.body.service?.cloud_name]).toEqual([200, 'cloud-a']);
  });

  it('do not take a name that is taken, in the words of the real platform (pf 2.14 taken name)', async () => {
    const { send } = await served();
    const taken = await send('POST', collection, { service_name: 'orders', service_type: 'pg', plan: 'startup-4' });
    expect([taken.status, taken.body.message]).toEqual([409, 'Service name is already in use in this project']);
  });

  test.each([
    ['an unknown plan', { plan: 'nope' }],
    ['an unknown cloud', { cloud: 'nope' }],
    ['a disk below the plan', { disk_space_mb: 10 * gb }],
    ['a disk above the cap', { disk_space_mb: 510 * gb }],
    ['a disk between two steps', { disk_space_mb: 105 * gb }],
    ['additional disk without dynamic sizing', { cloud: 'cloud-b', disk_space_mb: 110 * gb }],
    ['a negative disk', { disk_space_mb: -1 }],
    ['the key that would seem to disable', { user_config: { 'service disk autoscaler': { enabled: false } } }],
  ])('are not created with %s', async (_what, more) => {
    const { send } = await served();
    const given = { service_name: 'fresh', service_type: 'pg', plan: 'startup-4', cloud: 'cloud-a', ...more };
    expect((await send('POST', collection, given)).status).toBe(400);
    expect((await send('GET', `${collection}/fresh`)).status).toBe(404);
  });

  it('take their additional storage along to another plan', async () => {
    const { send } = await served({ scenario: smallScenario([pg('orders', { diskGb: 130 })]) });
    const { service } = (await send('PUT', `${collection}/orders`, { plan: 'business-8' })).body;
    expect(service).toMatchObject({ plan: 'business-8', node_count: 2, disk_space_mb: 230 * gb });
  });

  it('keep a disk that holds what is used', async () => {
    const { send } = await served({ scenario: smallScenario([pg('orders', { diskGb: 130, usedGb: 120 })]) });
    expect((await send('PUT', `${collection}/orders`, { disk_space_mb: 110 * gb })).status).toBe(400);
    expect((await send('PUT', `${collection}/orders`, { disk_space_mb: 120 * gb })).body.service.disk_space_mb).toBe(
      120 * gb,
    );
  });

  it('are switched off and on; a null takes an option away', async () => {
    const { send } = await served({
      scenario: smallScenario([pg('orders', { userConfig: { work_mem: 1, node_count: 2 } })]),
    });
    const off = await send('PUT', `${collection}/orders`, {
      powered: false,
      user_config: { work_mem: null, backup_hour: 3 },
    });
    expect(off.body.service).toMatchObject({
      state: 'POWEROFF',
      node_states: [],
      user_config: { node_count: 2, backup_hour: 3 },
    });
    expect((await send('PUT', `${collection}/orders`, { powered: true })).body.service.state).toBe('RUNNING');
  });

  it('begin with an integration, or not at all (pf 2.4)', async () => {
    const { send } = await served();
    const made = await send('POST', '/v1/project/shop/integration_endpoint', endpointBody('mine', '50'));
    const endpoint = made.body.service_integration_endpoint.endpoint_id;
    const create = (...wanted: object[]) =>
      send('POST', collection, {
        service_name: 'fresh',
        service_type: 'pg',
        plan: 'startup-4',
        service_integrations: wanted.map((one) => ({ integration_type: 'autoscaler', ...one })),
      });
    const [toEndpoint, fromEndpoint] = [{ dest_endpoint_id: endpoint }, { source_endpoint_id: endpoint }];
    expect((await create({ dest_endpoint_id: 'none' })).status).toBe(404);
    expect((await create({ ...toEndpoint, source_service: 'orders' })).status).toBe(400);
    expect((await create(toEndpoint, toEndpoint)).status).toBe(409);
    expect((await send('GET', `${collection}/fresh`)).status).toBe(404);
    for (const direction of [toEndpoint, fromEndpoint]) {
      const { service } = (await create(direction)).body;
      expect(service.service_integrations).toMatchObject([
        { integration_type: 'autoscaler', source_service: 'fresh', dest_endpoint_id: endpoint, active: true },
      ]);
      await send('DELETE', `${collection}/fresh`);
    }
  });

  it('keep contacts and the time of maintenance, and refuse networks (pf 1.3, pf 2.4)', async () => {
    const { send } = await served();
    const put = (body: object) => send('PUT', `${collection}/orders`, body);
    const first = (await put({ maintenance: { dow: 'monday' }, tech_emails: [{ email: 'a@example.com' }] })).body
      .service;
    expect(first).toMatchObject({
      maintenance: { dow: 'monday', time: '03:00:00', enabled: true, updates: [] },
      tech_emails: [{ email: 'a@example.com' }],
    });
    const second = (await put({ maintenance: { dow: 'never', time: '04:30:00' }, project_vpc_id: null })).body.service;
    expect(second).toMatchObject({
      maintenance: { dow: 'never', time: '04:30:00', enabled: false },
      tech_emails: [{ email: 'a@example.com' }],
    });
    const eleven = Array.from({ length: 11 }, () => ({ email: 'a@example.com' }));
    for (const wrong of [
      { maintenance: { dow: 'someday' } },
      { maintenance: { time: '25:00:00' } },
      { tech_emails: eleven },
    ]) {
      expect((await put(wrong)).status).toBe(400);
    }
    expect((await put({ project_vpc_id: 'x' })).status).toBe(400);
  });

  it('have their disk changed by hand while an autoscaler is attached (pf 1.2, pf 2.8)', async () => {
    const { send } = await served();
    await enable(send, 'orders', '50');
    const put = (disk_space_mb: number) => send('PUT', `${collection}/orders`, { disk_space_mb });
    expect((await put(120 * gb)).body.service.disk_space_mb).toBe(120 * gb);
    expect((await put(125 * gb)).status).toBe(400);
    expect((await put(90 * gb)).status).toBe(400);
    expect((await put(510 * gb)).status).toBe(400);
    expect((await put(500 * gb)).status).toBe(200);
  });

  it('are deleted with their integrations, unless they are protected', async () => {
    const { send, platform } = await served();
    await enable(send, 'orders', '100');
    await send('PUT', `${collection}/orders`, { termination_protection: true });
    expect((await send('DELETE', `${collection}/orders`)).status).toBe(403);
    expect((await send('PUT', `${collection}/orders`, { powered: false })).status).toBe(403);
    await send('PUT', `${collection}/orders`, { termination_protection: false });
    expect((await send('DELETE', `${collection}/orders`)).status).toBe(200);
    expect(platform.state().projects[0]).toMatchObject({
      services: [],
      integrations: [],
      endpoints: [{ name: 'for-orders' }],
    });
  });
});
