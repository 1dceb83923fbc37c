import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { enable, pg, served, smallScenario } from '../small-organization.ts';

const noToken = { authorization: '' };

describe('control routes', () => {
  it('exist only on request', async () => {
    const { send } = await served({ control: false });
    expect((await send('GET', '/_control/state')).status).toBe(404);
  });

  it.each([
    ['another host', { host: 'evil.example' }],
    ['a page of another site', { origin: 'http://evil.example' }],
    ['a page without a site', { origin: 'null' }],
  ])('are refused to %s', async (_who, headers) => {
    const { platform } = await served();
    const status = await new Promise((resolve) => {
      const request = httpRequest(`${platform.url}/_control/advance`, { method: 'POST', headers }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      request.end('{"seconds":30}');
    });
    expect(status).toBe(403);
    expect(platform.now().toISOString()).toBe('2026-03-02T08:00:00.000Z');
  });

  it('need no body where they take none', async () => {
    const { platform } = await served();
    const { host } = new URL(platform.url);
    const [hostname = '', port = ''] = host.split(':');
    const ask = (line: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () =>
          socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        );
        socket.once('data', (data) => resolve(data.toString('utf8').split('\r\n')[0] ?? ''));
      });
    expect(await ask('POST /_control/requests/reset')).toContain(' 200 ');
    expect(await ask('PUT /v1/project/shop/integration_endpoint')).toMatch(/ 40[15] /);
    expect(await ask('POST /v1/nothing/here')).toMatch(/ 40[14] /);
  });

  it('advance time and evaluate its effects', async () => {
    const { send, platform } = await served({ scenario: smallScenario([pg('orders', { usedGb: 90 })]) });
    await enable(send, 'orders', '50');
    const moved = await send('POST', '/_control/advance', { seconds: 30 }, noToken);
    expect(moved.body).toEqual({ now: '2026-03-02T08:00:30Z' });
    expect(platform.now().toISOString()).toBe('2026-03-02T08:00:30.000Z');
    const { service } = (await send('GET', '/v1/project/shop/service/orders')).body;
    expect(service.disk_space_mb).toBe(109 * 1024);
    const [event] = (await send('GET', '/v1/project/shop/events?limit=1')).body.events;
    expect(event).toMatchObject({
      event_type: 'service_update',
      actor: 'Platform Automation',
      event_desc: "Disk space of 'orders' increased from 100 GB to 109 GB",
      service_name: 'orders',
    });
  });

  it('set the used space', async () => {
    const { send, platform } = await served();
    const set = (usedGb: number) => send('POST', '/_control/usage', { project: 'shop', service: 'orders', usedGb });
    expect((await set(70)).status).toBe(200);
    expect(platform.state().projects[0]?.services[0]?.usedMb).toBe(70 * 1024);
    expect((await set(101)).status).toBe(400);
  });

  it('create and change services in ways that the interface does not offer', async () => {
    const { send, platform } = await served();
    const put = (body: object) => send('POST', '/_control/service', { project: 'shop', service: 'fresh', ...body });
    expect((await put({})).status).toBe(400);
    const given = { type: 'pg', plan: 'startup-4', cloud: 'cloud-a', tags: { team: 'web' }, growthGbPerDay: 24 };
    expect((await put(given)).status).toBe(200);
    expect((await put({ type: 'engine' })).status).toBe(400);
    await platform.advance(3600);
    expect((await put({ state: 'REBUILDING' })).body).toMatchObject({ state: 'REBUILDING', usedMb: 1024 });
    const [event] = (await send('GET', '/v1/project/shop/events?limit=1')).body.events;
    expect(event).toMatchObject({ event_type: 'service_create', service_name: 'fresh' });
  });

  it('apply a change completely or not at all', async () => {
    const { send, platform } = await served({ scenario: smallScenario([pg('orders', { usedGb: 50 })]) });
    const before = platform.state();
    const given = { plan: 'business-8', state: 'REBUILDING', tags: { a: 'b' }, growthGbPerDay: 3 };
    const refused = await send('POST', '/_control/service', {
      project: 'shop',
      service: 'orders',
      ...given,
      usedGb: 999,
    });
    expect(refused.status).toBe(400);
    const fresh = { service: 'fresh', type: 'pg', plan: 'startup-4', cloud: 'cloud-a', usedGb: 999 };
    expect((await send('POST', '/_control/service', { project: 'shop', ...fresh })).status).toBe(400);
    expect(platform.state()).toEqual(before);
  });

  it('count requests by operation, and not themselves', async () => {
    const { send, platform } = await served();
    await send('GET', '/v1/project/shop/service');
    await send('GET', '/v1/project/shop/service', undefined, noToken);
    await send('DELETE', '/v1/project/shop/integration/none');
    await send('GET', '/v1/nothing');
    const counts = (await send('GET', '/_control/requests', undefined, noToken)).body;
    expect(counts).toEqual({
      operations: { ServiceList: 2, ServiceIntegrationDelete: 1 },
      reads: 2,
      writes: 1,
      unmatched: 1,
    });
    expect(platform.requests()).toEqual(counts);
    await send('POST', '/_control/requests/reset');
    expect(platform.requests()).toEqual({ operations: {}, reads: 0, writes: 0, unmatched: 0 });
  });

  it('show the whole state, the same as the server does, and no token', async () => {
    const { send, platform } = await served();
    await enable(send, 'orders', '50');
    await platform.advance(86_400);
    const state = (await send('GET', '/_control/state', undefined, noToken)).body;
    expect(state).toEqual(platform.state());
    expect(JSON.stringify(state)).not.toContain('token-');
  });

  test.each([
    ['advance', { seconds: -1 }],
    ['advance', { seconds: 'x' }],
    ['advance', {}],
    ['usage', { project: 'shop', service: 'orders', usedGb: -1 }],
    ['faults', {}],
    ['service', { project: 'shop', service: 'Bad Name' }],
  ])('%s refuses %j', async (route, body) => {
    const { send } = await served();
    expect((await send('POST', `/_control/${route}`, body)).status).toBe(400);
  });

  it('report a missing project or service', async () => {
    const { send } = await served();
    expect((await send('POST', '/_control/usage', { project: 'none', service: 'orders', usedGb: 1 })).status).toBe(404);
    expect((await send('POST', '/_control/usage', { project: 'shop', service: 'none', usedGb: 1 })).status).toBe(404);
  });
});
