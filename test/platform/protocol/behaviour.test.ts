import { describe, expect, it } from 'vitest';
import { quietBehaviour } from '../../../lib/platform/protocol/behaviour.ts';
import { enable, endpointBody, pg, served, smallScenario } from '../small-organization.ts';

/** */

const shop = '/v1/project/shop';

describe('a scenario', () => {
  it('gives no options to an autoscaler', async () => {
    const integrations = [{ service: 'orders', endpoint: 'e', userConfig: { a: 1 } }];
    const shopWithOptions = {
      name: 'shop',
      services: [pg('orders')],
      endpoints: [{ name: 'e', maxAdditionalGb: 1 }],
      integrations,
    };
    await expect(served({ scenario: { ...smallScenario(), projects: [shopWithOptions], tokens: [] } })).rejects.toThrow(
      'projects[0].integrations[0].userConfig: must be empty for type autoscaler, which has no options',
    );
  });
});

describe('the behaviour', () => {
  it('is quiet at first; the scenario and the control routes change it, member by member', async () => {
    const { send } = await served({ scenario: { ...smallScenario(), behaviour: { possibleInRecords: true } } });
    expect((await send('GET', '/_control/behaviour')).body).toEqual({ ...quietBehaviour, possibleInRecords: true });
    const changed = await send('POST', '/_control/behaviour', { updateGivesNewId: true });
    expect(changed.body).toEqual({ ...quietBehaviour, possibleInRecords: true, updateGivesNewId: true });
    expect((await send('POST', '/_control/behaviour', { updateGivesNewIds: true })).status).toBe(400);
    expect((await send('POST', '/_control/behaviour', { integrationHiddenSeconds: -1 })).status).toBe(400);
  });

  it('may give an endpoint another id with an update; integrations follow (pf 1.2)', async () => {
    const { send, platform } = await served({
      scenario: { ...smallScenario([pg('orders', { usedGb: 90 })]), behaviour: { updateGivesNewId: true } },
    });
    const { endpointId, integrationId } = await enable(send, 'orders', '1');
    const path = `${shop}/integration_endpoint`;
    const { service_integration_endpoint: updated } = (
      await send('PUT', `${path}/${endpointId}`, endpointBody('', '50'))
    ).body;
    expect(updated.endpoint_id).not.toBe(endpointId);
    expect((await send('GET', `${path}/${endpointId}`)).status).toBe(404);
    expect((await send('GET', path)).body.service_integration_endpoints).toEqual([updated]);
    const { service_integration } = (await send('GET', `${shop}/integration/${integrationId}`)).body;
    expect(service_integration).toMatchObject({ dest_endpoint_id: updated.endpoint_id, dest_endpoint: 'for-orders' });
    await platform.advance(30);
    expect(platform.state().projects[0]?.services[0]?.diskMb).toBe(109 * 1024);
  });

  it('may give an integration another id with an update (pf 1.2, pf 2.2)', async () => {
    const shopWithWatch = {
      name: 'shop',
      services: [pg('orders')],
      endpoints: [{ name: 'watch', type: 'datadog', userConfig: {} }],
      integrations: [{ service: 'orders', endpoint: 'watch', type: 'datadog', userConfig: { a: 1 } }],
    };
    const { send, platform } = await served({
      scenario: { ...smallScenario(), projects: [shopWithWatch], tokens: [] },
    });
    const id = platform.state().projects[0]?.integrations[0]?.id;
    const path = `${shop}/integration/${id}`;
    const first = await send('PUT', path, { user_config: { a: 2 } });
    expect(first.body.service_integration).toMatchObject({ service_integration_id: id, user_config: { a: 2 } });
    await send('POST', '/_control/behaviour', { updateGivesNewId: true });
    const second = await send('PUT', path, { user_config: { a: 3 } });
    expect(second.body.service_integration.service_integration_id).not.toBe(id);
    expect((await send('GET', path)).status).toBe(404);
    expect(platform.state().projects[0]?.integrations).toHaveLength(1);
  });

  it('may leave a new integration inactive, or hide it, for a while (pf 1.2)', async () => {
    const behaviour = { integrationInactiveSeconds: 60, integrationHiddenSeconds: 20 };
    const { send, platform } = await served({ scenario: { ...smallScenario(), behaviour } });
    const { integration, integrationId } = await enable(send, 'orders', '50');
    expect(integration.body.service_integration).toMatchObject({
      active: false,
      enabled: true,
      integration_status: { state: { status: 'starting' } },
    });
    const read = () => send('GET', `${shop}/integration/${integrationId}`);
    expect((await read()).status).toBe(404);
    expect((await send('GET', `${shop}/service/orders`)).body.service.service_integrations).toHaveLength(1);
    await platform.advance(20);
    expect((await read()).body.service_integration.active).toBe(false);
    await platform.advance(40);
    expect((await read()).body.service_integration).toMatchObject({
      active: true,
      integration_status: { state: { status: 'running' } },
    });
  });

  it('may refuse new objects and their users with 403 for a while', async () => {
    const { send, platform } = await served({
      scenario: { ...smallScenario(), behaviour: { forbiddenAfterCreateSeconds: 5 } },
    });
    const endpoint = await send('POST', `${shop}/integration_endpoint`, endpointBody('mine', '50'));
    const id = endpoint.body.service_integration_endpoint.endpoint_id;
    const attach = () =>
      send('POST', `${shop}/integration`, {
        integration_type: 'autoscaler',
        source_service: 'orders',
        dest_endpoint_id: id,
      });
    const refused = await attach();
    expect([refused.status, refused.body.errors[0].error_code]).toEqual([403, 'permission_denied']);
    expect((await send('GET', `${shop}/integration_endpoint/${id}`)).status).toBe(403);
    await send('POST', `${shop}/service`, { service_name: 'fresh', service_type: 'pg', plan: 'startup-4' });
    expect((await send('GET', `${shop}/service/fresh`)).status).toBe(403);
    const group = (await send('GET', '/v1/organization/orgtest/projects')).body.projects[0].billing_group_id;
    await send('POST', '/v1/organization/orgtest/projects', { project_id: 'new', billing_group_id: group, tags: {} });
    expect((await send('GET', '/v1/project/new/service')).body.message).toBe('Not a project member');
    await platform.advance(5);
    expect((await attach()).status).toBe(200);
    expect((await send('GET', `${shop}/service/fresh`)).status).toBe(200);
    expect((await send('GET', '/v1/project/new/service')).status).toBe(200);
  });

  it('may list possible integrations in service records (pf 2.2)', async () => {
    const { send } = await served({ scenario: { ...smallScenario(), behaviour: { possibleInRecords: true } } });
    await send('POST', `${shop}/integration_endpoint`, endpointBody('mine', '50'));
    const possible = [{ service_integration_id: null, enabled: false, active: false, dest_endpoint: 'mine' }];
    expect((await send('GET', `${shop}/service/orders`)).body.service.service_integrations).toMatchObject(possible);
    expect((await send('GET', `${shop}/service`)).body.services[0].service_integrations).toMatchObject(possible);
  });
});
