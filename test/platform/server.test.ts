import { connect } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Scenario } from '../../lib/platform/scenario/scenario.ts';
import { servePlatform } from '../../lib/platform/server.ts';
import { anyText } from '../any-text.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { until } from '../until.ts';
import { enable, endpointBody, pg, served, smallScenario, token } from './small-organization.ts';

const sample = sampleOrganization();
const create = '/v1/project/shop/integration_endpoint';

describe('the server', () => {
  it('gives the same bytes for the same scenario, seed and steps, and different ones for another seed', async () => {
    const bytes = async (seed: number) => {
      const { platform, send } = await served({ scenario: sample, seed });
      await send('POST', '/v1/project/sandbox/integration_endpoint', endpointBody('mine', '100'));
      await platform.advance(3 * 86_400);
      return (await fetch(`${platform.url}/_control/state`)).text();
    };
    const first = await bytes(7);
    expect(await bytes(7)).toBe(first);
    expect(await bytes(8)).not.toBe(first);
  });

  it('reports a taken port with the code EADDRINUSE', async () => {
    const { platform } = await served();
    const port = Number(new URL(platform.url).port);
    await expect(servePlatform({ scenario: smallScenario(), token, port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('listens on 127.0.0.1 only', async () => {
    const { platform } = await served();
    expect(platform.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('closes although connections are kept open', async () => {
    const { platform, send } = await served();
    await send('GET', '/v1/organizations');
    await platform.close();
    await expect(fetch(platform.url)).rejects.toThrow();
  });

  it('lets time pass by itself unless its speed is 0', async () => {
    const { platform } = await served({ speed: 1_000_000 });
    const before = platform.now().getTime();
    await until(() => platform.now().getTime() !== before);
    expect(platform.now().getTime()).toBeGreaterThan(before);
  });

  it('accepts another name for the search service, in types and option names, with the same threshold', async () => {
    const scenario = smallScenario([pg('orders', { type: 'engine', usedGb: 76, userConfig: { engine_version: '2' } })]);
    const { send, platform } = await served({ scenario, searchEngine: 'opensearch' });
    await enable(send, 'orders', '50');
    await platform.advance(30);
    expect(platform.state().projects[0]?.services[0]?.diskMb).toBeGreaterThan(100 * 1024);
    const { body } = await send('GET', `${create.replace('integration_endpoint', 'service')}/orders`);
    expect(body.service).toMatchObject({ service_type: 'opensearch', user_config: { opensearch_version: '2' } });
  });

  it('dates every answer by virtual time, also a refusal', async () => {
    const { send, platform } = await served();
    await platform.advance(86_400);
    const answers = [
      await send('GET', '/v1/organizations'),
      await send('GET', '/v1/organizations', undefined, { authorization: '' }),
      await send('GET', '/nothing'),
    ];
    expect(answers.map(({ headers }) => headers.get('date'))).toEqual(
      answers.map(() => 'Tue, 03 Mar 2026 08:00:00 GMT'),
    );
  });

  it('gives every answer a request id, counting up', async () => {
    const { send } = await served();
    const ids = [
      await send('GET', '/v1/organizations'),
      await send('GET', '/v1/organizations', undefined, { authorization: '' }),
      await send('GET', '/nothing'),
      await send('PATCH', create, {}),
      await send('POST', create, 'x'.repeat(1024 * 1024 + 1)),
    ].map(({ headers }) => headers.get('x-request-id'));
    expect(ids).toEqual(['req-00000001', 'req-00000002', 'req-00000003', 'req-00000004', 'req-00000005']);
  });
});

describe('untrusted input', () => {
  it('includes unsupported methods: 405 with the supported ones', async () => {
    const { send } = await served();
    const refused = await send('PATCH', create, {});
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it('includes any content type on calls without a body, and unknown query parameters', async () => {
    const { send } = await served();
    const type = { 'content-type': 'application/octet-stream' };
    expect((await send('GET', '/v1/project/shop/service?limit=999', undefined, type)).status).toBe(200);
    expect((await send('DELETE', '/v1/project/shop/integration/none', undefined, type)).status).toBe(404);
  });

  test.each([
    ['malformed JSON', '{"endpoint_name":', 400],
    ['an empty body', '', 400],
    ['a bare number', '7', 400],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000), 400],
    ['deep nesting in what is kept as given', `{"user_config":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`, 400],
    ['bytes that are no text', '\u0000\ufffd', 400],
    ['too much', ' '.repeat(1024 * 1024 + 1), 413],
  ])('includes %s', async (_what, body, status) => {
    const { send } = await served();
    const refused = await send('POST', create, body);
    expect(refused.status).toBe(status);
    expect(refused.body.errors[0]).toMatchObject({ status, message: refused.body.message });
    expect((await send('GET', create)).status).toBe(200);
  });

  it('includes names of every kind, and never comes to a 500', async () => {
    const { send } = await served();
    const part = fc.oneof(fc.string(), anyText, fc.constantFrom('..', '__proto__', 'constructor', '%', '%2F'));
    const anything = fc.oneof(fc.jsonValue(), fc.record({ endpoint_name: part, user_config: fc.jsonValue() }));
    await fc.assert(
      fc.asyncProperty(part, part, anything, async (project, name, body) => {
        const path = `/v1/project/${encodeURIComponent(project.toWellFormed())}/service/${encodeURIComponent(name.toWellFormed())}`;
        expect((await send('GET', path)).status).toBeLessThan(500);
        expect(
          (await send('GET', `/v1/project/shop/service/${encodeURIComponent(name.toWellFormed())}`)).status,
        ).toBeLessThan(500);
        expect((await send('POST', create, JSON.stringify(body))).status).toBeLessThan(500);
        expect((await send('POST', '/v1/project/shop/integration', JSON.stringify(body))).status).toBeLessThan(500);
        expect((await send('PUT', '/v1/project/shop/service/orders', JSON.stringify(body))).status).toBeLessThan(500);
      }),
      { numRuns: 40 },
    );
  });

  it('includes requests that break off', async () => {
    const { platform, send } = await served();
    const { port } = new URL(platform.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`POST ${create} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"endpoint`, () => {
          socket.destroy();
          resolve();
        });
      });
    });
    expect((await send('GET', '/v1/organizations')).status).toBe(200);
  });
});

describe('an organization of ten thousand services', () => {
  const large = (): Scenario => ({
    ...smallScenario(),
    tokens: [],
    projects: Array.from({ length: 200 }, (_, number) => ({
      name: `project-${number}`,
      services: Array.from({ length: 50 }, (_unused, index) =>
        pg(`service-${index}`, { usedGb: 60, growthGbPerDay: 5, jitter: 0.5 }),
      ),
      endpoints: [{ name: 'shared', maxAdditionalGb: 300 }],
      integrations: Array.from({ length: 50 }, (_unused, index) => ({
        service: `service-${index}`,
        endpoint: 'shared',
      })),
    })),
  });

  it('lives through a month, and answers in between', async () => {
    const { platform, send } = await served({ scenario: large() });
    const month = platform.advance(30 * 86_400);
    const { services } = (await send('GET', '/v1/project/project-199/service')).body;
    expect(services).toHaveLength(50);
    await month;
    const disks = platform.state().projects.flatMap((project) => project.services.map(({ diskMb }) => diskMb));
    expect(disks).toHaveLength(10_000);
    expect(disks.every((diskMb) => diskMb > 100 * 1024)).toBe(true);
  });
});
