// This is one file because it is one table: each refusal of the platform with the request that meets it.
import { describe, expect, test } from 'vitest';
import { knownRefusalCodes } from '../../lib/platform/protocol/refusal.ts';
import { enable, endpointBody, pg, type Reply, type Send, served, smallScenario, token } from './small-organization.ts';

/** pf 2.13, row by row: by a real request where there is a cause for it here, otherwise by a fault. */

const shop = '/v1/project/shop';
const endpoints = `${shop}/integration_endpoint`;
const reader = { authorization: 'Bearer token-of-the-reader' };
const attach = (service: string, endpoint: string) => ({
  integration_type: 'autoscaler',
  source_service: service,
  dest_endpoint_id: endpoint,
});

const newEndpoint = async (send: Send, name = 'mine'): Promise<string> =>
  (await send('POST', endpoints, endpointBody(name, '50'))).body.service_integration_endpoint.endpoint_id;

const struck = async (send: Send, refusal: string, method = 'GET', path = shop): Promise<Reply> => {
  await send('POST', '/_control/faults', [{ operation: '*', refusal }]);
  return send(method, path);
};

type Row = readonly [row: string, status: number, code: string, message: string, cause: (send: Send) => Promise<Reply>];

const rows: Row[] = [
  [
    'pf 2.13 400 missing field',
    400,
    'bad_request',
    "Invalid input: 'user_config' is a required property",
    (send) => send('POST', endpoints, { endpoint_name: 'a', endpoint_type: 'disk_storage' }),
  ],
  [
    'pf 2.13 400 user_config',
    400,
    'bad_request',
    "Invalid 'user_config': Invalid input: 'autoscaler' is a required property",
    (send) => send('POST', endpoints, { ...endpointBody('a', '1'), user_config: {} }),
  ],
  [
    'pf 2.13 400 null config',
    400,
    'bad_request',
    "Invalid input for user_config 'None': None is not of type 'object'",
    (send) => send('POST', endpoints, { ...endpointBody('a', '1'), user_config: null }),
  ],
  [
    'pf 2.2 400 null config of an integration',
    400,
    'bad_request',
    "Invalid input for user_config 'None': None is not of type 'object'",
    async (send) =>
      send('PUT', `${shop}/integration/${(await enable(send, 'orders', '50')).integrationId}`, { user_config: null }),
  ],
  [
    'pf 2.13 400 service name',
    400,
    'bad_request',
    'Service name must consist of 1-64 alphanumerical characters',
    (send) => send('POST', `${shop}/service`, { service_name: 'No!', service_type: 'pg', plan: 'startup-4' }),
  ],
  [
    'pf 2.13 401 expired token',
    401,
    'authentication_failed',
    'Missing (expired) db token (expired token)',
    async (send) => {
      await send('POST', '/_control/advance', { seconds: 3600 });
      return send('GET', shop, undefined, { authorization: 'Bearer token-that-expires' });
    },
  ],
  [
    'pf 2.13 401 unknown token',
    401,
    'authentication_failed',
    'Invalid token',
    (send) => send('GET', shop, undefined, { authorization: 'Bearer unknown' }),
  ],
  [
    'pf 2.13 403 authentication failed',
    403,
    'authentication_failed',
    'Authentication failed',
    (send) => struck(send, 'authentication_failed'),
  ],
  [
    'pf 2.13 403 not a member',
    403,
    'permission_denied',
    'Not a project member',
    (send) => send('GET', '/v1/project/none'),
  ],
  [
    'pf 2.13 403 role',
    403,
    'permission_denied',
    "You don't have permission to perform this action: ServiceIntegrationCreate",
    (send) => send('POST', `${shop}/integration`, attach('orders', 'x'), reader),
  ],
  [
    'pf 2.13 403 small plans',
    403,
    'feature_not_enabled',
    'Service integrations are not available for this service',
    async (send) => send('POST', `${shop}/integration`, attach('small', await newEndpoint(send))),
  ],
  [
    'pf 2.13 404 account',
    404,
    'account_not_found',
    'Account does not exist',
    (send) => struck(send, 'account_not_found'),
  ],
  [
    'pf 2.13 404 service',
    404,
    'service_not_found',
    "Service 'none' does not exist",
    (send) => send('GET', `${shop}/service/none`),
  ],
  [
    'pf 2.13 404 endpoint',
    404,
    'service_integration_endpoint_not_found',
    'does not exist',
    (send) => send('GET', `${endpoints}/none`),
  ],
  [
    'pf 2.13 404 integration',
    404,
    'service_integration_not_found',
    'does not exist',
    (send) => send('GET', `${shop}/integration/none`),
  ],
  [
    'pf 2.13 404 organization',
    404,
    'organization_not_found',
    'does not exist',
    (send) => send('GET', '/v1/organization/orgnone'),
  ],
  [
    'pf 2.13 404 project, as the control routes say it',
    404,
    'project_not_found',
    'does not exist',
    (send) => send('POST', '/_control/usage', { project: 'none', service: 'orders', usedGb: 1 }),
  ],
  [
    'pf 2.13 400 mismatch of projects',
    400,
    'service_integration_project_mismatch_source_destination',
    'must be of project shop',
    async (send) =>
      send('POST', `${shop}/integration`, { ...attach('orders', await newEndpoint(send)), source_project: 'other' }),
  ],
  [
    'pf 2.13 409 exists already',
    409,
    'conflict',
    'Service integration already exists',
    async (send) =>
      send('POST', `${shop}/integration`, attach('orders', (await enable(send, 'orders', '50')).endpointId)),
  ],
  [
    'pf 2.13 409 only one',
    409,
    'conflict',
    'Only 1 integration(s) of this type allowed per service',
    async (send) => {
      await enable(send, 'orders', '50');
      return send('POST', `${shop}/integration`, attach('orders', await newEndpoint(send)));
    },
  ],
  [
    'pf 2.13 409 not powered',
    409,
    'not_powered',
    'Database not powered on',
    async (send) => send('POST', `${shop}/integration`, attach('off', await newEndpoint(send))),
  ],
  [
    'pf 2.13 config not changed, of an endpoint',
    409,
    'user_config_not_changed',
    'User config not changed',
    async (send) => send('PUT', `${endpoints}/${await newEndpoint(send)}`, endpointBody('', '50')),
  ],
  [
    'pf 2.13 config not changed, of an integration',
    409,
    'user_config_not_changed',
    'User config not changed',
    async (send) =>
      send('PUT', `${shop}/integration/${(await enable(send, 'orders', '50')).integrationId}`, { user_config: {} }),
  ],
  [
    'pf 2.13 417 dependent resources',
    417,
    'dependent_resources',
    'depend',
    (send) => struck(send, 'dependent_resources', 'DELETE', `${shop}/service/orders`),
  ],
  ['pf 2.13 501 later', 501, 'try_again_later', 'later', (send) => struck(send, 'try_again_later')],
  ['pf 2.13 510 one-time password', 510, 'otp_required', 'one-time', (send) => struck(send, 'otp_required')],
  [
    'pf 2.13 405 method',
    405,
    'method_not_allowed',
    'only GET, PUT, DELETE',
    async (send) => {
      const refused = await send('PATCH', `${shop}/service/orders`, {});
      expect(refused.headers.get('allow')).toBe('GET, PUT, DELETE');
      return refused;
    },
  ],
  [
    'pf 2.13 500 internal error',
    500,
    'internal_server_error',
    'Internal server error',
    (send) => struck(send, 'internal_server_error'),
  ],
  ...(
    [
      ['pf 2.13 code service_maintenance_required', 'service_maintenance_required', 409],
      ['pf 2.13 code user_has_too_many_disk_addition_requests', 'user_has_too_many_disk_addition_requests', 409],
      ['pf 2.10 code client_ip_address_policy_violation', 'client_ip_address_policy_violation', 403],
      ['pf 2.13 code project_does_not_exist', 'project_does_not_exist', 404],
      ['pf 2.13 code service_does_not_exist', 'service_does_not_exist', 404],
    ] as const
  ).map(
    ([row, code, status]): Row => [
      row,
      status,
      code,
      '',
      (send) => struck(send, code, 'PUT', `${shop}/service/orders`),
    ],
  ),
];

describe('refusals', () => {
  test.each(rows)('%s: %i %s', async (_row, status, code, message, cause) => {
    const services = [pg('orders'), pg('small', { plan: 'hobbyist' }), pg('off', { state: 'POWEROFF' })];
    const { send } = await served({ scenario: smallScenario(services) });
    const refused = await cause(send);
    expect(refused.status).toBe(status);
    expect(refused.body.message).toContain(message);
    expect(refused.body.errors).toEqual([{ message: refused.body.message, status, error_code: code }]);
  });

  test.each([
    ['both', true, true],
    ['header', true, false],
    ['text', false, true],
    ['nowhere', false, false],
  ])('pf 2.13 429 too many requests: the wait is stated in %s (pf 2.13 wait)', async (retryAfter, inHeader, inText) => {
    const { send } = await served({
      rateLimit: 0,
      scenario: { ...smallScenario(), behaviour: { retryAfter } as object },
    });
    const refused = await send('GET', shop);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toContain('Rate limit 0 exceeded');
    expect(refused.headers.has('retry-after')).toBe(inHeader);
    expect(/try again in \d+s/.test(refused.body.message)).toBe(inText);
  });

  test('that only faults produce are each tested here', () => {
    const tried = JSON.stringify(rows.map(([, , code]) => code));
    for (const code of knownRefusalCodes) expect(tried).toContain(`"${code}"`);
  });

  test('hold no token', async () => {
    const { send } = await served();
    expect(JSON.stringify((await send('GET', '/v1/nothing')).body)).not.toContain(token);
  });
});
