import { describe, expect, it } from 'vitest';
import { applicationUserTokens, personalTokens } from '../../../lib/client/operations/tokens.ts';
import { callerOnServer } from '../caller-on-server.ts';
import { errorOf } from '../client-on-server.ts';

const full = 'canary-full-6JsKDclT3OMQd1V2Fl2Zx0y9/RaraBPg==';
const request = { description: 'rotation 7', maxAgeSeconds: 2_592_000 };
const created = {
  full_token: full,
  token_prefix: '6JsK/clT+OM=',
  create_time: '2026-08-20T10:00:00Z',
  expiry_time: '2026-09-19T10:00:00Z',
  scopes: null,
};

describe('personal tokens', () => {
  it('are created with description and age, and the answer is the only one that holds the token (pf 2.10)', async () => {
    const { caller, redactor, server } = await callerOnServer([{ json: created }, { json: created }]);
    const tokens = personalTokens(caller, redactor);
    expect(await tokens.create(request)).toEqual({
      fullToken: full,
      prefix: '6JsK/clT+OM=',
      expiresAt: '2026-09-19T10:00:00Z',
    });
    await tokens.create({ ...request, maxAgeSeconds: null });
    expect(server.lines()[0]).toBe('POST /v1/access_token');
    expect(server.received.map(({ body }) => body)).toEqual([
      { description: 'rotation 7', extend_when_used: false, max_age_seconds: 2_592_000 },
      { description: 'rotation 7', extend_when_used: false, max_age_seconds: null },
    ]);
  });

  it('are listed without missing, null or unknown members', async () => {
    const { caller, redactor } = await callerOnServer([
      {
        json: {
          tokens: [
            { token_prefix: 'aa', description: 'x', currently_active: true, last_used_time: null, new_member: 1 },
            { token_prefix: 'bb', create_time: '2026-01-01T00:00:00Z', expiry_time: null },
          ],
        },
      },
    ]);
    const nothing = {
      description: null,
      createdAt: null,
      expiresAt: null,
      maxAgeSeconds: null,
      lastUsedAt: null,
      isCurrent: false,
    };
    expect(await personalTokens(caller, redactor).list()).toEqual([
      { ...nothing, prefix: 'aa', description: 'x', isCurrent: true },
      { ...nothing, prefix: 'bb', createdAt: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('are revoked by their prefix, percent-encoded; one that is gone is fine', async () => {
    const { caller, redactor, server } = await callerOnServer([
      { json: { message: 'revoked' } },
      { status: 404, json: { message: 'no such token' } },
    ]);
    const tokens = personalTokens(caller, redactor);
    await tokens.revoke('6JsK/clT+OM=');
    await tokens.revoke('6JsK/clT+OM=');
    expect(server.lines()[0]).toBe('DELETE /v1/access_token/6JsK%2FclT%2BOM%3D');
  });

  it('are not created a second time when the answer was lost, and the error says what to do', async () => {
    const { caller, redactor, server } = await callerOnServer(['drop', { json: created }]);
    const error = await errorOf(personalTokens(caller, redactor).create(request));
    expect(error.name).toBe('PlatformUnavailable');
    expect(error.message).toContain('revoke the token described as "rotation 7"');
    expect(server.lines()).toEqual(['POST /v1/access_token']);
  });

  it('are created after a 429, which surely has done nothing', async () => {
    const { caller, redactor, server } = await callerOnServer([{ status: 429 }, { json: created }]);
    expect((await personalTokens(caller, redactor).create(request)).fullToken).toBe(full);
    expect(server.lines()).toHaveLength(2);
  });

  it('never stand in an error: neither echoed, nor out of a broken answer, nor in a path', async () => {
    const { caller, redactor } = await callerOnServer([
      { json: { ...created, token_prefix: 5 } },
      { text: `not json ${full}` },
      { json: created },
      { status: 400, json: { message: `cannot revoke ${full}` } },
    ]);
    const tokens = personalTokens(caller, redactor);
    const errors = [await errorOf(tokens.create(request)), await errorOf(tokens.create(request))];
    await tokens.create(request);
    errors.push(await errorOf(tokens.revoke('6JsK')), await errorOf(tokens.revoke(full)));
    expect(errors.map(({ name }) => name)).toEqual([
      'PlatformAnswerInvalid',
      'PlatformAnswerInvalid',
      'PlatformRefused',
      'RangeError',
    ]);
    expect(errors.map((error) => `${error.stack}${JSON.stringify(error)}`).join('')).not.toContain('canary-full');
  });
});

describe('tokens of an application user', () => {
  it('are created, listed and revoked below the organization; no answer to a revocation is fine (pf 2.10)', async () => {
    const { caller, redactor, server } = await callerOnServer([
      { json: { full_token: full, token_prefix: 'pp' } },
      { json: { full_token: full, token_prefix: 'pp' } },
      { json: { tokens: [] } },
      { status: 204 },
    ]);
    const tokens = applicationUserTokens(caller, redactor, 'org1', 'u1');
    expect(await tokens.create(request)).toEqual({ fullToken: full, prefix: 'pp', expiresAt: null });
    await tokens.create({ ...request, maxAgeSeconds: null });
    expect(await tokens.list()).toEqual([]);
    await tokens.revoke('pp');
    const place = '/v1/organization/org1/application-users/u1/access-tokens';
    expect(server.lines()).toEqual([`POST ${place}`, `POST ${place}`, `GET ${place}`, `DELETE ${place}/pp`]);
    expect(server.received[1]?.body).toEqual({ description: 'rotation 7', extend_when_used: false });
  });
});
