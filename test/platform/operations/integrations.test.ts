import { describe, expect, it, test } from 'vitest';
import { enable, endpointBody, pg, type Send, served, smallScenario, token } from '../small-organization.ts';

const collection = '/v1/project/shop/integration';

const newEndpoint = async (send: Send, project = 'shop', name = 'mine'): Promise<string> => {
  const { body } = await send('POST', `/v1/project/${project}/integration_endpoint`, endpointBody(name, '100'));
  return body.service_integration_endpoint.endpoint_id;
};

const body = (service: string, endpoint: string) => ({
  integration_type: 'autoscaler',
  source_project: 'shop',
  source_service: service,
  dest_endpoint_id: endpoint,
});

describe('autoscaler integrations', () => {
  it('are created, read and deleted; the record has every member, null where unused (§2.3, §4.7 answers)', async () => {
    const { send } = await served();
    const { endpointId, integration } = await enable(send, 'orders', '100');
    const record = integration.body.service_integration;
    expect(record).toMatchObject({
      integration_type: 'autoscaler',
      source_project: 'shop',
      source_service: 'orders',
      source_service_type: 'pg',
      source_endpoint_id: null,
      dest_service: null,
      dest_endpoint_id: endpointId,
      enabled: true,
      active: true,
    });
    const single = `${collection}/${record.service_integration_id}`;
    expect((await send('GET', single)).body.service_integration).toEqual(record);
    expect((await send('GET', '/v1/project/shop/service/orders')).body.service.service_integrations).toEqual([record]);
    expect((await send('DELETE', single)).status).toBe(200);
    expect((await send('DELETE', single)).status).toBe(404);
    expect(
      (await send('GET', '/v1/project/shop/integration_endpoint')).body.service_integration_endpoints,
    ).toHaveLength(1);
  });

  it('may be asked for in the direction of the client command, without projects and with nulls (§4.5 integration-create)', async () => {
    const { send } = await served();
    const endpoint = await newEndpoint(send);
    const created = await send('POST', collection, {
      source_endpoint_id: endpoint,
      source_service: null,
      dest_endpoint_id: null,
      dest_service: 'orders',
      integration_type: 'autoscaler',
      user_config: {},
    });
    expect(created.body.service_integration).toMatchObject({ source_service: 'orders', dest_endpoint_id: endpoint });
    expect(created.body.service_integration).toMatchObject({ source_endpoint_id: null, dest_service: null });
  });

  it('are listed for a service together with those that are merely possible', async () => {
    const { send } = await served();
    const endpoint = await newEndpoint(send);
    const list = '/v1/project/shop/service/orders/integration';
    const before = (await send('GET', list)).body.service_integrations;
    expect(before).toMatchObject([{ service_integration_id: null, enabled: false, dest_endpoint_id: endpoint }]);
    await send('POST', collection, body('orders', endpoint));
    const after = (await send('GET', list)).body.service_integrations;
    expect(after).toMatchObject([
      { service_integration_id: expect.any(String), enabled: true, dest_endpoint_id: endpoint },
    ]);
  });

  it('are not offered where they would be refused (pf 2.2)', async () => {
    const scenario = {
      ...smallScenario([
        pg('orders'),
        pg('off', { state: 'POWEROFF' }),
        pg('small', { plan: 'hobbyist' }),
        pg('elsewhere', { cloud: 'cloud-b' }),
      ]),
      behaviour: { possibleInRecords: true },
    };
    const { send, platform } = await served({ scenario });
    const endpoints = [await newEndpoint(send), await newEndpoint(send, 'shop', 'second')];
    const offered = async (service: string): Promise<string[]> => {
      const path = `/v1/project/shop/service/${service}`;
      const listed = (await send('GET', `${path}/integration`)).body.service_integrations;
      expect((await send('GET', path)).body.service.service_integrations).toEqual(listed);
      const possible = listed.filter((one: { service_integration_id: unknown }) => one.service_integration_id === null);
      return possible.map((one: { dest_endpoint_id: string }) => one.dest_endpoint_id);
    };
    for (const service of ['off', 'small', 'elsewhere']) {
      expect([service, await offered(service)]).toEqual([service, []]);
      expect((await send('POST', collection, body(service, endpoints[0] ?? ''))).status).toBeGreaterThanOrEqual(400);
    }
    expect(await offered('orders')).toEqual(endpoints);
    await send('POST', '/_control/behaviour', { forbiddenAfterCreateSeconds: 60 });
    const fresh = await newEndpoint(send, 'shop', 'fresh');
    expect((await send('POST', collection, body('orders', fresh))).status).toBe(403);
    expect(await offered('orders')).toEqual(endpoints);
    await platform.advance(60);
    expect(await offered('orders')).toEqual([...endpoints, fresh]);
    await send('POST', collection, body('orders', endpoints[0] ?? ''));
    expect((await send('POST', collection, body('orders', endpoints[1] ?? ''))).status).toBe(409);
    expect(await offered('orders')).toEqual([]);
  });

  it('let several services share an endpoint (§1.3)', async () => {
    const { send } = await served({ scenario: smallScenario([pg('a'), pg('b')]) });
    const endpoint = await newEndpoint(send);
    expect((await send('POST', collection, body('a', endpoint))).status).toBe(200);
    expect((await send('POST', collection, body('b', endpoint))).status).toBe(200);
  });

  it('take no options, so that every update is refused: wrong, or no change (pf 2.2, pf 1.2)', async () => {
    const { send } = await served();
    const { integrationId } = await enable(send, 'orders', '100');
    const put = async (user_config: unknown) =>
      (await send('PUT', `${collection}/${integrationId}`, { user_config })).body;
    expect((await put({ a: 1 })).message).toContain("'a' was unexpected");
    expect((await put({})).message).toBe('User config not changed');
    expect((await send('PUT', `${collection}/none`, { user_config: {} })).status).toBe(404);
  });

  it('are refused a second time, with the words for each case', async () => {
    const { send } = await served();
    const { endpointId } = await enable(send, 'orders', '100');
    const again = await send('POST', collection, body('orders', endpointId));
    expect([again.status, again.body.message]).toEqual([409, 'Service integration already exists']);
    const second = await send('POST', collection, body('orders', await newEndpoint(send)));
    expect([second.status, second.body.message]).toEqual([
      409,
      'Only 1 integration(s) of this type allowed per service',
    ]);
  });

  // §1.7 running service, §1.7 dynamic sizing
  test.each([
    ['off', 409, 'not_powered'],
    ['small', 403, 'feature_not_enabled'],
    ['elsewhere', 403, 'feature_not_enabled'],
    ['custom', 403, 'feature_not_enabled'],
    ['missing', 404, 'service_not_found'],
    ['rebuilding', 200, undefined],
  ])('of service %s answer %i %s', async (service, status, code) => {
    const services = [
      pg('off', { state: 'POWEROFF' }),
      pg('small', { plan: 'hobbyist' }),
      pg('elsewhere', { cloud: 'cloud-b' }),
      pg('custom', { plan: 'retired', diskGb: 10 }),
      pg('rebuilding', { state: 'REBUILDING' }),
    ];
    const { send } = await served({ scenario: smallScenario(services) });
    const answer = await send('POST', collection, body(service, await newEndpoint(send)));
    expect([answer.status, answer.body.errors?.[0].error_code]).toEqual([status, code]);
  });

  it('must not cross projects (§2.2 source_project, §2.2 project_name)', async () => {
    const { send } = await served();
    const foreign = await newEndpoint(send, 'other');
    const mismatch = 'service_integration_project_mismatch_source_destination';
    const crossed = await send('POST', collection, body('orders', foreign));
    expect([crossed.status, crossed.body.errors[0].error_code]).toEqual([400, mismatch]);
    const named = await send('POST', collection, { ...body('orders', foreign), source_project: 'other' });
    expect([named.status, named.body.errors[0].error_code]).toEqual([400, mismatch]);
    const unknown = await send('POST', collection, body('orders', 'no-such-id'));
    expect([unknown.status, unknown.body.errors[0].error_code]).toEqual([
      404,
      'service_integration_endpoint_not_found',
    ]);
  });

  it('name the project of their path as the source project, and no other (§2.2 source_project)', async () => {
    const { send } = await served();
    const endpoint = await newEndpoint(send);
    for (const source_project of ['other', 'no-such-project', 'Shop', '']) {
      const { status } = await send('POST', collection, { ...body('orders', endpoint), source_project });
      expect([source_project, status]).toEqual([source_project, 400]);
    }
    expect((await send('GET', '/v1/project/shop/service/orders')).body.service.service_integrations).toEqual([]);
    expect((await send('POST', collection, body('orders', endpoint))).status).toBe(200);
  });

  it('do not tell of endpoints in projects that the caller may not see', async () => {
    const scenario = smallScenario();
    const shopOnly = { name: 'shop-only', token: 'token-for-shop', roles: { shop: 'operator' as const } };
    const { send } = await served({ scenario: { ...scenario, tokens: [shopOnly] } });
    const foreign = await newEndpoint(send, 'other');
    const headers = { authorization: 'Bearer token-for-shop' };
    expect((await send('POST', collection, body('orders', foreign), headers)).status).toBe(404);
  });

  it('are found by their id, in their own project alone (§2.2 integration_id, §2.2 project_name)', async () => {
    const { send, platform } = await served({ scenario: smallScenario([pg('first'), pg('orders'), pg('last')]) });
    for (const service of ['first', 'last']) await enable(send, service, '100');
    const { integrationId } = await enable(send, 'orders', '100');
    expect((await send('DELETE', `/v1/project/other/integration/${integrationId}`)).status).toBe(404);
    expect((await send('DELETE', `${collection}/no-such-id`)).status).toBe(404);
    expect((await send('DELETE', `${collection}/${integrationId}`)).status).toBe(200);
    expect(platform.state().projects[0]?.integrations.map(({ service }) => service)).toEqual(['first', 'last']);
  });

  it('need an endpoint of the autoscaler type (§2.2 dest_endpoint_id)', async () => {
    const scenario = smallScenario();
    const shop = {
      name: 'shop',
      services: [pg('orders')],
      endpoints: [{ name: 'watch', type: 'datadog', userConfig: {} }],
    };
    const { send, platform } = await served({ scenario: { ...scenario, projects: [shop], tokens: [] }, token });
    const id = platform.state().projects[0]?.endpoints[0]?.id ?? '';
    const refused = await send('POST', collection, body('orders', id));
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "Endpoint 'watch' is of type datadog, but must be of type disk_storage or autoscaler",
    ]);
  });

  // §2.2 integration_type, §2.2 source_service, §2.2 dest_endpoint_id
  test.each([
    ['no type', { source_service: 'orders', dest_endpoint_id: 'x' }],
    ['nothing to attach', { integration_type: 'autoscaler' }],
    ['no service', { integration_type: 'autoscaler', dest_endpoint_id: 'x' }],
    ['no endpoint', { integration_type: 'autoscaler', source_service: 'orders' }],
    ['an unknown type', { integration_type: 'novelty', source_service: 'orders', dest_endpoint_id: 'x' }],
    [
      'two services',
      { integration_type: 'autoscaler', source_service: 'orders', dest_service: 'orders', dest_endpoint_id: 'x' },
    ],
    ['a number for a name', { integration_type: 'autoscaler', source_service: 7, dest_endpoint_id: 'x' }],
  ])('with %s are a 400', async (_what, given) => {
    const { send } = await served();
    expect((await send('POST', collection, given)).status).toBe(400);
  });
});
