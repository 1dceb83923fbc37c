import { describe, expect, it, test } from 'vitest';
import { foreignEndpointTypes } from '../../../lib/platform/protocol/foreign-types.ts';
import type { Scenario } from '../../../lib/platform/scenario/scenario.ts';
import { endpointBody, pg, type Send, served, smallScenario } from '../small-organization.ts';

/** One profile alone: what the specification says word for word, and what the live platform takes. */

const endpoints = '/v1/project/shop/integration_endpoint';
const integrations = '/v1/project/shop/integration';
const total = (gb: number) => ({ autoscaling: [{ type: 'autoscale_disk', cap_gb: gb }] });

const refused = async (send: Send, path: string, body: unknown): Promise<[number, string]> => {
  const { status, body: answer } = await send('POST', path, body);
  return [status, answer.message];
};

const newEndpoint = async (send: Send, body: unknown): Promise<string> =>
  (await send('POST', endpoints, body)).body.service_integration_endpoint.endpoint_id;

describe('the documented profile alone', () => {
  const documented = (more: Partial<Scenario> = {}) =>
    served({ profile: 'documented', scenario: { ...smallScenario(), ...more } });

  it('has endpoints of type disk_storage and of no other (§2.1 endpoint_type)', async () => {
    const { send } = await documented();
    const body = { endpoint_name: 'mine', endpoint_type: 'autoscaler', user_config: total(200) };
    expect(await refused(send, endpoints, body)).toEqual([
      400,
      "Invalid 'endpoint_type': Invalid input: must be disk_storage",
    ]);
    expect((await send('POST', endpoints, endpointBody('mine', '200'))).status).toBe(200);
    const { endpoint_types } = (await send('GET', '/v1/project/shop/integration_endpoint_types')).body;
    expect(endpoint_types.map((type: { endpoint_type: string }) => type.endpoint_type)).toEqual(['disk_storage']);
  });

  it('takes the maximum nested under autoscaler only (§2.1 user_config, §2.1 client form)', async () => {
    const { send } = await documented();
    const body = { ...endpointBody('mine', '1'), user_config: { max_additional_storage: '200' } };
    expect(await refused(send, endpoints, body)).toEqual([
      400,
      "Invalid 'user_config': Invalid input: 'autoscaler' is a required property",
    ]);
  });

  const whole = {
    integration_type: 'autoscaler',
    source_project: 'shop',
    source_service: 'orders',
  };

  // §2.2 dest_endpoint_id, §2.2 integration_type, §2.2 source_project, §2.2 source_service
  test.each(['dest_endpoint_id', 'integration_type', 'source_project', 'source_service'] as const)(
    'asks for %s to make an integration',
    async (member) => {
      const { send } = await documented();
      const body = { ...whole, dest_endpoint_id: await newEndpoint(send, endpointBody('mine', '100')) };
      const { [member]: _, ...rest } = body;
      expect(await refused(send, integrations, rest)).toEqual([
        400,
        `Invalid input: '${member}' is a required property`,
      ]);
      expect((await send('POST', integrations, { ...rest, [member]: null })).status).toBe(400);
      expect((await send('POST', integrations, body)).status).toBe(200);
    },
  );

  it('knows no direction but that of the specification (§2.2)', async () => {
    const { send } = await documented();
    const endpoint = await newEndpoint(send, endpointBody('mine', '100'));
    const reversed = { integration_type: 'autoscaler', source_endpoint_id: endpoint, dest_service: 'orders' };
    expect((await send('POST', integrations, reversed)).status).toBe(400);
  });

  it('knows no scheme but Bearer (§5 header)', async () => {
    const { send } = await documented();
    const probe = (authorization: string) => send('GET', '/v1/organizations', undefined, { authorization });
    expect((await probe('aivenv1 token-of-the-operator')).status).toBe(401);
    expect((await probe('Bearer token-of-the-operator')).status).toBe(200);
  });

  const roles = {
    'the organization and the project': { '*': 'operator', shop: 'operator' },
    'the organization': { '*': 'operator' },
    'the project alone': { shop: 'operator' },
    'the organization, and a lesser one in the project': { '*': 'operator', shop: 'read_only' },
    'the project, and a lesser one in the organization': { '*': 'read_only', shop: 'operator' },
  } as const;

  // §1.7 operator, §5 permission
  test.each([
    ['the organization and the project', true],
    ['the organization', true],
    ['the project alone', false],
    ['the organization, and a lesser one in the project', false],
    ['the project, and a lesser one in the organization', false],
  ] as const)('lets who is operator of %s change the autoscaler: %s', async (who, may) => {
    const tokens = [{ name: 'caller', token: 'token-of-the-caller', roles: roles[who] }];
    const { send } = await documented({ tokens });
    const caller: Send = (method, path, body) =>
      send(method, path, body, { authorization: 'Bearer token-of-the-caller' });
    const endpoint = await newEndpoint(send, endpointBody('mine', '100'));
    const attached = { ...whole, dest_endpoint_id: endpoint };
    const integration = (await send('POST', integrations, attached)).body.service_integration.service_integration_id;
    const spare = await newEndpoint(send, endpointBody('spare', '100'));
    const calls = [
      ['ServiceIntegrationEndpointCreate', 'POST', endpoints, endpointBody('theirs', '100')],
      [
        'ServiceIntegrationEndpointUpdate',
        'PUT',
        `${endpoints}/${endpoint}`,
        { user_config: endpointBody('', '200').user_config },
      ],
      ['ServiceIntegrationDelete', 'DELETE', `${integrations}/${integration}`, undefined],
      ['ServiceIntegrationCreate', 'POST', integrations, attached],
      ['ServiceIntegrationEndpointDelete', 'DELETE', `${endpoints}/${spare}`, undefined],
    ] as const;
    for (const [operation, method, path, body] of calls) {
      const { status, body: answer } = await caller(method, path, body);
      if (may) expect([operation, status]).toEqual([operation, 200]);
      else
        expect([status, answer.message]).toEqual([
          403,
          `You don't have permission to perform this action: ${operation}`,
        ]);
    }
    expect((await caller('GET', endpoints)).status).toBe(200);
  });

  it('holds the endpoints of a scenario as additional storage, those too that are given as a total', async () => {
    const base = smallScenario([pg('orders'), pg('large', { plan: 'business-8' })]);
    const [shop] = base.projects;
    const project = {
      ...shop,
      name: 'shop',
      endpoints: [
        { name: 'spare', type: 'autoscaler', maxTotalGb: 70 },
        { name: 'shared', type: 'autoscaler', maxTotalGb: 250 },
      ],
      integrations: [
        { service: 'orders', endpoint: 'shared' },
        { service: 'large', endpoint: 'shared' },
      ],
    };
    const { send } = await documented({ ...base, projects: [project], tokens: [] });
    const listed = (await send('GET', endpoints)).body.service_integration_endpoints;
    expect(
      listed.map((one: { endpoint_type: string; user_config: unknown }) => [one.endpoint_type, one.user_config]),
    ).toEqual([
      ['disk_storage', { autoscaler: { max_additional_storage: '70' } }],
      // Plans of 100 and 200 GB.
      ['disk_storage', { autoscaler: { max_additional_storage: '150' } }],
    ]);
  });
});

describe('the current profile alone', () => {
  const current = (more: Partial<Scenario> = {}) =>
    served({ profile: 'current', scenario: { ...smallScenario(), ...more } });

  it('has disk autoscalers of type autoscaler and of no other (pf 1.1; A-51, A-55)', async () => {
    const { send } = await current();
    expect(await refused(send, endpoints, endpointBody('mine', '200'))).toEqual([
      400,
      "Invalid 'endpoint_type': Invalid input: must be autoscaler, or another type of endpoint",
    ]);
    const body = { endpoint_name: 'mine', endpoint_type: 'autoscaler', user_config: total(200) };
    const endpoint = await newEndpoint(send, body);
    const attached = { integration_type: 'autoscaler', source_service: 'orders', dest_endpoint_id: endpoint };
    expect((await send('POST', integrations, attached)).status).toBe(200);
    const { endpoint_types } = (await send('GET', '/v1/project/shop/integration_endpoint_types')).body;
    expect(endpoint_types.map((type: { endpoint_type: string }) => type.endpoint_type)).toEqual([
      'autoscaler',
      ...foreignEndpointTypes,
    ]);
  });

  it('takes both schemes, and the operator role of the project alone (pf 2, pf 2.12)', async () => {
    const { send } = await current({
      tokens: [{ name: 'caller', token: 'token-of-the-caller', roles: { shop: 'operator' } }],
    });
    const body = { endpoint_name: 'mine', endpoint_type: 'autoscaler', user_config: total(200) };
    const headers = { authorization: 'aivenv1 token-of-the-caller' };
    expect((await send('POST', endpoints, body, headers)).status).toBe(200);
  });

  it('holds the endpoints of a scenario as totals of 50 GB at least', async () => {
    const base = smallScenario();
    const [shop] = base.projects;
    const project = {
      ...shop,
      name: 'shop',
      endpoints: [
        { name: 'spare', maxAdditionalGb: 10 },
        { name: 'used', maxAdditionalGb: 10 },
      ],
      integrations: [{ service: 'orders', endpoint: 'used' }],
    };
    const { send } = await current({ ...base, projects: [project], tokens: [] });
    const listed = (await send('GET', endpoints)).body.service_integration_endpoints;
    expect(listed.map((one: { user_config: unknown }) => one.user_config)).toEqual([total(50), total(110)]);
  });
});
