import { describe, expect, it, test } from 'vitest';
import { enable, pg, type Send, served, smallScenario } from '../small-organization.ts';

/** Endpoints and integrations beside the disk autoscaler. */

const endpoints = '/v1/project/shop/integration_endpoint';
const integrations = '/v1/project/shop/integration';
const scenario = smallScenario([pg('orders'), pg('reports')]);

const datadog = async (send: Send) => {
  const user_config = { datadog_api_key: 'canary-3', site: 'datadoghq.eu' };
  const body = { endpoint_name: 'ops', endpoint_type: 'datadog', user_config };
  return (await send('POST', endpoints, body)).body.service_integration_endpoint;
};

const idsOf = async (send: Send, service: string) =>
  (await send('GET', `/v1/project/shop/service/${service}`)).body.service.service_integrations.map(
    (one: { service_integration_id: string }) => one.service_integration_id,
  );

describe('foreign endpoints and integrations', () => {
  it('are stored as they are, changed and deleted', async () => {
    const { send } = await served({ scenario });
    const endpoint = await datadog(send);
    expect(endpoint).toMatchObject({ endpoint_type: 'datadog', user_config: { site: 'datadoghq.eu' } });
    const changed = await send('PUT', `${endpoints}/${endpoint.endpoint_id}`, { user_config: { anything: [1] } });
    expect(changed.body.service_integration_endpoint.user_config).toEqual({ anything: [1] });
    const wanted = { integration_type: 'datadog', source_service: 'orders', dest_endpoint_id: endpoint.endpoint_id };
    const { status, body } = await send('POST', integrations, { ...wanted, user_config: { tags: [] } });
    expect([status, body.service_integration]).toMatchObject([
      200,
      { source_service: 'orders', dest_endpoint: 'ops', dest_service: null, enabled: true, user_config: { tags: [] } },
    ]);
    expect((await send('POST', integrations, wanted)).status).toBe(409);
    expect((await send('DELETE', `${endpoints}/${endpoint.endpoint_id}`)).status).toBe(409);
    const id = body.service_integration.service_integration_id;
    expect((await send('DELETE', `${integrations}/${id}`)).status).toBe(200);
    expect((await send('DELETE', `${endpoints}/${endpoint.endpoint_id}`)).status).toBe(200);
  });

  it('are of the type that their endpoint is for', async () => {
    const { send } = await served({ scenario });
    const { endpointId } = await enable(send, 'orders', '10');
    const { endpoint_id: foreign } = await datadog(send);
    for (const [integration_type, dest_endpoint_id, needed] of [
      ['logs', endpointId, 'autoscaler'],
      ['datadog', endpointId, 'autoscaler'],
      ['prometheus', foreign, 'datadog'],
    ]) {
      const wanted = { integration_type, source_service: 'reports', dest_endpoint_id };
      const { status, body } = await send('POST', integrations, wanted);
      expect([status, body.message]).toEqual([400, expect.stringContaining(`must be of type ${needed}`)]);
    }
    expect(await idsOf(send, 'reports')).toEqual([]);
  });

  it('between two services are in the records of both, and go with either', async () => {
    const { send } = await served({ scenario });
    const wanted = { integration_type: 'read_replica', source_service: 'orders', dest_service: 'reports' };
    const { body } = await send('POST', integrations, wanted);
    expect(body.service_integration).toMatchObject({ ...wanted, dest_service_type: 'pg', dest_endpoint_id: null });
    const id = body.service_integration.service_integration_id;
    expect([await idsOf(send, 'orders'), await idsOf(send, 'reports')]).toEqual([[id], [id]]);
    await send('DELETE', '/v1/project/shop/service/reports');
    expect(await idsOf(send, 'orders')).toEqual([]);
  });

  it('from an endpoint to a service keep their direction', async () => {
    const { send } = await served({ scenario });
    const body = { endpoint_name: 'db', endpoint_type: 'external_postgresql', user_config: {} };
    const { endpoint_id } = (await send('POST', endpoints, body)).body.service_integration_endpoint;
    const wanted = {
      integration_type: 'flink_external_postgresql',
      source_endpoint_id: endpoint_id,
      dest_service: 'orders',
    };
    const made = (await send('POST', integrations, wanted)).body.service_integration;
    expect(made).toMatchObject({ ...wanted, source_endpoint: 'db', source_service: null, dest_endpoint_id: null });
  });

  it('come with a new service, which is the end that the request leaves out, beside its autoscaler', async () => {
    const { send } = await served({ scenario });
    const { endpointId } = await enable(send, 'orders', '10');
    const created = await send('POST', '/v1/project/shop/service', {
      service_name: 'copy',
      service_type: 'pg',
      plan: 'startup-4',
      service_integrations: [
        { integration_type: 'read_replica', source_service: 'orders' },
        { integration_type: 'autoscaler', dest_endpoint_id: endpointId },
      ],
    });
    expect(created.body.service.service_integrations).toMatchObject([
      { integration_type: 'autoscaler', source_service: 'copy' },
      { integration_type: 'read_replica', source_service: 'orders', dest_service: 'copy' },
    ]);
  });

  test.each([
    [{ source_service: 'orders' }, 400],
    [{ dest_service: 'orders' }, 400],
    [{ source_service: 'orders', dest_service: 'none' }, 404],
    [{ source_service: 'orders', dest_endpoint_id: 'none' }, 404],
    [{ source_service: 'orders', dest_service: 'reports', dest_project: 'other' }, 400],
    [{ source_service: 'orders', dest_service: 'reports', dest_endpoint_id: 'x' }, 400],
  ])('with the ends %j are refused', async (ends, status) => {
    const { send } = await served({ scenario });
    expect((await send('POST', integrations, { integration_type: 'logs', ...ends })).status).toBe(status);
  });

  it('do not exist in the documented profile', async () => {
    const { send } = await served({ scenario, profile: 'documented' });
    const body = { endpoint_name: 'ops', endpoint_type: 'datadog', user_config: {} };
    expect((await send('POST', endpoints, body)).body.message).toContain('must be disk_storage');
  });
});
