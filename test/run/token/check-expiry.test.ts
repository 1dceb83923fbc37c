import { describe, expect, it, onTestFinished } from 'vitest';
import { watchServices } from '../../../functions/watch-services.ts';
import { createPlatformClient } from '../../../lib/client/platform-client.ts';
import { createMemoryLedger } from '../../../lib/client/transport/memory-ledger.ts';
import { limiterOn } from '../../../lib/client/transport/rate-limiter.ts';
import { SecretUnavailable } from '../../../lib/contract/errors.ts';
import { hourMs } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import type { TokenExpiry } from '../../../lib/run/store/schemas/memory.ts';
import { checkExpiry } from '../../../lib/run/token/check-expiry.ts';
import { type LocalHeadroom, startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

const token = 'canary-5d20-token-of-a-person';
const daySeconds = 86_400;

/** A Headroom whose token ends this many days after the start of the platform's clock, which is not ours. */
const withTokenFor = (endsAfterDays: number | undefined) => {
  const scenario = even(1, 1);
  const expires =
    endsAfterDays === undefined
      ? {}
      : { expires: new Date(Date.parse(scenario.startTime) + endsAfterDays * daySeconds * 1000).toISOString() };
  const tokens = [{ name: 'operator', token, roles: { '*': 'operator' as const }, ...expires }];
  return startHeadroom({ ...scenario, tokens }, enableAll(200), token);
};

const noted = ({ store }: LocalHeadroom) => readObject<{ expiresAt: string | null }>(store, keys.tokenExpiry);
const listings = ({ platform }: LocalHeadroom) => platform.requests().operations.AccessTokenList ?? 0;

describe('the hourly check of several tokens', () => {
  const second = 'canary-7711-token-of-another-user';
  const users = [
    { name: 'first', token, roles: { '*': 'operator' as const } },
    {
      name: 'second',
      token: second,
      roles: { '*': 'operator' as const },
      expires: new Date(Date.parse(even(1, 1).startTime) + 10 * daySeconds * 1000).toISOString(),
    },
  ];
  const held = { second: second as string | undefined };
  /** The ports with a client that has both tokens, one ledger for each. */
  const portsWithTwo = async () => {
    const headroom = await startHeadroom({ ...even(1, 1), tokens: users }, enableAll(200), token);
    const { clock } = headroom.ports;
    const sleep = async () => undefined;
    const secrets = [
      { token: async () => token },
      {
        token: async () => {
          if (held.second === undefined) throw new SecretUnavailable('the secret 2 contains no token yet');
          return held.second;
        },
      },
    ];
    const platform = createPlatformClient({
      baseUrl: headroom.platform.url,
      organization: headroom.platform.organization,
      secrets,
      rateLimiter: limiterOn({
        ledgers: secrets.map(() => createMemoryLedger({ callsPerMinute: 1_000, clock })),
        clock,
        sleep,
      }),
      clock,
      sleep,
      random: () => 0,
      version: 'test',
    });
    onTestFinished(() => platform.close());
    return { headroom, ports: { ...headroom.ports, platform } };
  };

  it('says that one of them ends soon, and notes the end of each', async () => {
    held.second = second;
    const { headroom, ports } = await portsWithTwo();
    expect(await checkExpiry(ports)).toBe(false);
    await headroom.control('advance', { seconds: 6 * daySeconds });
    expect(await checkExpiry(ports)).toBe(true);
    const note = await readObject<TokenExpiry>(headroom.store, keys.tokenExpiry);
    expect(note).toMatchObject({ expiresAt: null, others: [{ expiresAt: expect.stringContaining('T') }] });
  });

  it.each([
    ['missing', undefined],
    ['refused by the platform', 'canary-token-that-was-revoked'],
  ])('says that one of them is %s while the other goes on', async (_, stored) => {
    held.second = stored;
    const { headroom, ports } = await portsWithTwo();
    expect(await checkExpiry(ports)).toBe(true);
    const note = await readObject<TokenExpiry>(headroom.store, keys.tokenExpiry);
    expect(note).toMatchObject({ expiresAt: null, others: [{ expiresAt: null, unusable: true }] });
    expect(note).not.toHaveProperty('unusable');
    expect(await watchServices(ports)({})).toMatchObject({ projects: 1, unreadable: 0 });
  });
});

describe('the hourly check of the token', () => {
  it('is silent while the token lasts, and says once an hour that it ends soon, by the clock of the platform', async () => {
    const headroom = await withTokenFor(40);
    const watch = watchServices(headroom.ports);
    expect(await watch({})).not.toHaveProperty('tokenExpiring');
    await headroom.control('advance', { seconds: 27 * daySeconds });
    expect(await watch({})).not.toHaveProperty('tokenExpiring');
    headroom.pass(hourMs);
    expect(await watch({})).toMatchObject({ tokenExpiring: true });
    expect(await watch({})).not.toHaveProperty('tokenExpiring');
    expect(listings(headroom)).toBe(2);
  });

  it('notes the end by our own clock, for people who may not read the token', async () => {
    const headroom = await withTokenFor(40);
    await watchServices(headroom.ports)({});
    const { expiresAt } = (await noted(headroom)) ?? {};
    const leftMs = Date.parse(expiresAt ?? '') - headroom.ports.clock.now();
    expect(Math.round(leftMs / (daySeconds * 1000))).toBe(40);
    expect(JSON.stringify(await noted(headroom))).not.toContain(token.slice(0, 8));
  });

  it('notes that a token never ends', async () => {
    const headroom = await withTokenFor(undefined);
    expect(await watchServices(headroom.ports)({})).not.toHaveProperty('tokenExpiring');
    expect(await noted(headroom)).toMatchObject({ expiresAt: null });
  });

  it('stops nothing else where the owner of the token may not list tokens, and leaves the last note', async () => {
    const headroom = await withTokenFor(40);
    const watch = watchServices(headroom.ports);
    await watch({});
    const before = await noted(headroom);
    await headroom.control('faults', [{ operation: 'AccessTokenList', times: 9, status: 403 }]);
    headroom.pass(hourMs);
    expect(await watch({})).toMatchObject({ projects: 1, unreadable: 0 });
    expect(await noted(headroom)).toEqual(before);
  });
});
