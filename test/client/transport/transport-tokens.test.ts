import { describe, expect, it } from 'vitest';
import { createMemoryLedger } from '../../../lib/client/transport/memory-ledger.ts';
import { limiterOn } from '../../../lib/client/transport/rate-limiter.ts';
import { SecretUnavailable } from '../../../lib/contract/errors.ts';
import type { Secrets } from '../../../lib/ports.ts';
import { clientOnServer, errorOf } from '../client-on-server.ts';
import type { Received, Reply } from '../scripted-server.ts';

const projects = { json: { projects: [] } };
const refused = { status: 401, json: { message: 'Invalid token' } };
const throttled = { status: 429, headers: { 'retry-after': '30' }, json: { message: 'Too many requests' } };

interface Held {
  current: string | undefined;
}

/** A secret whose token may be replaced, or missing. */
const secretOf = (number: number, held: Held) => {
  const asked: boolean[] = [];
  const secrets: Secrets = {
    token: async (options) => {
      asked.push(options?.refresh ?? false);
      if (held.current === undefined) throw new SecretUnavailable(`the secret ${number} contains no token yet`);
      return held.current;
    },
  };
  return { ...secrets, asked };
};

/** A client with two tokens; the answer depends on the token of each request. */
const withTwo = async (answers: Readonly<Record<string, Reply>>, callsPerMinute = 1_000) => {
  let now = 1_000_000;
  const clock = { now: () => now };
  const sleep = async (ms: number) => {
    now += ms;
  };
  const held: readonly [Held, Held] = [{ current: 'one' }, { current: 'two' }];
  const secrets = [secretOf(1, held[0]), secretOf(2, held[1])] as const;
  const ledgers = [1, 2].map(() => createMemoryLedger({ callsPerMinute, clock }));
  const used: string[] = [];
  const { client } = await clientOnServer(
    ({ headers }: Received) => {
      const token = (headers.authorization ?? '').replace('Bearer ', '');
      used.push(token);
      return answers[token] ?? projects;
    },
    { secrets, rateLimiter: limiterOn({ ledgers, clock, sleep }), clock, sleep },
  );
  return { client, used, held, secrets, pass: (ms: number) => void sleep(ms), waited: () => now - 1_000_000 };
};

describe('a client with two tokens', () => {
  it('uses the first one until its calls are used up, then the second', async () => {
    const { client, used, waited } = await withTwo({}, 2);
    for (let n = 0; n < 4; n += 1) await client.listProjects();
    expect(used).toEqual(['one', 'one', 'two', 'two']);
    expect(waited()).toBe(0);
    await client.listProjects();
    expect(waited()).toBeGreaterThanOrEqual(60_000);
  });

  it('makes a call that a 429 refuses with the other token at once, and lets the first one rest', async () => {
    const { client, used, waited } = await withTwo({ one: throttled });
    for (let n = 0; n < 3; n += 1) await client.listProjects();
    expect(used).toEqual(['one', 'two', 'two', 'two']);
    expect(waited()).toBe(0);
  });

  it('waits as the platform asks once it throttles both', async () => {
    const { client, waited } = await withTwo({ one: throttled, two: throttled });
    expect(await errorOf(client.listProjects())).toMatchObject({ name: 'PlatformThrottled' });
    expect(waited()).toBeGreaterThanOrEqual(30_000);
  });

  it('goes on with the other token while one is not stored, and uses it soon after it is', async () => {
    const { client, used, held, secrets, pass } = await withTwo({}, 3);
    held[0].current = undefined;
    await client.listProjects();
    await client.listProjects();
    // A missing token costs one request to its secret, not one a call.
    expect(secrets[0].asked).toHaveLength(1);
    held[0].current = 'stored';
    pass(300_000);
    await client.listProjects();
    expect(used).toEqual(['two', 'two', 'stored']);
  });

  it('names the first secret if no token is stored', async () => {
    const { client, held, used } = await withTwo({});
    for (const one of held) one.current = undefined;
    const error = await errorOf(client.listProjects());
    expect(error).toMatchObject({ name: 'SecretUnavailable', message: 'the secret 1 contains no token yet' });
    expect(used).toEqual([]);
  });

  it('reads only the secret of a token that the platform refuses, and uses its newer token', async () => {
    const { client, used, held, secrets } = await withTwo({ one: refused });
    const listed = client.listProjects();
    held[0].current = 'newer';
    expect((await listed).projects).toEqual([]);
    expect(used).toEqual(['one', 'newer']);
    expect(secrets.map(({ asked }) => asked)).toEqual([[false, true], [false]]);
  });

  it('goes on with the other token after a refusal of one that has no newer one, and asks for it again minutes later', async () => {
    const { client, used, pass } = await withTwo({ one: refused });
    await client.listProjects();
    await client.listProjects();
    expect(used).toEqual(['one', 'two', 'two']);
    pass(300_000);
    await client.listProjects();
    expect(used).toEqual(['one', 'two', 'two', 'one', 'two']);
  });

  it('is refused if the platform refuses both, and recovers with either', async () => {
    const { client, held } = await withTwo({ one: refused, two: refused });
    expect(await errorOf(client.listProjects())).toMatchObject({ name: 'PlatformUnauthorized' });
    held[1].current = 'newer';
    expect((await client.listProjects()).projects).toEqual([]);
  });
});
