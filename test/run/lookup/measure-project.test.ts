import { describe, expect, it } from 'vitest';
import { OutOfTime, PlatformUnauthorized } from '../../../lib/contract/errors.ts';
import type { ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import type { Lookup } from '../../../lib/core/plan/lookups.ts';
import type { Store } from '../../../lib/ports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { updateObject } from '../../../lib/run/store/objects.ts';
import { call } from './asked-platform.ts';
import { aHistory, days, diskMb, measured, reading, storeOf, today, type Usage, usageOf } from './measured.ts';

describe('the measured services of a project', () => {
  it('are written together once, also where the deadline ends the asking, and the next attempt asks for the rest', async () => {
    const store = await storeOf(...['a', 'b', 'c'].map((name) => aHistory(name)));
    const written: string[] = [];
    const put: Store['put'] = (key, ...rest) => {
      written.push(key);
      return store.put(key, ...rest);
    };
    const lookups = ['a', 'b', 'c'].map((name) => usageOf(name));
    const late: Usage = async (_project, service) => {
      if (service === 'c') throw new OutOfTime('no time', '2026-03-02T08:14:00Z');
      return [reading(50)];
    };
    const first = await measured({ ...store, put }, late, lookups);
    expect(first).toMatchObject({ ended: { goOnAt: '2026-03-02T08:14:00Z' } });
    expect(first.asked).toEqual(['disk usage of shop/a', 'disk usage of shop/b']);
    expect(written).toEqual([keys.projectRecord('shop')]);
    const next = await measured({ ...store, put }, async () => [reading(50)], lookups);
    expect(next.ended).toBe(0);
    expect(next.calls).toEqual(['usage shop c year', 'usage shop c month']);
    expect(written).toHaveLength(2);
    for (const name of ['a', 'b', 'c']) expect(next.of(name)?.used).toEqual([[today, diskMb / 2]]);
  });

  it('keep what another run notes in the history meanwhile', async () => {
    const store = await storeOf(aHistory('orders'), aHistory('carts'));
    const usage: Usage = async (_project, _service, period) => {
      if (period === 'month') {
        await updateObject<ProjectHistory>(store, keys.history('shop'), (history) => ({
          days,
          services: [...(history?.services ?? []), aHistory('new')],
        }));
      }
      return [reading(50)];
    };
    const { of } = await measured(store, usage, [usageOf('orders')]);
    expect(of('orders')?.used).toEqual([[today, diskMb / 2]]);
    expect([of('carts'), of('new')]).toEqual([aHistory('carts'), aHistory('new')]);
  });

  it('bring no history back that was deleted meanwhile', async () => {
    const store = await storeOf(aHistory('orders'));
    const usage: Usage = async () => {
      await store.delete(keys.projectRecord('shop'));
      return [reading(50)];
    };
    const put = () => Promise.reject(new Error('nothing is to be written'));
    const { ended } = await measured({ ...store, put }, usage, [usageOf('orders')]);
    expect(ended).toBe(0);
  });

  it('do not suffer from another project whose history is damaged', async () => {
    const store = await storeOf(aHistory('orders'));
    await store.put(keys.projectRecord('bad'), '{"days":"none"');
    const { ended, of, asked } = await measured(store, async () => [reading(50)], [
      usageOf('orders', 'bad'),
      usageOf('orders'),
    ]);
    expect(ended).toBe(0);
    expect(asked).toEqual(['disk usage of bad/orders', 'disk usage of shop/orders']);
    expect(of('orders')?.used).toEqual([[today, diskMb / 2]]);
  });

  it('are stored also where the platform then rejects the token', async () => {
    const store = await storeOf(aHistory('orders'), aHistory('carts'), aHistory('users'));
    const usage: Usage = async (_project, service) => {
      if (service === 'carts') throw new PlatformUnauthorized('', call);
      return [reading(50)];
    };
    const { ended, of, asked } = await measured(
      store,
      usage,
      ['orders', 'carts', 'users'].map((one) => usageOf(one)),
    );
    expect(ended).toBeInstanceOf(PlatformUnauthorized);
    expect(asked).toEqual(['disk usage of shop/orders']);
    expect(of('orders')?.measuredDay).toBe(today);
    expect([of('carts'), of('users')]).toEqual([aHistory('carts'), aHistory('users')]);
  });

  it('come after all other lookups', async () => {
    const events: Lookup = { kind: 'events', project: 'shop' };
    const store = await storeOf(aHistory('orders', { measuredDay: today - 1 }));
    const { calls } = await measured(store, async () => [], [usageOf('orders'), events]);
    expect(calls).toEqual(['events shop', 'usage shop orders month']);
  });
});
