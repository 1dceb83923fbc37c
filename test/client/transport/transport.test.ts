import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRateLimiter } from '../../../lib/client/transport/rate-limiter.ts';
import { RunInterrupted } from '../../../lib/contract/errors.ts';
import { until } from '../../until.ts';
import { additional, clientOnServer, errorOf, tokenCanary } from '../client-on-server.ts';
import { startServer } from '../scripted-server.ts';

const projects = { json: { projects: [] } };

describe('a request', () => {
  it('carries the token, who asks, and JSON only where there is a body (§4.4, §5 header, §4 JSON bodies)', async () => {
    const endpoint = { endpoint_id: 'e1', endpoint_name: 'n', endpoint_type: 'disk_storage' };
    const { client, server } = await clientOnServer([projects, { json: { service_integration_endpoint: endpoint } }]);
    await client.listProjects();
    await client.updateEndpoint('p', 'e1', additional(5));
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${tokenCanary}`,
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
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
    await until(async () => (await server.openConnections()) === 0);
    await expect(client.listProjects()).rejects.toThrow(RunInterrupted);
    await client.close();
    expect(server.received).toHaveLength(40);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses the time-out %d, which would wait forever',
    async (headersMs) => {
      const timeouts = { connectMs: 1_000, headersMs, bodyMs: 1_000, answerMs: 1_000 };
      await expect(clientOnServer([], { timeouts })).rejects.toThrow(/headersMs.*above 0/);
    },
  );
});

describe('a missing answer', () => {
  it('is waited for no longer than the headers may take', async () => {
    const timeouts = { connectMs: 5_000, headersMs: 20, bodyMs: 5_000, answerMs: 5_000 };
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

  it('that trickles is waited for once, no longer than a whole answer may take', async () => {
    const timeouts = { connectMs: 5_000, headersMs: 5_000, bodyMs: 5_000, answerMs: 500 };
    const { client, server, waits } = await clientOnServer(() => 'trickle', { timeouts });
    const error = await errorOf(client.listProjects());
    expect(error).toMatchObject({ name: 'PlatformUnavailable', isLasting: true });
    expect(error.message).toMatch(/: no answer: the answer was not complete after 0\.5 s$/);
    expect([server.received.length, waits]).toEqual([1, []]);
  });

  it('because no server listens is tried six times, then says what to check', async () => {
    const gone = await startServer([]);
    await gone.close();
    const { client, waits } = await clientOnServer([], { baseUrl: gone.url });
    const error = await errorOf(client.listProjects());
    expect(error.name).toBe('PlatformUnavailable');
    expect(error.message).toBe(
      `Cannot connect to ${gone.url} (refused); gave up after 6 tries. ` +
        'Check the base URL (--base-url or HEADROOM_BASE_URL) and the network.',
    );
    expect(waits).toEqual([1_000, 2_000, 4_000, 7_500, 7_500]);
    expect(client.calls()).toEqual({ reads: 6, writes: 0 });
  });

  it('because no server listens is final after two tries while a person waits for the first answer', async () => {
    const gone = await startServer([]);
    await gone.close();
    const { client, waits } = await clientOnServer([], { baseUrl: `${gone.url}/v1`, failsFast: true });
    const error = await errorOf(client.listProjects());
    expect(error.message).toBe(
      `Cannot connect to ${gone.url} (refused). Check the base URL (--base-url or HEADROOM_BASE_URL) and the network.`,
    );
    expect(error).toMatchObject({ name: 'PlatformUnavailable', isLasting: true });
    expect(waits).toEqual([1_000]);
  });

  it('is waited for as ever once the address has answered, also with an error', async () => {
    const { client, server, waits } = await clientOnServer([{ status: 404 }], { failsFast: true });
    await errorOf(client.listProjects());
    await server.close();
    await errorOf(client.listProjects());
    expect(waits).toHaveLength(5);
  });

  it('whole, because the connection breaks in its middle, is asked for again', async () => {
    const { client, server } = await clientOnServer([{ text: '{"projects":', cut: true }, projects]);
    expect((await client.listProjects()).projects).toEqual([]);
    expect(server.received).toHaveLength(2);
  });

  it('because no server listens, to a create, is tried again without a look', async () => {
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
    slowDown: inner.slowDown,
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

it('no request leaves before its turn: not the first, not one that is tried again, not one with a newer token', async () => {
  const turns: (() => void)[] = [];
  const rateLimiter = {
    take: () => new Promise<void>((resolve) => turns.push(resolve)),
    slowDown: async () => undefined,
  };
  const secrets = { token: async (use?: { refresh: boolean }) => (use?.refresh ? 'a-newer-token' : tokenCanary) };
  const answers = [{ status: 503 }, { status: 401 }, projects];
  const { client, server } = await clientOnServer(
    ({ url }) => (url.includes('/v1/') ? (answers.shift() ?? 'drop') : { json: {} }),
    { rateLimiter, secrets },
  );
  const listed = client.listProjects();
  for (const request of [1, 2, 3]) {
    await until(() => turns.length === request);
    // An earlier request would have arrived by now, because this request uses the same connection.
    await fetch(`${server.url}/another-one-who-asks`);
    expect(server.lines().filter((line) => line.includes('/v1/'))).toHaveLength(request - 1);
    turns.at(-1)?.();
  }
  expect((await listed).projects).toEqual([]);
  expect(turns).toHaveLength(3);
});
