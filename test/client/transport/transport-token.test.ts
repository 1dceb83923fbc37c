import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { clientOnServer, errorOf, tokenCanary } from '../client-on-server.ts';

const projects = { json: { projects: [] } };

describe('a token that the platform refuses', () => {
  const refused = { status: 401, json: { message: 'Invalid token' } };
  const secretsOf = (...tokens: readonly string[]) => {
    const asked: boolean[] = [];
    return {
      asked,
      token: async (options?: { readonly refresh: boolean }) => {
        asked.push(options?.refresh ?? false);
        return tokens[asked.length - 1] ?? '';
      },
    };
  };

  it('is asked for past the cache, and the call made once more with the new one, without a wait', async () => {
    const secrets = secretsOf('old', 'new');
    const { client, server, waits } = await clientOnServer([refused, projects], { secrets });
    expect((await client.listProjects()).projects).toEqual([]);
    expect(secrets.asked).toEqual([false, true]);
    expect(server.received.map((request) => request.headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(waits).toEqual([]);
    expect(client.calls()).toEqual({ reads: 2, writes: 0 });
  });

  it('is not tried again when there is no other', async () => {
    const { client, server } = await clientOnServer([refused], { secrets: secretsOf('old', 'old') });
    const error = await errorOf(client.listProjects());
    expect(error).toMatchObject({ name: 'PlatformUnauthorized', call: { status: 401 } });
    expect(error.message).toMatch(/401 Invalid token; put a valid token in HEADROOM_TOKEN/);
    expect(server.received).toHaveLength(1);
  });

  it('is an error when the new one is refused too', async () => {
    const { client, server } = await clientOnServer([refused, refused], { secrets: secretsOf('old', 'new') });
    expect(await errorOf(client.listProjects())).toMatchObject({ name: 'PlatformUnauthorized' });
    expect(server.received).toHaveLength(2);
  });

  it.each(['', 'two words', 'line\nbreak', 'ümlaut'])(
    'and one that no header can hold ("%s") is not sent',
    async (token) => {
      const { client, server } = await clientOnServer([], { secrets: secretsOf(token) });
      expect(await errorOf(client.listProjects())).toMatchObject({ name: 'PlatformUnauthorized' });
      expect(server.received).toEqual([]);
      expect(client.calls()).toEqual({ reads: 0, writes: 0 });
    },
  );
});

describe('the token', () => {
  const echo = { message: `You sent ${tokenCanary}`, errors: [{ message: tokenCanary, error_code: tokenCanary }] };
  const headers = { 'x-request-id': tokenCanary, location: `https://example.com/${encodeURIComponent(tokenCanary)}` };

  it.each([
    ['a refusal', { status: 400, headers, json: echo }],
    ['a 401', { status: 401, headers, json: echo }],
    ['an unavailable platform', { status: 503, headers: { ...headers, 'retry-after': '900' }, json: echo }],
    ['a redirect', { status: 302, headers, json: echo }],
    ['a success that is none', { headers, json: { error: tokenCanary } }],
    ['a page of text', { status: 502, headers, text: `<h1>Bearer ${tokenCanary}</h1>` }],
    ['an answer that is not JSON', { headers, text: tokenCanary }],
    ['a member at fault that bears its name', { headers, json: { tags: { [tokenCanary]: 1 } } }],
    ['a connection that is cut', 'drop' as const],
  ])('is in no part of the error of %s that echoes it', async (_name, reply) => {
    const { client } = await clientOnServer(() => reply);
    const error = await errorOf(client.listProjectTags('a'));
    const everything = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + error.stack;
    expect(everything).toContain('/project/a/tags');
    for (const form of [tokenCanary, encodeURIComponent(tokenCanary), JSON.stringify(tokenCanary).slice(1, -1)]) {
      expect(everything).not.toContain(form);
    }
  });
});
