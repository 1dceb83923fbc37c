import { describe, expect, it, test } from 'vitest';
import { enable, pg, type Send, served, smallScenario } from '../small-organization.ts';

/** pf 2.7, 2.6 */

const metrics = async (send: Send, service: string, body: object = {}) =>
  (await send('POST', `/v1/project/shop/service/${service}/metrics`, body)).body.metrics;

describe('metrics', () => {
  it('come as charts whose first row repeats the columns, with months from 0 (pf 2.7)', async () => {
    const { send, platform } = await served({ scenario: smallScenario([pg('orders', { usedGb: 50 })]) });
    await platform.advance(30);
    const all = await metrics(send, 'orders');
    expect(Object.keys(all)).toEqual(['disk_usage']);
    const cols = [
      { label: 'time', type: 'date' },
      { label: 'orders-1 (master)', type: 'number' },
    ];
    expect(all.disk_usage).toEqual({
      data: { cols, rows: [cols, ['Date(2026,2,2,8,0,0)', 50], ['Date(2026,2,2,8,0,30)', 50]] },
      hints: { title: 'Disk space usage %' },
    });
  });

  it('have a column for each node', async () => {
    const { send } = await served({ scenario: smallScenario([pg('orders', { plan: 'business-8', usedGb: 20 })]) });
    const { cols, rows } = (await metrics(send, 'orders')).disk_usage.data;
    expect(cols.map(({ label }: { label: string }) => label)).toEqual([
      'time',
      'orders-1 (master)',
      'orders-2 (standby)',
    ]);
    expect(rows[1]).toEqual(['Date(2026,2,2,8,0,0)', 10, 10]);
  });

  test.each([
    ['hour', 120, 30],
    ['day', 288, 300],
    ['week', 336, 1800],
    ['month', 240, 10_800],
    ['year', 365, 86_400],
  ])('of a %s are %i points, one every %i seconds (pf 2.7)', async (period, points, seconds) => {
    const { send, platform } = await served();
    await platform.advance(400 * 86_400);
    const { rows } = (await metrics(send, 'orders', { period })).disk_usage.data;
    const times = rows.slice(1).map(([time]: [string]) => {
      const [year = 0, ...rest] = (time.match(/\d+/g) ?? []).map(Number);
      return Date.UTC(year, ...(rest as [number, number, number, number, number]));
    });
    expect(times).toHaveLength(points);
    expect(
      times.every((time: number, index: number) => index === 0 || time - times[index - 1] === seconds * 1000),
    ).toBe(true);
    expect(times.at(-1)).toBe(platform.now().getTime() - (platform.now().getTime() % (seconds * 1000)));
  });

  it('show growth and the larger disk at the very moments', async () => {
    const { send, platform } = await served({
      scenario: smallScenario([pg('orders', { usedGb: 84.9, growthGbPerDay: 24 })]),
    });
    await enable(send, 'orders', '100');
    await platform.advance(600);
    const shares = (await metrics(send, 'orders')).disk_usage.data.rows.slice(1).map((row: number[]) => row[1]);
    const grownAt = shares.findIndex((share: number, index: number) => share < shares[index - 1]);
    expect(shares[0]).toBe(84.9004);
    expect(shares[grownAt - 1]).toBeLessThan(85.1);
    expect(shares[grownAt]).toBeCloseTo((85.0 * 100) / 108.5, 0);
  });

  it('have no rows from before the service was there', async () => {
    const { send, platform } = await served();
    await platform.advance(7 * 86_400);
    await send('POST', '/v1/project/shop/service', { service_name: 'fresh', service_type: 'pg', plan: 'startup-4' });
    await platform.advance(60);
    expect((await metrics(send, 'fresh', { period: 'year' })).disk_usage.data.rows).toHaveLength(1);
    expect((await metrics(send, 'fresh')).disk_usage.data.rows).toHaveLength(1 + 3);
  });

  it('may be read by who may only read, and count as a read', async () => {
    const { send, platform } = await served();
    const reader = { authorization: 'Bearer token-of-the-reader' };
    const path = '/v1/project/shop/service/orders/metrics';
    expect((await send('POST', path, { period: 'day', kafka_topic_name: 'x' }, reader)).status).toBe(200);
    expect(platform.requests()).toMatchObject({ operations: { ServiceMetricsFetch: 1 }, reads: 1, writes: 0 });
    expect((await send('POST', path, { period: 'decade' })).status).toBe(400);
    expect((await send('POST', '/v1/project/shop/service/none/metrics', {})).status).toBe(404);
  });
});

describe('alerts', () => {
  it('stand from 90 % of the disk on, and say since when (pf 2.6)', async () => {
    const services = [
      pg('orders', { usedGb: 80, growthGbPerDay: 10 }),
      pg('full', { usedGb: 97 }),
      pg('half', { usedGb: 50 }),
    ];
    const { send, platform } = await served({ scenario: smallScenario(services) });
    const alerts = async (path: string) => (await send('GET', `/v1/project/shop/${path}`)).body.alerts;
    expect(await alerts('service/orders/alerts')).toEqual([]);
    await platform.advance(86_400 + 60);
    expect(await alerts('service/orders/alerts')).toEqual([
      {
        create_time: '2026-03-03T08:00:00Z',
        event: 'user_alert_resource_usage_disk',
        severity: 'warning',
        project_name: 'shop',
        service_name: 'orders',
        service_type: 'pg',
        node_name: 'orders-1',
      },
    ]);
    expect(await alerts('alerts')).toMatchObject([
      { service_name: 'orders' },
      { service_name: 'full', severity: 'critical', create_time: '2026-03-02T08:00:00Z' },
    ]);
    await send('PUT', '/v1/project/shop/service/full', { powered: false });
    expect(await alerts('service/full/alerts')).toEqual([]);
  });
});
