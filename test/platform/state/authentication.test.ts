import { describe, expect, it, test } from 'vitest';
import { endpointBody, served, token } from '../small-organization.ts';

const services = '/v1/project/shop/service';
const create = '/v1/project/shop/integration_endpoint';

describe('the token', () => {
  test.each([`Bearer ${token}`, `aivenv1 ${token}`, `bearer ${token}`, `AIVENV1 ${token}`])(
    'is taken as %j (§5 header)',
    async (authorization) => {
      const { send } = await served();
      expect((await send('GET', services, undefined, { authorization })).status).toBe(200);
    },
  );

  test.each([
    ['', 'Missing (expired) db token (no token in the Authorization header)'],
    ['Bearer', 'Missing (expired) db token (no token in the Authorization header)'],
    [`Basic ${token}`, 'The scheme of the Authorization header must be Bearer or aivenv1 here'],
    ['Bearer wrong', 'Invalid token'],
    [`Bearer ${token} `.repeat(2), 'Missing (expired) db token (no token in the Authorization header)'],
  ])('is refused as %j, even for paths that are not there (§4.4)', async (authorization, message) => {
    const { send } = await served();
    for (const path of [services, '/v1/nothing']) {
      const refused = await send('GET', path, undefined, { authorization });
      expect([refused.status, refused.body.message]).toEqual([401, message]);
      expect(refused.body.errors[0]).toEqual({ message, status: 401, error_code: 'authentication_failed' });
    }
  });

  test.each([
    ['documented', undefined, 'aivenv1', 401],
    ['documented', undefined, 'Bearer', 200],
    ['documented', 'both', 'aivenv1', 200],
    ['current', undefined, 'aivenv1', 200],
    ['current', 'bearer', 'aivenv1', 401],
  ] as const)(
    'in the profile %s, schemes %s, is %s for %s: the scheme is apart from the dialect (A-45)',
    async (profile, schemes, scheme, status) => {
      const { send } = await served({ profile, schemes });
      const answer = await send('GET', services, undefined, { authorization: `${scheme} ${token}` });
      expect(answer.status).toBe(status);
      if (status === 401)
        expect(answer.body.message).toBe('The scheme of the Authorization header must be Bearer here');
    },
  );

  it('is refused from the moment on at which it expires', async () => {
    const { send, platform } = await served();
    const late = { authorization: 'Bearer token-that-expires' };
    await platform.advance(3599);
    expect((await send('GET', services, undefined, late)).status).toBe(200);
    await platform.advance(1);
    const refused = await send('GET', services, undefined, late);
    expect([refused.status, refused.body.message]).toEqual([401, 'Missing (expired) db token (expired token)']);
  });
});

describe('the role', () => {
  it('read_only reads and does not write (§5 permission)', async () => {
    const { send } = await served();
    const reader = { authorization: 'Bearer token-of-the-reader' };
    expect((await send('GET', services, undefined, reader)).status).toBe(200);
    const refused = await send('POST', create, endpointBody('a', '1'), reader);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "You don't have permission to perform this action: ServiceIntegrationEndpointCreate",
    ]);
  });

  it('is needed in the very project; unknown projects look the same (§1.7 operator, §2.1 project_name)', async () => {
    const { send } = await served();
    const guest = { authorization: 'Bearer token-of-the-guest' };
    const [foreign, unknown] = [
      await send('GET', services, undefined, guest),
      await send('GET', '/v1/project/none/service', undefined, guest),
    ];
    expect(foreign.body).toEqual({
      message: 'Not a project member',
      errors: [{ message: 'Not a project member', status: 403, error_code: 'permission_denied' }],
    });
    expect([unknown.status, unknown.body]).toEqual([403, foreign.body]);
  });
});
