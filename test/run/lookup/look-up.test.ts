import { describe, expect, it } from 'vitest';
import {
  OutOfTime,
  PlatformForbidden,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  StoreUnavailable,
} from '../../../lib/contract/errors.ts';
import { dayMs, hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import type { Lookup } from '../../../lib/core/plan/lookups.ts';
import { lookUp } from '../../../lib/run/lookup/look-up.ts';
import { eventLogs, noteDoneLookups, openLookups, storeLookups } from '../../../lib/run/lookup/run-lookups.ts';
import { readAnswer } from '../../../lib/run/lookup/stored-answer.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { askedPlatform, call, start } from './asked-platform.ts';

const runId = 'run-1';
const sizeOf = (plan: string): Lookup => ({ kind: 'plan-disk', project: 'a', serviceType: 'pg', plan });
const price: Lookup = { kind: 'price', project: 'a', serviceType: 'pg', plan: 'p1', cloud: 'aws-eu-west-1' };
const eventsOf = (project: string): Lookup => ({ kind: 'events', project });
const sizes = ['p1', 'p2', 'p3', 'p4', 'p5'].map(sizeOf);
const priceKey = keys.price('pg', 'p1', 'aws-eu-west-1');

/** Asks these lookups; answers how many stayed without an answer, and which the run need not ask again. */
const ask = async ({ ports }: Pick<ReturnType<typeof askedPlatform>, 'ports'>, lookups: readonly Lookup[]) => {
  const asked: Lookup[] = [];
  const failure = await lookUp(ports, runId, lookups, (lookup) => asked.push(lookup)).then(
    (unanswered) => ({ unanswered }),
    (error: Error) => ({ error }),
  );
  return { asked, ...failure };
};

describe('asking the platform', () => {
  it('stores each answer where the plan looks for it', async () => {
    const event = {
      id: '1',
      time: '2026-03-02T07:00:00Z',
      type: 'update',
      service: 'orders',
      actor: 'jo',
      description: '',
    };
    const asking = askedPlatform({ listEvents: async () => [event] });
    const lookups = [sizeOf('p1'), price, eventsOf('a')];
    expect(await ask(asking, lookups)).toEqual({ asked: lookups, unanswered: 0 });
    const askedAt = new Date(start).toISOString();
    const size = { diskMb: 81_920, capMb: 409_600 };
    expect(await readAnswer(asking.store, keys.planDisk('pg', 'p1'))).toEqual({ askedAt, answer: size });
    expect(await readAnswer(asking.store, priceKey)).toEqual({ askedAt, answer: '0.15' });
    expect((await eventLogs(asking.store, runId)).a).toEqual([event]);
    expect(asking.calls).toEqual(['plan a pg p1', 'price a pg p1 aws-eu-west-1', 'events a']);
  });

  it('does not ask again what another run has asked meanwhile', async () => {
    const asking = askedPlatform();
    await ask(asking, [sizeOf('p1'), price]);
    asking.pass(hourMs);
    const again = await ask(asking, [sizeOf('p1'), price]);
    expect(again).toEqual({ asked: [sizeOf('p1'), price], unanswered: 0 });
    expect(asking.calls).toHaveLength(2);
  });

  it('keeps the old answer where the platform gives no new one', async () => {
    const store = createMemoryStore();
    await ask(askedPlatform({}, store), [price]);
    const away = askedPlatform({ additionalGbPrice: () => Promise.reject(new PlatformUnavailable('', call)) }, store);
    away.pass(2 * dayMs);
    expect(await ask(away, [price])).toEqual({ asked: [price], unanswered: 1 });
    expect(away.calls).toHaveLength(1);
    expect(await readAnswer(store, priceKey)).toEqual({ askedAt: new Date(start).toISOString(), answer: '0.15' });
  });

  it('believes that a price has ended only when a run half an hour later hears it again', async () => {
    const store = createMemoryStore();
    await ask(askedPlatform({}, store), [price]);
    const denying = askedPlatform({ additionalGbPrice: async () => undefined }, store);
    denying.pass(dayMs);
    await ask(denying, [price]);
    expect(await readAnswer(store, priceKey)).toMatchObject({ answer: '0.15' });
    denying.pass(30 * minuteMs);
    await ask(denying, [price]);
    expect(await readAnswer(store, priceKey)).toMatchObject({ answer: null });
  });

  it('goes on with the other projects where one refuses', async () => {
    const asking = askedPlatform({
      listEvents: async (project) => {
        if (project === 'a') throw new PlatformForbidden('no', call);
        return [];
      },
    });
    const lookups = [eventsOf('a'), eventsOf('b'), price];
    expect(await ask(asking, lookups)).toEqual({ asked: lookups, unanswered: 1 });
    expect((await eventLogs(asking.store, runId)).a).toBeUndefined();
    expect((await eventLogs(asking.store, runId)).b).toEqual([]);
    expect(await readAnswer(asking.store, priceKey)).toMatchObject({ answer: '0.15' });
  });

  it.each([PlatformUnavailable, PlatformThrottled])(
    'gives up after three answers of $name in a row',
    async (Silence) => {
      const asking = askedPlatform({ planSpecification: () => Promise.reject(new Silence('', call)) });
      expect(await ask(asking, [...sizes, price])).toEqual({ asked: [...sizes, price], unanswered: 6 });
      expect(asking.calls).toHaveLength(3);
    },
  );

  it('counts a refusal as an answer, so the platform is not away', async () => {
    let calls = 0;
    const asking = askedPlatform({
      planSpecification: () => {
        calls += 1;
        return Promise.reject(calls === 3 ? new PlatformForbidden('no', call) : new PlatformUnavailable('', call));
      },
    });
    expect(await ask(asking, sizes)).toMatchObject({ unanswered: 5 });
    expect(calls).toBe(5);
  });

  it('hands back at its deadline what is left, and the next attempt asks only that', async () => {
    const store = createMemoryStore();
    const late = askedPlatform(
      {
        planSpecification: async (_project, _type, plan) => {
          if (plan === 'p3') throw new OutOfTime('no time', '2026-03-02T08:14:00Z');
          return undefined;
        },
      },
      store,
    );
    await storeLookups(store, runId, sizes);
    const { asked, ...ended } = await ask(late, sizes);
    expect(ended).toMatchObject({ error: { goOnAt: '2026-03-02T08:14:00Z' } });
    expect(asked).toEqual(sizes.slice(0, 2));
    await noteDoneLookups(store, runId, asked);
    const next = askedPlatform({}, store);
    await ask(next, await openLookups(store, runId));
    expect(next.calls).toEqual(['plan a pg p3', 'plan a pg p4', 'plan a pg p5']);
  });

  it('ends where the platform rejects the token, because no other lookup would fare better', async () => {
    const asking = askedPlatform({ planSpecification: () => Promise.reject(new PlatformUnauthorized('', call)) });
    const ended = await ask(asking, sizes);
    expect(ended).toMatchObject({ asked: [], error: expect.any(PlatformUnauthorized) });
    expect(asking.calls).toHaveLength(1);
  });

  it('ends where an answer cannot be stored', async () => {
    const put = () => Promise.reject(new StoreUnavailable('the disk is full'));
    const asking = askedPlatform({}, { ...createMemoryStore(), put });
    expect(await ask(asking, sizes)).toMatchObject({ asked: [], error: expect.any(StoreUnavailable) });
  });
});
