import { expect, it, test } from 'vitest';
import { type Send, served } from '../small-organization.ts';

/** Scopes of a token. */

const tokenWith = async (send: Send, scopes: string[]) => {
  const { body } = await send('POST', '/v1/access_token', { description: 'scoped', scopes });
  return { authorization: `Bearer ${body.full_token}` };
};

const statusOf = async (scope: string, method: string, path: string, body?: object) => {
  const { send } = await served();
  const answer = await send(method, `/v1${path}`, body, await tokenWith(send, [scope]));
  return [answer.status, answer.body.message];
};

test.each([
  ['projects:read', 'GET', '/project/shop/tags'],
  ['projects:write', 'GET', '/project/shop/tags'],
  ['projects', 'PUT', '/project/shop/tags', { tags: {} }],
  ['all', 'PUT', '/project/shop/tags', { tags: {} }],
  ['services:read', 'GET', '/project/shop/service/orders'],
  ['services:read', 'POST', '/project/shop/service/orders/metrics', { period: 'hour' }],
  ['services:write', 'PUT', '/project/shop/service/orders/tags', { tags: {} }],
  ['accounts:read', 'GET', '/organization/orgtest'],
  ['billing:read', 'GET', '/billing-group'],
  ['user:read', 'GET', '/me'],
  ['user:read', 'GET', '/clouds'],
])('%s is enough to %s %s', async (scope, method, path, body?: object) => {
  expect((await statusOf(scope, method, path, body))[0]).toBe(200);
});

test.each([
  ['projects:read', 'PUT', '/project/shop/tags', { tags: {} }, 'projects:write'],
  ['services:write', 'GET', '/project/shop/tags', undefined, 'projects:read'],
  ['projects:write', 'GET', '/project/shop/service', undefined, 'services:read'],
  ['services:read', 'DELETE', '/project/shop/integration/x', undefined, 'services:write'],
  ['services', 'GET', '/billing-group', undefined, 'billing:read'],
  ['services', 'POST', '/access_token', { description: 'more' }, 'authentication:write'],
])('%s is not enough to %s %s', async (scope, method, path, body, needed) => {
  expect(await statusOf(scope, method, path, body)).toEqual([403, `The token does not have the scope ${needed}`]);
});

it('a token without scopes may do what its user may', async () => {
  const { send } = await served();
  expect((await send('PUT', '/v1/project/shop/tags', { tags: {} })).status).toBe(200);
});
