import { describe, expect, it } from 'vitest';
import { watchServices } from '../../../functions/watch-services.ts';
import { hourMs } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import { checkExpiryDaily } from '../../../lib/run/token/check-expiry.ts';
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
  it('looks once an hour', async () => {
    const headroom = await withTokenFor(40);
    const watch = watchServices(headroom.ports);
    await watch({});
    await watch({});
    headroom.pass(hourMs);
    await watch({});
    await watch({});
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
    await watchServices(headroom.ports)({});
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

describe('a run', () => {
  const endsIn = async ({ store, ports }: LocalHeadroom, days: number | null) => {
    const nowMs = ports.clock.now();
    const expiresAt = days === null ? null : new Date(nowMs + days * 24 * hourMs).toISOString();
    await writeObject(store, keys.tokenExpiry, {
      checkedAt: new Date(nowMs).toISOString(),
      expiresAt,
      lifetimeMs: null,
    });
  };

  it('finds that the token ends, whose levels are one episode: daily 14 days before, at once 7 days and 1 day before', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    await headroom.reconcile();
    const news = async (days: number | null) => {
      headroom.pass(24 * hourMs);
      await endsIn(headroom, days);
      headroom.events.length = 0;
      await headroom.reconcile();
      return headroom.events.flatMap(({ type, detail }) =>
        type === 'Notice' ? [detail.subject.split('): ').at(-1)] : [],
      );
    };
    const daily = [expect.stringContaining('1 new, 0 resolved, 1 open')];
    const urgent = [expect.stringMatching(/^token expiring: ends in /)];
    const over = [expect.stringContaining('0 new, 1 resolved, 0 open')];
    const days = [40, 13, 12, 6, 5, 0.9, 0.5, null];
    const heard: unknown[] = [];
    for (const left of days) heard.push(await news(left));
    expect(heard).toEqual([[], daily, [], urgent, [], urgent, [], over]);
  });

  it.each([
    ['of a command looks once a day', 0, [1, 0, 0, 1]],
    ['of a command looks each time while the token ends soon', 27, [1, 1, 1, 1]],
  ] as const)('%s', async (_, days, looks) => {
    const headroom = await withTokenFor(40);
    await headroom.control('advance', { seconds: days * daySeconds });
    const calls: number[] = [];
    for (const hours of [0, 1, 22, 2]) {
      headroom.pass(hours * hourMs);
      const before = listings(headroom);
      await checkExpiryDaily(headroom.ports);
      calls.push(listings(headroom) - before);
    }
    expect(calls).toEqual(looks);
  });
});
