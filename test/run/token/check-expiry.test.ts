import { describe, expect, it } from 'vitest';
import { watchServices } from '../../../functions/watch-services.ts';
import { hourMs } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
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
