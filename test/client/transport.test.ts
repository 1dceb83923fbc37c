import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRateLimiter } from '../../lib/client/rate-limiter.ts';
import { RunInterrupted } from '../../lib/contract/errors.ts';
import { additional, clientOnServer, errorOf, tokenCanary } from './client-on-server.ts';
import { startServer } from './scripted-server.ts';

const projects = { json: { projects: [] } };
const never = () => new Promise<never>(() => {});

describe('a request', () => {
  it('carries the token, who asks, and JSON only where there is a body (§4.4, §5 header, §4 JSON bodies)', async () => {
    const endpoint = { endpoint_id: 'e1', endpoint_name: 'n', endpoint_type: 'disk_storage' };
    const { client, server } = await clientOnServer([projects, { json: { service_integration_endpoint: endpoint } }]);
    await client.listProjects();
    await client.updateEndpoint('p', 'e1', additional(5));
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${tokenCanary}`,
      accept: 'application/json',
      'user-agent': 'headroom/1.2.3',
    });
    expect(server.received[0]?.headers['content-type']).toBeUndefined();
    expect(server.received[0]?.body).toBeUndefined();
    expect(server.received[1]?.headers['content-type']).toBe('application/json');
  });

  it.each(['', '/', '/v1', '/v1/'])(
    'goes below /v1 once (§9.1, §0 base address), with "%s" at the end of the base URL',
    async (end) => {
      const server = await startServer([projects]);
      onTestFinished(() => server.close());
      const { client } = await clientOnServer([], { baseUrl: server.url + end });
      await client.listProjects();
      expect(server.lines()).toEqual(['GET /v1/organization/org1/projects']);
    },
  );

  it('is not sent elsewhere: a redirect is an error with the address in it', async () => {
    const elsewhere = await startServer([projects]);
    onTestFinished(() => elsewhere.close());
    const { client, waits } = await clientOnServer([{ status: 307, headers: { location: `${elsewhere.url}/x` } }]);
    const error = await errorOf(client.listProjects());
    expect(error).toMatchObject({ name: 'PlatformAnswerInvalid', call: { status: 307 } });
    expect(error.message).toContain(`redirect to "${elsewhere.url}/x" not followed`);
    expect(elsewhere.received).toEqual([]);
    expect(waits).toEqual([]);
  });

  it('keeps few connections and reuses them, until the client is closed', async () => {
    const { client, server } = await clientOnServer(() => projects);
    await Promise.all(Array.from({ length: 40 }, () => client.listProjects()));
    const kept = await server.openConnections();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(8);
    await client.close();
    await expect.poll(() => server.openConnections(), { timeout: 4_000 }).toBe(0);
    await expect(client.listProjects()).rejects.toThrow(RunInterrupted);
    await client.close();
    expect(server.received).toHaveLength(40);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses the time-out %d, which would wait forever',
    async (headersMs) => {
      const timeouts = { connectMs: 1_000, headersMs, bodyMs: 1_000 };
      await expect(clientOnServer([], { timeouts })).rejects.toThrow(/headersMs.*above 0/);
    },
  );
});

describe('an answer that does not come', () => {
  it('is waited for no longer than the headers may take', async () => {
    const timeouts = { connectMs: 5_000, headersMs: 20, bodyMs: 5_000 };
    const controller = new AbortController();
    const reasons: string[] = [];
    const { client } = await clientOnServer(() => 'hang', {
      timeouts,
      signal: controller.signal,
      onRetry: ({ reason }) => {
        reasons.push(reason);
        controller.abort();
      },
    });
    await errorOf(client.listProjects());
    expect(reasons).toEqual(['no answer: Headers Timeout Error, UND_ERR_HEADERS_TIMEOUT']);
  });

  it('because nobody listens is tried six times, then says what to check', async () => {
    const gone = await startServer([]);
    await gone.close();
    const { client, waits } = await clientOnServer([], { baseUrl: gone.url });
    const error = await errorOf(client.listProjects());
    expect(error.name).toBe('PlatformUnavailable');
    expect(error.message).toMatch(/ECONNREFUSED; gave up after 6 tries; check the base URL and the network$/);
    expect(waits).toEqual([1_000, 2_000, 4_000, 7_500, 7_500]);
    expect(client.calls()).toEqual({ reads: 6, writes: 0 });
  });

  it('whole, because the connection breaks in its middle, is asked for again', async () => {
    const { client, server } = await clientOnServer([{ text: '{"projects":', cut: true }, projects]);
    expect(await client.listProjects()).toEqual([]);
    expect(server.received).toHaveLength(2);
  });

  it('because nobody listens, to a create, is tried again without a look', async () => {
    const gone = await startServer([]);
    await gone.close();
    const { client } = await clientOnServer([], { baseUrl: gone.url });
    expect(await errorOf(client.createEndpoint('p', 'n', additional(5)))).toMatchObject({
      name: 'PlatformUnavailable',
    });
    expect(client.calls()).toEqual({ reads: 0, writes: 6 });
  });
});

it('an answer above 64 MiB is not taken, nor asked for again', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024, ' ');
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    let left = 80;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(mebibyte)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const { client } = await clientOnServer([], { baseUrl: `http://127.0.0.1:${port}` });
  expect(await errorOf(client.listProjects())).toMatchObject({ name: 'PlatformAnswerInvalid' });
  expect(requests).toBe(1);
});

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
    expect(await client.listProjects()).toEqual([]);
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
    [
      'a member at fault that bears its name',
      { headers, json: { projects: [{ project_id: 'a', tags: { [tokenCanary]: 1 } }] } },
    ],
    ['a connection that is cut', 'drop' as const],
  ])('is in no part of the error of %s that echoes it', async (_name, reply) => {
    const { client } = await clientOnServer(() => reply);
    const error = await errorOf(client.listProjects());
    const everything = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + error.stack;
    expect(everything).toContain('/organization/org1/projects');
    for (const form of [tokenCanary, encodeURIComponent(tokenCanary), JSON.stringify(tokenCanary).slice(1, -1)]) {
      expect(everything).not.toContain(form);
    }
  });
});

describe('once the run is told to end', () => {
  const interruptedAt = async (where: 'token' | 'turn' | 'answer' | 'body' | 'retry') => {
    const controller = new AbortController();
    const abortAndHang = () => {
      controller.abort();
      return never();
    };
    const clock = { now: () => 0 };
    const limiter = (callsPerMinute: number) => createRateLimiter({ callsPerMinute, clock, sleep: abortAndHang });
    const { client, server } = await clientOnServer(
      () => {
        if (where === 'answer') controller.abort();
        if (where === 'body') setImmediate(() => controller.abort());
        if (where === 'answer') return 'hang';
        if (where === 'body') return { headers: { 'content-length': '1000' }, text: '{' };
        return where === 'retry' ? { status: 503 } : projects;
      },
      {
        signal: controller.signal,
        ...(where === 'token' ? { secrets: { token: abortAndHang } } : {}),
        ...(where === 'turn' ? { rateLimiter: limiter(1) } : {}),
        ...(where === 'retry' ? { sleep: abortAndHang } : {}),
      },
    );
    if (where === 'turn') await client.listProjects();
    const error = await errorOf(client.listProjects());
    const sent = server.received.length;
    const later = await errorOf(client.createIntegration('p', 's', 'e'));
    return { error, later, sent, sentLater: server.received.length - sent };
  };

  it.each([
    ['token', 0],
    ['turn', 1],
    ['answer', 1],
    ['body', 1],
    ['retry', 1],
  ] as const)('a call that waits for its %s rejects, and nothing more is sent', async (where, sent) => {
    const outcome = await interruptedAt(where);
    expect(outcome.error).toBeInstanceOf(RunInterrupted);
    expect(outcome.later).toBeInstanceOf(RunInterrupted);
    expect(outcome).toMatchObject({ sent, sentLater: 0 });
  });

  it('before the first call, none is sent', async () => {
    const { client, server } = await clientOnServer([projects], { signal: AbortSignal.abort() });
    expect(await errorOf(client.listProjects())).toBeInstanceOf(RunInterrupted);
    expect(server.received).toEqual([]);
  });

  it('every one of many calls rejects, and no warning of too many listeners is given', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const controller = new AbortController();
    const { client, server } = await clientOnServer(() => 'hang', { signal: controller.signal });
    const calls = Array.from({ length: 50 }, () => errorOf(client.listProjects()));
    await expect.poll(() => server.received.length, { timeout: 4_000 }).toBeGreaterThan(0);
    controller.abort();
    const errors = await Promise.all(calls);
    expect(errors.every((error) => error instanceof RunInterrupted)).toBe(true);
    expect(warnings).toEqual([]);
  });
});

it('the rate limit counts every attempt, those of retries and looks too', async () => {
  const starts: number[] = [];
  let now = 0;
  const clock = { now: () => now };
  const sleep = async (ms: number) => {
    now += ms;
  };
  const inner = createRateLimiter({ callsPerMinute: 1, clock, sleep });
  const rateLimiter = {
    take: async (signal?: AbortSignal) => {
      await inner.take(signal);
      starts.push(now);
    },
  };
  const script = [
    'drop',
    { json: { service_integrations: [] } },
    { json: { service_integration: { integration_type: 'autoscaler' } } },
  ] as const;
  const { client } = await clientOnServer(script, { rateLimiter, clock, sleep });
  await client.createIntegration('p', 's', 'e');
  expect(starts).toEqual([0, 60_000, 120_000]);
  expect(client.calls()).toEqual({ reads: 1, writes: 2 });
});
