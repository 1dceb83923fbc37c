import { describe, expect, it } from 'vitest';
import {
  createRawEndpoint,
  createRawIntegration,
  deleteRawEndpoint,
  deleteRawIntegration,
  listRawEndpoints,
  listRawIntegrations,
  updateRawEndpoint,
} from '../../../lib/client/operations/raw.ts';
import { callerOnServer } from '../caller-on-server.ts';
import { errorOf } from '../client-on-server.ts';
import type { Reply } from '../scripted-server.ts';

const userConfig = { autoscaler: { max_additional_storage: '200' } };
const record = {
  endpoint_id: 'e1',
  endpoint_name: 'grow',
  endpoint_type: 'disk_storage',
  user_config: userConfig,
  endpoint_config: {},
  made_up_later: [1],
};
const request = { endpoint_name: 'grow', endpoint_type: 'disk_storage', user_config: userConfig };
const attachment = {
  integration_type: 'autoscaler',
  source_service: 'orders',
  source_endpoint_id: null,
  dest_service: null,
  dest_endpoint_id: 'e1',
};
const attached = { ...attachment, service_integration_id: 'i1', enabled: true, active: false, made_up_later: {} };

describe('raw operations', () => {
  it('give the records whole, unknown members too (pf 2.1, pf 2.2)', async () => {
    const { caller, server } = await callerOnServer([
      { json: { service_integration_endpoints: [record] } },
      { json: { service_integration_endpoint: record } },
      { json: { service_integrations: [attached] } },
      { json: { service_integration: attached } },
      { json: { message: 'deleted' } },
      { status: 204 },
    ]);
    expect(await listRawEndpoints(caller, 'shop')).toEqual([record]);
    expect(await createRawEndpoint(caller, 'shop', request)).toEqual(record);
    expect(await listRawIntegrations(caller, 'shop', 'orders')).toEqual([attached]);
    expect(await createRawIntegration(caller, 'shop', attachment)).toEqual(attached);
    await deleteRawEndpoint(caller, 'shop', 'e/1');
    await deleteRawIntegration(caller, 'shop', 'i1');
    expect(server.lines()).toEqual([
      'GET /v1/project/shop/integration_endpoint',
      'POST /v1/project/shop/integration_endpoint',
      'GET /v1/project/shop/service/orders/integration',
      'POST /v1/project/shop/integration',
      'DELETE /v1/project/shop/integration_endpoint/e%2F1',
      'DELETE /v1/project/shop/integration/i1',
    ]);
    expect(server.received[1]?.body).toEqual(request);
    expect(server.received[3]?.body).toEqual(attachment);
  });

  it('refuse an endpoint that was there before, although it is the same', async () => {
    const { caller, server } = await callerOnServer([{ status: 409, json: { message: 'it already exists' } }]);
    const error = await errorOf(createRawEndpoint(caller, 'shop', request));
    expect(error.name).toBe('PlatformConflict');
    expect(server.lines()).toHaveLength(1);
  });

  it('take what a lost answer has created, before asking again and after a conflict', async () => {
    const seen = await callerOnServer(['drop', { json: { service_integration_endpoints: [record] } }]);
    expect(await createRawEndpoint(seen.caller, 'shop', request)).toEqual(record);
    const late = await callerOnServer([
      'drop',
      { json: { service_integrations: [] } },
      { status: 409, json: { message: 'Service integration already exists' } },
      // A possible integration has no id and does not count (pf 2.2).
      { json: { service_integrations: [{ ...attached, service_integration_id: null }, attached] } },
    ]);
    expect(await createRawIntegration(late.caller, 'shop', attachment)).toEqual(attached);
  });

  it('do not take another endpoint of that name for the one asked for', async () => {
    const other = { ...record, user_config: { autoscaler: { max_additional_storage: '1' } } };
    const { caller } = await callerOnServer([
      'drop',
      { json: { service_integration_endpoints: [other] } },
      { status: 409, json: { message: 'it already exists' } },
      { json: { service_integration_endpoints: [other] } },
    ]);
    expect((await errorOf(createRawEndpoint(caller, 'shop', request))).name).toBe('PlatformConflict');
  });

  it('recognise an integration that the platform keeps the other way round (pf 1.1)', async () => {
    const backwards = {
      ...attachment,
      source_service: null,
      dest_endpoint_id: null,
      dest_service: 'orders',
      source_endpoint_id: 'e1',
    };
    const { caller } = await callerOnServer(['drop', { json: { service_integrations: [attached] } }]);
    expect(await createRawIntegration(caller, 'shop', backwards)).toEqual(attached);
  });

  it('take an update that changes nothing for done, whatever its status, and may bring a new id (pf 1.2)', async () => {
    for (const status of [400, 409]) {
      const { caller } = await callerOnServer([
        { status, json: { message: 'User config not changed' } },
        { json: { service_integration_endpoint: record } },
      ]);
      expect(await updateRawEndpoint(caller, 'shop', 'e1', userConfig)).toEqual({ endpoint: record, changed: false });
    }
    const moved = { ...record, endpoint_id: 'e2' };
    const { caller } = await callerOnServer([{ json: { service_integration_endpoint: moved } }]);
    expect(await updateRawEndpoint(caller, 'shop', 'e1', userConfig)).toEqual({ endpoint: moved, changed: true });
  });

  it.each<[string, Reply]>([
    ['nothing', {}],
    ['204', { status: 204 }],
    ['a message', { json: { message: 'updated' } }],
    ['a page that is not JSON', { text: '<html>' }],
  ])('look at an endpoint whose update is answered with %s (§4.7 answers)', async (_name, reply) => {
    const { caller, server } = await callerOnServer([reply, { json: { service_integration_endpoint: record } }]);
    expect(await updateRawEndpoint(caller, 'shop', 'e1', userConfig)).toEqual({ endpoint: record, changed: true });
    expect(server.lines()).toEqual([
      'PUT /v1/project/shop/integration_endpoint/e1',
      'GET /v1/project/shop/integration_endpoint/e1',
    ]);
  });

  it.each<[string, Reply[]]>([
    ['the endpoint does not show it', [{}, { json: { service_integration_endpoint: { ...record, user_config: {} } } }]],
    ['the endpoint is gone', [{}, { status: 404, json: { message: 'does not exist' } }]],
    ['the answer is a redirect', [{ status: 302, headers: { location: '/elsewhere' } }]],
  ])('fail an update with an unreadable answer where %s', async (_name, script) => {
    const { caller, server } = await callerOnServer(script);
    const error = await errorOf(updateRawEndpoint(caller, 'shop', 'e1', userConfig));
    expect(error.name).toBe('PlatformAnswerInvalid');
    expect(server.received).toHaveLength(script.length);
  });

  it('tell when what should be deleted is not there', async () => {
    const { caller } = await callerOnServer([{ status: 404, json: { message: 'does not exist' } }]);
    expect((await errorOf(deleteRawIntegration(caller, 'shop', 'i9'))).name).toBe('PlatformNotFound');
  });
});
