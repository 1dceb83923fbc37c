import { describe, expect, it } from 'vitest';
import { PlatformForbidden, PlatformUnauthorized, PlatformUnavailable } from '../../../lib/contract/errors.ts';
import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { usedPercentNow } from '../../../lib/run/lookup/look-up.ts';
import { askedPlatform, call, start } from './asked-platform.ts';
import { aHistory, diskMb, measured, reading, storeOf, today, type Usage, usageOf } from './measured.ts';

describe('measuring the disk usage of a service', () => {
  it('reads a year and a month the first time, later a month only', async () => {
    const store = await storeOf(aHistory('orders'), aHistory('carts', { measuredDay: today - 1 }));
    const { ended, calls } = await measured(store, async () => [reading(50)], [usageOf('orders'), usageOf('carts')]);
    expect(ended).toBe(0);
    expect(calls).toEqual(['usage shop orders year', 'usage shop orders month', 'usage shop carts month']);
  });

  it('stores the last reading of each day, whichever period it came with', async () => {
    const store = await storeOf(aHistory('orders'));
    const usage: Usage = async (_project, _service, period) =>
      period === 'year' ? [reading(40, dayMs), reading(60)] : [reading(30, dayMs + hourMs), reading(50, hourMs)];
    const { of } = await measured(store, usage, [usageOf('orders')]);
    expect(of('orders')?.used).toEqual([
      [today - 1, (diskMb * 40) / 100],
      [today, (diskMb * 60) / 100],
    ]);
    expect(of('orders')?.measuredDay).toBe(today);
  });

  it('dates readings by their age, because the clock of the platform may differ', async () => {
    const store = await storeOf(aHistory('orders'));
    const ahead = 3 * dayMs;
    const ofPlatform = () => new Date(start + ahead).toISOString();
    const { of } = await measured(store, async () => [reading(50, -ahead)], [usageOf('orders')], ofPlatform);
    expect(of('orders')?.used).toEqual([[today, diskMb / 2]]);
  });

  it('takes the times of readings as they are where the platform gives no time', async () => {
    const { of } = await measured(
      await storeOf(aHistory('orders')),
      async () => [reading(50)],
      [usageOf('orders')],
      () => null,
    );
    expect(of('orders')?.used).toEqual([[today, diskMb / 2]]);
  });

  it('is recorded also without readings, so that the service does not displace others all day', async () => {
    const store = await storeOf(aHistory('orders'));
    const { ended, of } = await measured(store, async () => [], [usageOf('orders')]);
    expect(ended).toBe(0);
    expect(of('orders')).toEqual(aHistory('orders', { measuredDay: today }));
  });

  it('is recorded also where the platform refuses it, and the refusal counts', async () => {
    const store = await storeOf(aHistory('orders'));
    const refuse: Usage = () => Promise.reject(new PlatformForbidden('no', call));
    const { ended, of, asked } = await measured(store, refuse, [usageOf('orders')]);
    expect([ended, asked]).toEqual([1, ['disk usage of shop/orders']]);
    expect(of('orders')?.measuredDay).toBe(today);
  });

  it('keeps what one period gave where the other fails', async () => {
    const store = await storeOf(aHistory('orders'));
    const usage: Usage = async (_project, _service, period) => {
      if (period === 'year') throw new PlatformUnavailable('', call);
      return [reading(50)];
    };
    const { ended, of } = await measured(store, usage, [usageOf('orders')]);
    expect(ended).toBe(1);
    expect(of('orders')?.used).toEqual([[today, diskMb / 2]]);
  });

  it('is not repeated if another run has measured it today', async () => {
    const store = await storeOf(aHistory('orders', { measuredDay: today }));
    const put = () => Promise.reject(new Error('nothing is to be written'));
    const { ended, asked, calls } = await measured({ ...store, put }, async () => [], [usageOf('orders')]);
    expect([ended, asked, calls]).toEqual([0, ['disk usage of shop/orders'], []]);
  });

  it('is left out for a service without a history, and for a project without one', async () => {
    const lookups = [usageOf('unlisted'), usageOf('orders', 'unlisted')];
    const { ended, asked, calls } = await measured(await storeOf(), async () => [], lookups);
    expect([ended, calls]).toEqual([0, []]);
    expect(asked).toHaveLength(2);
  });
});

describe('the present disk usage of a service', () => {
  const now = (diskUsage: Usage) => usedPercentNow(askedPlatform({ diskUsage }).ports.platform, 'shop', 'orders');

  it('is the newest reading of the last hour', async () => {
    const periods: string[] = [];
    const usage: Usage = async (_project, _service, period) => {
      periods.push(period);
      return [reading(30, hourMs), reading(40, hourMs / 2), reading(50)];
    };
    expect(await now(usage)).toBe(50);
    expect(periods).toEqual(['hour']);
  });

  it('is unknown without readings, and where the platform refuses them', async () => {
    expect(await now(async () => [])).toBeNull();
    expect(await now(() => Promise.reject(new PlatformForbidden('no', call)))).toBeNull();
  });

  it('is an error where the platform rejects the token', async () => {
    await expect(now(() => Promise.reject(new PlatformUnauthorized('', call)))).rejects.toThrow(PlatformUnauthorized);
  });
});
