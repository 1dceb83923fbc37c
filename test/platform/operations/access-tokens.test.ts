import { describe, expect, it, test } from 'vitest';
import { type Send, served, smallScenario, token } from '../small-organization.ts';

/** pf 2.10 */

const collection = '/v1/access_token';
const as = (secret: string) => ({ authorization: `Bearer ${secret}` });
const make = (send: Send, more: object = {}) => send('POST', collection, { description: 'rotation', ...more });
const probe = async (send: Send, secret: string) => {
  const { status, body } = await send('GET', '/v1/organizations', undefined, as(secret));
  return [status, body.message];
};

describe('access tokens', () => {
  it('are shown once, with their age and end, and listed without themselves (pf 2.10)', async () => {
    const { send } = await served();
    const { status, body } = await make(send, { max_age_seconds: 2_592_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      description: 'rotation',
      create_time: '2026-03-02T08:00:00Z',
      expiry_time: '2026-04-01T08:00:00Z',
      max_age_seconds: 2_592_000,
      created_manually: true,
      currently_active: false,
      extend_when_used: false,
      last_used_time: null,
      last_ip: null,
      ip_allowlist: ['0.0.0.0/0', '::/0'],
      scopes: null,
    });
    expect(body.full_token).toMatch(/^[A-Za-z0-9+/]{86}==$/);
    expect(body.token_prefix).toBe(body.full_token.slice(0, 12));
    const { tokens } = (await send('GET', collection)).body;
    const { full_token: _secret, message: _message, ...record } = body;
    expect(tokens).toEqual([expect.objectContaining({ currently_active: true }), record]);
  });

  it('work at once, note their use, and know which of them is asking', async () => {
    const { send, platform } = await served();
    const { full_token } = (await make(send)).body;
    await platform.advance(60);
    const headers = { ...as(full_token), 'user-agent': 'probe/1.0' };
    const { tokens } = (await send('GET', collection, undefined, headers)).body;
    expect(tokens[1]).toMatchObject({
      currently_active: true,
      last_used_time: '2026-03-02T08:01:00Z',
      last_ip: '127.0.0.1',
      last_user_agent: 'probe/1.0',
      expiry_time: null,
      max_age_seconds: null,
    });
  });

  it('are the same for the same seed and first token, and others for another first token', async () => {
    const secretOf = async (first: string) => {
      const { send } = await served({ token: first });
      return (await send('POST', collection, { description: 'x' }, as(first))).body.full_token;
    };
    expect(await secretOf(token)).toBe(await secretOf(token));
    expect(await secretOf('token-of-another-run')).not.toBe(await secretOf(token));
  });

  test.each(['token_prefix', 'full_token'])(
    'are renamed and revoked by %s, percent-encoded, and then are a 401 at once (pf 2.10, pf 2.13)',
    async (by) => {
      const { send } = await served();
      const first = (await make(send)).body;
      const path = `${collection}/${encodeURIComponent(first[by])}`;
      const renamed = await send('PUT', path, { description: 'renamed' });
      expect([renamed.status, renamed.body.description, renamed.body.full_token]).toEqual([200, 'renamed', undefined]);
      expect(await probe(send, first.full_token)).toEqual([200, undefined]);
      expect((await send('DELETE', path)).body).toEqual({ message: expect.any(String) });
      expect(await probe(send, first.full_token)).toEqual([401, 'Invalid token']);
      expect((await send('DELETE', path)).status).toBe(404);
    },
  );

  it('are found in paths whatever characters they hold: slash, plus and equals signs', async () => {
    const { send } = await served();
    const secrets: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const { full_token } = (await make(send)).body;
      secrets.push(full_token);
      expect((await send('DELETE', `${collection}/${encodeURIComponent(full_token)}`)).status).toBe(200);
    }
    for (const sign of ['/', '+', '=']) expect(secrets.join('')).toContain(sign);
  });

  it('expire in virtual time, unless their use extends them (pf 2.10, pf 2.13)', async () => {
    const { send, platform } = await served();
    const fixed = (await make(send, { max_age_seconds: 600 })).body.full_token;
    const moving = (await make(send, { max_age_seconds: 600, extend_when_used: true })).body.full_token;
    await platform.advance(599);
    expect([await probe(send, fixed), await probe(send, moving)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    await platform.advance(1);
    expect(await probe(send, fixed)).toEqual([401, 'Missing (expired) db token (expired token)']);
    expect((await send('GET', collection)).body.tokens).toHaveLength(2);
    await platform.advance(598);
    expect((await probe(send, moving))[0]).toBe(200);
    await platform.advance(600);
    expect((await probe(send, moving))[0]).toBe(401);
  });

  test.each([
    [599, 400, 'auth_token_max_age_too_low'],
    [0, 400, 'auth_token_max_age_too_low'],
    [600, 200, undefined],
    [315_360_000, 200, undefined],
    [315_360_001, 400, 'bad_request'],
    ['600', 400, 'bad_request'],
    [600.5, 400, 'bad_request'],
    [null, 200, undefined],
  ])('with max_age_seconds %j answer %i %s', async (age, status, code) => {
    const { send } = await served();
    const answer = await make(send, { max_age_seconds: age });
    expect([answer.status, answer.body.errors?.[0].error_code]).toEqual([status, code]);
  });

  test.each([
    ['no description', { description: undefined }],
    ['an empty description', { description: '' }],
    ['a description of 1001 characters', { description: 'x'.repeat(1001) }],
    ['a description of several lines', { description: 'a\nb' }],
    ['a description that is a number', { description: 7 }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['an address that is none', { ip_allowlist: ['300.0.0.0/8'] }],
    ['an address without its width', { ip_allowlist: ['10.0.0.0'] }],
    ['a width that is too large', { ip_allowlist: ['10.0.0.0/33'] }],
    ['101 addresses', { ip_allowlist: Array.from({ length: 101 }, () => '10.0.0.0/8') }],
  ])('are not made with %s', async (_what, more) => {
    const { send } = await served();
    expect((await make(send, more)).status).toBe(400);
  });

  it('admit only the addresses that they name', async () => {
    const { send } = await served();
    const elsewhere = (await make(send, { ip_allowlist: ['10.0.0.0/8', '2001:db8::/32'] })).body.full_token;
    const refused = await send('GET', '/v1/organizations', undefined, as(elsewhere));
    expect([refused.status, refused.body.errors[0].error_code]).toEqual([403, 'api_client_ip_allowlist_blocks_caller']);
    const here = (await make(send, { ip_allowlist: ['127.0.0.0/8'], scopes: ['all'] })).body;
    expect(here.scopes).toEqual(['all']);
    expect((await probe(send, here.full_token))[0]).toBe(200);
  });

  it('are not used by a request from an address that they do not admit: nothing is noted, and nothing extended', async () => {
    const { send, platform } = await served();
    const extended = { max_age_seconds: 600, extend_when_used: true };
    const made = (await make(send, { ...extended, ip_allowlist: ['10.0.0.0/8'] })).body;
    await platform.advance(300);
    expect((await send('GET', '/v1/organizations', undefined, as(made.full_token))).status).toBe(403);
    const { tokens } = (await send('GET', collection)).body;
    const listed = tokens.find(({ token_prefix }: { token_prefix: string }) => token_prefix === made.token_prefix);
    expect(listed).toMatchObject({ last_used_time: null, last_ip: null, last_user_agent: null });
    expect(listed.expiry_time).toBe(made.expiry_time);
  });

  it('are at most ten at a time for a user; a revoked or expired one makes room', async () => {
    const { send, platform } = await served();
    const last = [];
    for (let count = 1; count < 10; count += 1) last.push((await make(send, { max_age_seconds: 600 })).body);
    const refused = await make(send);
    expect([refused.status, refused.body.errors[0].error_code]).toEqual([409, 'user_token_limit_reached']);
    await send('DELETE', `${collection}/${encodeURIComponent(last[0].token_prefix)}`);
    expect((await make(send, { max_age_seconds: 600 })).status).toBe(200);
    expect((await make(send)).status).toBe(409);
    await platform.advance(600);
    expect((await make(send)).status).toBe(200);
  });

  it('of others are not there', async () => {
    const { send } = await served();
    const { token_prefix, full_token } = (await make(send)).body;
    const guest = as('token-of-the-guest');
    for (const name of [token_prefix, full_token, token]) {
      expect((await send('DELETE', `${collection}/${encodeURIComponent(name)}`, undefined, guest)).status).toBe(404);
    }
    expect((await send('GET', collection, undefined, guest)).body.tokens).toHaveLength(1);
    expect((await probe(send, full_token))[0]).toBe(200);
  });

  it('may revoke themselves', async () => {
    const { send } = await served();
    expect((await send('DELETE', `${collection}/${token}`)).status).toBe(200);
    expect((await probe(send, token))[0]).toBe(401);
  });

  it('are nowhere but in the answer that made them: not in state, events, lists or errors', async () => {
    const { send } = await served({ scenario: smallScenario() });
    const { full_token } = (await make(send)).body;
    const application = (await send('POST', '/v1/organization/orgtest/application-users', { name: 'bot' })).body;
    const tokens = `/v1/organization/orgtest/application-users/${application.user_id}/access-tokens`;
    const other = (await send('POST', tokens, { description: 'canary' })).body.full_token;
    const answers = [
      await send('GET', '/_control/state'),
      await send('GET', collection),
      await send('GET', tokens),
      await send('GET', '/v1/me'),
      await send('GET', '/v1/project/shop/events'),
      await send('GET', `${collection}/${encodeURIComponent(full_token)}`),
      await send('DELETE', `${collection}/${encodeURIComponent(other)}`),
      await send('DELETE', `/v1/access_tokens/${encodeURIComponent(full_token)}`),
      await send('POST', collection, { description: full_token, max_age_seconds: 1 }),
      await send('POST', collection, { description: [full_token] }),
      await send('GET', '/v1/organizations', undefined, as(`${full_token}x`)),
    ];
    for (const secret of [full_token, other, token, 'token-of-the-reader', 'token-of-the-guest']) {
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret);
    }
  });
});

describe('GET /me', () => {
  it('answers the caller and its roles, with every member that clients require (pf 2.14 me)', async () => {
    const { send } = await served();
    const { user } = (await send('GET', '/v1/me', undefined, as('token-of-the-reader'))).body;
    expect(user).toEqual({
      auth: ['token'],
      create_time: '2026-03-02T08:00:00Z',
      features: {},
      invitations: [],
      managed_by_scim: false,
      managing_organization_id: 'orgtest',
      project_membership: { shop: 'read_only' },
      project_memberships: { shop: ['read_only'] },
      projects: ['shop'],
      real_name: 'reader',
      state: 'active',
      tenant: 'main',
      token_validity_begin: '2026-03-02T08:00:00Z',
      user: `${user.user_id}@orgtest.invalid`,
      user_id: expect.any(String),
    });
    expect(user.user_id).toMatch(/^u[0-9a-f]{11}$/);
  });
});
