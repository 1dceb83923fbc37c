import { describe, expect, it, test } from 'vitest';
import { type Send, served } from '../small-organization.ts';

/** pf 2.10 */

const users = '/v1/organization/orgtest/application-users';
const as = (secret: string) => ({ authorization: `Bearer ${secret}` });

const newUser = async (send: Send, more: object = {}) => (await send('POST', users, { name: 'bot', ...more })).body;
const newToken = async (send: Send, id: string, more: object = {}) =>
  (await send('POST', `${users}/${id}/access-tokens`, { description: 'for the bot', ...more })).body;

describe('application users', () => {
  it('are created, listed, read, changed and deleted, with their tokens (pf 2.10, pf 2.14 deletion)', async () => {
    const { send } = await served();
    const user = await newUser(send);
    expect(user).toEqual({
      user_id: expect.stringMatching(/^u[0-9a-f]{11}$/),
      user_email: expect.stringContaining('@'),
      name: 'bot',
      is_super_admin: false,
      create_time: '2026-03-02T08:00:00Z',
    });
    const single = `${users}/${user.user_id}`;
    expect((await send('GET', users)).body).toEqual({ application_users: [user] });
    expect((await send('GET', single)).body).toEqual(user);
    expect((await send('PATCH', single, { name: 'robot' })).body).toEqual({ ...user, name: 'robot' });
    const { full_token } = await newToken(send, user.user_id);
    const deleted = await send('DELETE', single);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await send('GET', single)).status).toBe(404);
    expect((await send('GET', '/v1/me', undefined, as(full_token))).status).toBe(401);
  });

  it('may do nothing without a role of the scenario, and cannot be super admins', async () => {
    const { send } = await served();
    const user = await newUser(send);
    const { full_token } = await newToken(send, user.user_id);
    const status = async () => (await send('GET', '/v1/project/shop/service', undefined, as(full_token))).status;
    expect(await status()).toBe(403);
    const single = `${users}/${user.user_id}`;
    const refused = await send('PATCH', single, { name: 'boss', is_super_admin: true });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('cannot be super admin')]);
    expect((await send('GET', single)).body).toEqual(user);
    expect((await send('POST', users, { name: 'boss', is_super_admin: true })).status).toBe(400);
    expect((await send('PATCH', single, { name: 'bot', is_super_admin: false })).status).toBe(200);
    expect(await status()).toBe(403);
  });

  it('get tokens whose answer holds nothing else, and which are revoked by a 204 without a body (pf 2.10, pf 2.13 successes)', async () => {
    const { send } = await served();
    const { user_id } = await newUser(send);
    const created = await newToken(send, user_id, { max_age_seconds: 3600 });
    expect(Object.keys(created).sort()).toEqual(['full_token', 'token_prefix']);
    const list = `${users}/${user_id}/access-tokens`;
    expect((await send('GET', list)).body.tokens).toMatchObject([
      { token_prefix: created.token_prefix, expiry_time: '2026-03-02T09:00:00Z', description: 'for the bot' },
    ]);
    const revoked = await send('DELETE', `${list}/${encodeURIComponent(created.token_prefix)}`);
    expect([revoked.status, revoked.body]).toEqual([204, undefined]);
    expect((await send('GET', '/v1/me', undefined, as(created.full_token))).body.message).toBe('Invalid token');
  });

  it('do not make tokens for themselves', async () => {
    const { send } = await served();
    const { user_id } = await newUser(send);
    const { full_token } = await newToken(send, user_id);
    const refused = await send('POST', '/v1/access_token', { description: 'more' }, as(full_token));
    expect([refused.status, refused.body.errors[0].error_code]).toEqual([403, 'user_personal_token_not_allowed']);
  });

  test.each(['reader', 'guest'])('are no business of %s, who has no role everywhere', async (name) => {
    const { send } = await served();
    const headers = as(`token-of-the-${name}`);
    const refused = await send('GET', users, undefined, headers);
    expect([refused.status, refused.body.errors[0].error_code]).toEqual([403, 'permission_denied']);
    expect((await send('POST', users, { name: 'bot' }, headers)).status).toBe(403);
  });

  it('are of the one organization, and not to be found among members', async () => {
    const { send } = await served();
    const { user_id } = await newUser(send);
    expect((await send('GET', '/v1/organization/orgnone/application-users')).status).toBe(404);
    expect((await send('GET', `/v1/organization/orgtest/user/${user_id}/access-tokens`)).status).toBe(404);
    expect((await send('POST', users, {})).status).toBe(400);
  });
});
