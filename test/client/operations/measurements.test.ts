import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { measurementOperations } from '../../../lib/client/operations/measurements.ts';
import { PlatformError } from '../../../lib/contract/errors.ts';
import { callerOnServer } from '../caller-on-server.ts';
import { errorOf } from '../client-on-server.ts';

const columns = [
  { label: 'time', type: 'date' },
  { label: 'orders-1 (master)', type: 'number' },
  { label: 'orders-2 (standby)', type: 'number' },
];

const answer = (rows: readonly unknown[]) => ({
  json: { metrics: { disk_usage: { data: { cols: columns, rows }, hints: { title: 'x' } }, cpu_usage: { odd: true } } },
});

describe('disk usage (pf 2.7)', () => {
  it('is the busiest node at each moment, without the repeated header row and with months from 0', async () => {
    const { caller, server } = await callerOnServer([
      answer([columns, ['Date(2026,7,20,12,0,30)', 70, 84.2], ['Date(2026,7,20,12,0,0)', 83.9, 10]]),
    ]);
    expect(await measurementOperations(caller).diskUsage('shop', 'orders', 'hour')).toEqual([
      { timeMs: Date.UTC(2026, 7, 20, 12, 0, 0), percent: 83.9 },
      { timeMs: Date.UTC(2026, 7, 20, 12, 0, 30), percent: 84.2 },
    ]);
    expect(server.lines()).toEqual(['POST /v1/project/shop/service/orders/metrics']);
    expect(server.received[0]?.body).toEqual({ period: 'hour' });
  });

  it('reads every form of time as UTC, in whatever zone this machine is', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => void vi.unstubAllEnvs());
    const times = [
      'Date(2026,6,22)',
      'Date(2026, 6, 22, 1)',
      'Date(2026,6,22,1,2,3,4)',
      '2026-07-22T05:00:00Z',
      '2026-07-22T05:00:00.5',
      '2026-07-22T08:00:00+02:00',
      '2026-07-22 07:00:00',
      '2026-07-23',
    ];
    const { caller } = await callerOnServer([answer(times.map((time) => [time, 1]))]);
    expect(
      (await measurementOperations(caller).diskUsage('shop', 'orders', 'day')).map(({ timeMs }) =>
        new Date(timeMs).toISOString(),
      ),
    ).toEqual([
      '2026-07-22T00:00:00.000Z',
      '2026-07-22T01:00:00.000Z',
      '2026-07-22T01:02:03.004Z',
      '2026-07-22T05:00:00.000Z',
      '2026-07-22T05:00:00.500Z',
      '2026-07-22T06:00:00.000Z',
      '2026-07-22T07:00:00.000Z',
      '2026-07-23T00:00:00.000Z',
    ]);
  });

  it('passes over rows that are none, and nodes without a number', async () => {
    const { caller } = await callerOnServer([
      answer([
        ['Date(2026,0,1,0,0,0)', null, 5],
        ['Date(2026,0,1,0,1,0)', null, 'NaN'],
        ['yesterday', 1, 2],
        [null, 1, 2],
        [],
        ['2026-99-99', 1],
      ]),
    ]);
    expect(await measurementOperations(caller).diskUsage('shop', 'orders', 'week')).toEqual([
      { timeMs: Date.UTC(2026, 0, 1), percent: 5 },
    ]);
  });

  it('is empty where the platform has none, and an error where the answer is another thing', async () => {
    const { caller } = await callerOnServer([{ json: { metrics: {} } }, { json: { metrics: 3 } }]);
    expect(await measurementOperations(caller).diskUsage('shop', 'orders', 'hour')).toEqual([]);
    expect((await errorOf(measurementOperations(caller).diskUsage('shop', 'orders', 'hour'))).name).toBe(
      'PlatformAnswerInvalid',
    );
  });

  it('is asked for again after a lost answer: it changes nothing', async () => {
    const { caller } = await callerOnServer(['drop', answer([['Date(2026,0,1)', 5]])]);
    expect(await measurementOperations(caller).diskUsage('shop', 'orders', 'year')).toHaveLength(1);
  });
});

describe('disk alerts (pf 2.6)', () => {
  const alert = { event: 'user_alert_resource_usage_disk', severity: 'warning', service_name: 'orders' };

  it('are read beside others that cannot be read', async () => {
    const { caller } = await callerOnServer([{ json: { alerts: [{ ...alert, event: 7 }, null, alert] } }]);
    const found = await measurementOperations(caller).listDiskAlerts('shop');
    expect(found).toEqual([{ service: 'orders', isCritical: false, since: null }]);
  });

  it('are unknown where none can be read: no alert would say that every disk has room', async () => {
    const { caller } = await callerOnServer([
      { json: { alerts: [{ alert_type: alert.event }] } },
      { json: { alerts: [] } },
    ]);
    const error = await errorOf(measurementOperations(caller).listDiskAlerts('shop'));
    expect(error).toMatchObject({ name: 'PlatformAnswerInvalid' });
    expect(error).toBeInstanceOf(PlatformError);
    expect(await measurementOperations(caller).listDiskAlerts('shop')).toEqual([]);
  });
});
