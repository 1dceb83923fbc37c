import { describe, expect, it, test } from 'vitest';
import { enable, endpointBody, served } from '../small-organization.ts';

const collection = '/v1/project/shop/integration_endpoint';

describe('autoscaler endpoints', () => {
  // §2.1 max_additional_storage, §2.3, §4.7 answers, §4.7 list path
  it('are created, listed, read, updated and deleted', async () => {
    const { send } = await served();
    const created = await send('POST', collection, endpointBody('mine', '200'));
    expect(created.status).toBe(200);
    const record = created.body.service_integration_endpoint;
    expect(record).toEqual({
      endpoint_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      endpoint_name: 'mine',
      endpoint_type: 'disk_storage',
      endpoint_config: {},
      user_config: { autoscaler: { max_additional_storage: '200' } },
    });
    expect(typeof created.body.message).toBe('string');
    const single = `${collection}/${record.endpoint_id}`;
    expect((await send('GET', collection)).body.service_integration_endpoints).toEqual([record]);
    expect((await send('GET', single)).body.service_integration_endpoint).toEqual(record);

    const updated = await send('PUT', single, { user_config: { max_additional_storage: '300' } });
    expect(updated.body.service_integration_endpoint.user_config).toEqual({
      autoscaler: { max_additional_storage: '300' },
    });

    expect((await send('DELETE', single)).status).toBe(200);
    const gone = await send('GET', single);
    expect(gone.status).toBe(404);
    expect(gone.body.errors[0]).toMatchObject({ status: 404, error_code: 'service_integration_endpoint_not_found' });
  });

  it('refuses a name that is taken', async () => {
    const { send } = await served();
    await send('POST', collection, endpointBody('mine', '1'));
    expect((await send('POST', collection, endpointBody('mine', '2'))).status).toBe(409);
  });

  it('are found by their id, in their own project alone (§2.1 integration_endpoint_id, §2.1 project_name)', async () => {
    const { send, platform } = await served();
    const there = '/v1/project/other/integration_endpoint';
    const [foreign] = (await send('GET', there)).body.service_integration_endpoints;
    const before = JSON.stringify(platform.state());
    const config = { user_config: { autoscaler: { max_additional_storage: '300' } } };
    for (const id of [foreign.endpoint_id, 'no-such-id']) {
      expect((await send('PUT', `${collection}/${id}`, config)).status).toBe(404);
      expect((await send('DELETE', `${collection}/${id}`)).status).toBe(404);
    }
    expect(JSON.stringify(platform.state())).toBe(before);
    expect((await send('DELETE', `${there}/${foreign.endpoint_id}`)).status).toBe(200);
  });

  it('says that a configuration has not changed (pf 2.13 config not changed)', async () => {
    const { send } = await served();
    const { body } = await send('POST', collection, endpointBody('mine', '200'));
    const single = `${collection}/${body.service_integration_endpoint.endpoint_id}`;
    const same = await send('PUT', single, { user_config: { autoscaler: { max_additional_storage: '200' } } });
    expect([same.status, same.body.message]).toEqual([409, 'User config not changed']);
  });

  it('keeps an endpoint that is in use', async () => {
    const { send } = await served();
    const { endpointId, integrationId } = await enable(send, 'orders', '100');
    expect((await send('DELETE', `${collection}/${endpointId}`)).status).toBe(409);
    await send('DELETE', `/v1/project/shop/integration/${integrationId}`);
    expect((await send('DELETE', `${collection}/${endpointId}`)).status).toBe(200);
  });

  test.each([
    [
      'no user_config',
      { endpoint_name: 'a', endpoint_type: 'disk_storage' },
      "Invalid input: 'user_config' is a required property",
    ],
    [
      'no type',
      { endpoint_name: 'a', user_config: { max_additional_storage: '1' } },
      "Invalid input: 'endpoint_type' is a required property",
    ],
    [
      'another type',
      { ...endpointBody('a', '1'), endpoint_type: 'novelty' },
      `Invalid 'endpoint_type': Invalid input: must be disk_storage or autoscaler, or another type of endpoint`,
    ],
    [
      'a missing maximum',
      { ...endpointBody('a', '1'), user_config: { autoscaler: {} } },
      "Invalid 'user_config.autoscaler': Invalid input: 'max_additional_storage' is a required property",
    ],
    [
      'an unknown member',
      { ...endpointBody('a', '1'), user_config: { autoscaler: { max_additional_storage: '1', cap: 1 } } },
      "Invalid 'user_config.autoscaler': Invalid input: Additional properties are not allowed ('cap' was unexpected)",
    ],
    [
      'null for user_config',
      { ...endpointBody('a', '1'), user_config: null },
      "Invalid input for user_config 'None': None is not of type 'object'",
    ],
    ['a list', [], 'Invalid input: expected object, received array'],
  ])('refuses %s and names the place', async (_what, body, message) => {
    const { send } = await served();
    const refused = await send('POST', collection, body);
    expect([refused.status, refused.body.message]).toEqual([400, message]);
    expect(refused.body.errors[0]).toEqual({ message, status: 400, error_code: 'bad_request' });
  });

  it('count 05 as 5: the same number is no change (A-8)', async () => {
    const { send } = await served();
    const made = await send('POST', collection, endpointBody('a', '5'));
    const path = `${collection}/${made.body.service_integration_endpoint.endpoint_id}`;
    const { user_config } = endpointBody('a', '05');
    expect((await send('PUT', path, { user_config })).body.message).toBe('User config not changed');
  });

  // §2.1 client form
  test.each([
    [
      'a number',
      { max_additional_storage: 200 },
      "Invalid 'user_config.max_additional_storage': Invalid input: expected string, received number",
    ],
    [
      'a unit',
      { max_additional_storage: '200 GB' },
      "Invalid 'user_config.max_additional_storage': Invalid input: must be a string of 1-15 decimal digits: whole gigabytes",
    ],
    [
      'another member',
      { max_additional_storage: '200', cap: 1 },
      "Invalid 'user_config': Invalid input: Additional properties are not allowed ('cap' was unexpected)",
    ],
  ])('names the place in the short form as the client sent it: %s', async (_what, user_config, message) => {
    const { send } = await served();
    const refused = await send('POST', collection, { ...endpointBody('a', '1'), user_config });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
    const made = await send('POST', collection, endpointBody('a', '1'));
    const single = `${collection}/${made.body.service_integration_endpoint.endpoint_id}`;
    const kept = await send('PUT', single, { user_config });
    expect([kept.status, kept.body.message]).toEqual([400, message]);
  });

  // §2.1 endpoint_name, §2.1 endpoint_type, §2.1 user_config
  it('names everything that is wrong at once', async () => {
    const { send } = await served();
    const refused = await send('POST', collection, {});
    expect(refused.body.errors.map((error: { message: string }) => error.message)).toEqual([
      "Invalid input: 'endpoint_name' is a required property",
      "Invalid input: 'endpoint_type' is a required property",
      "Invalid input: 'user_config' is a required property",
    ]);
  });
});
