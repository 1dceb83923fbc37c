import { beforeEach, describe, expect, it, test } from 'vitest';
import type { ServedPlatform } from '../../lib/platform/server.ts';
import { enable, endpointBody, pg, type Reply, type Send, served, smallScenario } from './small-organization.ts';

const shop = '/v1/project/shop';
const endpoints = `${shop}/integration_endpoint`;
const integrations = `${shop}/integration`;
const gb = 1024;

let platform: ServedPlatform;
let send: Send;

/** 90 of 100 GB are used: more than the threshold of 85 percent. */
beforeEach(async () => {
  ({ platform, send } = await served({ scenario: smallScenario([pg('orders', { usedGb: 90 }), pg('other')]) }));
});

const diskGb = async (service = 'orders'): Promise<number> =>
  (await send('GET', `${shop}/service/${service}`)).body.service.disk_space_mb / gb;

const newEndpoint = async (name: string, maximum: string): Promise<string> =>
  (await send('POST', endpoints, endpointBody(name, maximum))).body.service_integration_endpoint.endpoint_id;

const attach = (endpointId: string, service = 'orders') =>
  send('POST', integrations, {
    dest_endpoint_id: endpointId,
    integration_type: 'autoscaler',
    source_project: 'shop',
    source_service: service,
  });

describe('the disk autoscaler over HTTP (§1.8 HTTP API)', () => {
  it('is off until an integration is made with the id of an endpoint (§3 disabled→enabled, §4.1)', async () => {
    await platform.advance(600);
    const endpointId = await newEndpoint('mine', '100');
    // The 30 seconds count from the integration on, not from when the platform began.
    await platform.advance(613);
    expect(await diskGb()).toBe(100);
    expect((await attach(endpointId)).status).toBe(200);
    await platform.advance(29);
    expect(await diskGb()).toBe(100);
    await platform.advance(1);
    // A tenth of the 90 GB that are used.
    expect(await diskGb()).toBe(109);
  });

  it('stays off for an endpoint type without a maximum (§3 disabled→enabled)', async () => {
    const endpoint = {
      name: 'logs',
      type: 'external_logs',
      userConfig: { autoscaler: { max_additional_storage: '100' } },
    };
    const shopWithLogs = { name: 'shop', services: [pg('orders', { usedGb: 90 })], endpoints: [endpoint] };
    ({ platform, send } = await served({ scenario: { ...smallScenario(), projects: [shopWithLogs], tokens: [] } }));
    const [{ endpoint_id: endpointId }] = (await send('GET', endpoints)).body.service_integration_endpoints;
    expect((await attach(endpointId)).status).toBe(400);
    await platform.advance(3600);
    expect(await diskGb()).toBe(100);
    expect((await send('GET', `${shop}/service/orders`)).body.service.service_integrations).toEqual([]);
  });

  it('evaluates every 30 seconds and grows whenever the threshold is reached (§3 enabled→enabled)', async () => {
    await enable(send, 'orders', '100');
    await platform.advance(3600);
    expect(await diskGb()).toBe(109);
    await send('POST', '/_control/usage', { project: 'shop', service: 'orders', usedGb: 100 });
    await platform.advance(30);
    expect(await diskGb()).toBe(119);
  });

  it('has its maximum changed while it is on (§2.1 change at any time, §4.2)', async () => {
    const { endpointId } = await enable(send, 'orders', '5');
    await platform.advance(3600);
    expect(await diskGb()).toBe(105);
    const changed = await send('PUT', `${endpoints}/${endpointId}`, {
      user_config: { autoscaler: { max_additional_storage: '200' } },
    });
    expect(changed.status).toBe(200);
    await platform.advance(30);
    expect(await diskGb()).toBe(114);
  });

  it('is off once the integration is deleted, and the disk stays (§1.2, §3 enabled→disabled, §4.3)', async () => {
    const { integrationId } = await enable(send, 'orders', '100');
    await platform.advance(30);
    expect((await send('DELETE', `${integrations}/${integrationId}`)).status).toBe(200);
    await send('POST', '/_control/usage', { project: 'shop', service: 'orders', usedGb: 109 });
    await platform.advance(3600);
    expect(await diskGb()).toBe(109);
    expect((await send('GET', `${shop}/service/orders`)).body.service.service_integrations).toEqual([]);
  });

  it('leaves the endpoint, which can be reused and then deleted (§3 endpoint remains, §4.3)', async () => {
    const { endpointId, integrationId } = await enable(send, 'orders', '100');
    const record = async () => (await send('GET', `${endpoints}/${endpointId}`)).body;
    const before = await record();
    await send('DELETE', `${integrations}/${integrationId}`);
    expect(await record()).toEqual(before);
    const again = await attach(endpointId, 'other');
    expect(again.body.service_integration.dest_endpoint_id).toBe(endpointId);
    await send('POST', '/_control/usage', { project: 'shop', service: 'other', usedGb: 90 });
    await platform.advance(30);
    expect([await diskGb('other'), await diskGb('orders')]).toEqual([109, 100]);
    await send('DELETE', `${integrations}/${again.body.service_integration.service_integration_id}`);
    expect((await send('DELETE', `${endpoints}/${endpointId}`)).status).toBe(200);
    expect((await send('GET', endpoints)).body.service_integration_endpoints).toEqual([]);
  });
});

type Headers = Record<string, string>;
type Act = (ids: { endpointId: string; integrationId: string }, headers?: Headers) => Promise<Reply>;

const config = { user_config: { autoscaler: { max_additional_storage: '300' } } };

/** Each operation with the documented method, path and body, and nothing more. */
const operations: [operation: string, act: Act][] = [
  [
    '§4 ServiceIntegrationEndpointCreate',
    (_ids, headers) =>
      send('POST', endpoints, { endpoint_name: 'new', endpoint_type: 'disk_storage', ...config }, headers),
  ],
  [
    '§4 ServiceIntegrationEndpointUpdate',
    ({ endpointId }, headers) => send('PUT', `${endpoints}/${endpointId}`, config, headers),
  ],
  [
    '§4 ServiceIntegrationEndpointDelete',
    async (_ids, headers) => {
      const [unused] = (await send('GET', endpoints)).body.service_integration_endpoints;
      return send('DELETE', `${endpoints}/${unused.endpoint_id}`, undefined, headers);
    },
  ],
  [
    '§4 ServiceIntegrationCreate',
    ({ endpointId }, headers) =>
      send(
        'POST',
        integrations,
        {
          dest_endpoint_id: endpointId,
          integration_type: 'autoscaler',
          source_project: 'shop',
          source_service: 'other',
        },
        headers,
      ),
  ],
  [
    '§4 ServiceIntegrationDelete',
    ({ integrationId }, headers) => send('DELETE', `${integrations}/${integrationId}`, undefined, headers),
  ],
];

describe('each operation', () => {
  const prepared = async () => {
    await newEndpoint('unused', '10');
    return enable(send, 'orders', '100');
  };
  const stateOf = () => JSON.stringify(platform.state().projects);

  test.each(operations)('%s succeeds with its documented method, path and body', async (_operation, act) => {
    const ids = await prepared();
    const before = stateOf();
    const answer = await act(ids);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(stateOf()).not.toBe(before);
  });

  // §1.7 operator, §4.4, §5 header, §5 permission
  test.each(operations)('%s needs a token whose owner is operator, or does nothing', async (operation, act) => {
    const ids = await prepared();
    const before = stateOf();
    expect((await act(ids, { authorization: '' })).status).toBe(401);
    const refused = await act(ids, { authorization: 'Bearer token-of-the-reader' });
    const action = operation.replace('§4 ', '');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      `You don't have permission to perform this action: ${action}`,
    ]);
    expect(stateOf()).toBe(before);
  });
});
