import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../lib/platform/scenario/scenario.ts';
import { enable, pg, served, smallScenario } from '../small-organization.ts';

/** A-50; the scenario starts on a Monday at 08:00, and the weekly window is on Sunday at 03:00. */

const gb = 1024;
const hour = 3600;
const orders = '/v1/project/shop/service/orders';

/** A service with an autoscaler and 4 GB a day of growth on a disk of 100 GB; two growths between two maintenances. */
const growing = async (behaviour: Scenario['behaviour'] = { growthsBetweenMaintenance: 2 }, more = {}) => {
  const scenario = smallScenario([pg('orders', { usedGb: 90, growthGbPerDay: 4, ...more })]);
  const { send, platform } = await served({ scenario: { ...scenario, behaviour } });
  await enable(send, 'orders', '300');
  const service = async () => (await send('GET', orders)).body.service;
  const list = async () => (await send('GET', '/v1/project/shop/service')).body.services[0];
  const diskGb = async () => Math.round((await service()).disk_space_mb / gb);
  const events = async () => (await send('GET', '/v1/project/shop/events')).body.events;
  const start = () => send('PUT', `${orders}/maintenance/start`);
  const untilFull = async () => platform.advance(4 * 24 * hour);
  return { send, platform, service, list, diskGb, events, start, untilFull };
};

describe('growths between two maintenances (pf 2.15; A-50)', () => {
  it('are limited: after them the autoscaler does nothing, however full the disk is', async () => {
    const { diskGb, platform, send } = await growing({ growthsBetweenMaintenance: 1 });
    await platform.advance(30);
    expect(await diskGb()).toBe(109);
    await platform.advance(5 * 24 * hour);
    expect(await diskGb()).toBe(109);
    const { alerts } = (await send('GET', '/v1/project/shop/alerts')).body;
    expect(alerts).toMatchObject([{ event: 'user_alert_resource_usage_disk', severity: 'critical' }]);
  });

  it('are not limited by default, and then no maintenance is pending', async () => {
    const { diskGb, service, platform, events } = await growing({});
    await platform.advance(14 * 24 * hour);
    expect(await diskGb()).toBeGreaterThan(150);
    expect((await service()).maintenance.updates).toEqual([]);
    expect((await events()).filter((one: { event_type: string }) => /maintenance/.test(one.event_type))).toEqual([]);
  });

  it('go on after a maintenance, which rebuilds the service and lets no disk grow', async () => {
    const { diskGb, service, start, untilFull, platform } = await growing();
    await untilFull();
    const stuckGb = await diskGb();
    expect((await start()).status).toBe(200);
    expect((await service()).state).toBe('REBUILDING');
    await platform.advance(599);
    expect([(await service()).state, await diskGb()]).toEqual(['REBUILDING', stuckGb]);
    await platform.advance(31);
    expect((await service()).state).toBe('RUNNING');
    expect(await diskGb()).toBeGreaterThan(stuckGb);
  });

  it('take as long as the behaviour says', async () => {
    const { service, start, platform } = await growing({ maintenanceSeconds: 3 * hour });
    await start();
    await platform.advance(3 * hour - 1);
    expect((await service()).state).toBe('REBUILDING');
    await platform.advance(1);
    expect((await service()).state).toBe('RUNNING');
  });

  it('count additions by hand too, which are refused like those of the autoscaler', async () => {
    const { send, diskGb, start, platform } = await growing({ growthsBetweenMaintenance: 1 }, { usedGb: 50 });
    const put = (sizeGb: number) => send('PUT', orders, { disk_space_mb: sizeGb * gb });
    expect((await put(110)).status).toBe(200);
    const { status, body } = await put(120);
    expect([status, body.errors[0].error_code]).toEqual([409, 'service_maintenance_required']);
    expect((await put(100)).status).toBe(200);
    await platform.advance(300);
    expect((await put(110)).status).toBe(409);
    await start();
    await platform.advance(600);
    expect([(await put(110)).status, await diskGb()]).toEqual([200, 110]);
  });

  it('begin anew with another plan', async () => {
    const { send, diskGb, untilFull, platform } = await growing();
    await untilFull();
    await send('PUT', orders, { plan: 'business-8', maintenance: { dow: 'never' } });
    const movedGb = await diskGb();
    await platform.advance(40 * 24 * hour);
    expect(await diskGb()).toBeGreaterThan(movedGb);
  });
});

describe('a maintenance', () => {
  it('is pending from the first growth, and named in the record and in the list until it starts', async () => {
    const { service, list, platform, start } = await growing();
    expect((await service()).maintenance.updates).toEqual([]);
    expect((await list()).maintenance.updates).toEqual([]);
    await platform.advance(30);
    const update = {
      description: 'Optimize the added storage',
      deadline: null,
      start_after: null,
      start_at: '2026-03-08T03:00:00Z',
      controlled_switchover: null,
    };
    expect((await service()).maintenance.updates).toEqual([update]);
    expect((await list()).maintenance.updates).toEqual([update]);
    await start();
    await platform.advance(600);
    expect((await list()).maintenance.updates).toEqual([]);
  });

  it('of several nodes names the switchover', async () => {
    const { service, platform } = await growing({ growthsBetweenMaintenance: 2 }, { plan: 'business-8', usedGb: 190 });
    await platform.advance(30);
    expect((await service()).maintenance.updates).toMatchObject([
      { controlled_switchover: { state: 'scheduled', scheduled_start_time: '2026-03-08T03:00:00Z' } },
    ]);
  });

  it('starts in the weekly window while one is pending, and at no other time', async () => {
    const { events, platform } = await growing({ growthsBetweenMaintenance: 1 });
    await platform.advance(6 * 24 * hour);
    const types = (await events()).map((one: { event_type: string; time: string }) => [one.event_type, one.time]);
    expect(types.filter(([type]: [string]) => type.startsWith('service_maintenance'))).toEqual([
      ['service_maintenance_finish', '2026-03-08T03:10:00Z'],
      ['service_maintenance_start', '2026-03-08T03:00:00Z'],
    ]);
  });

  it('does not start by itself without a window', async () => {
    const { send, service, diskGb, platform } = await growing({ growthsBetweenMaintenance: 1 });
    await send('PUT', orders, { maintenance: { dow: 'never' } });
    await platform.advance(30 * 24 * hour);
    expect(await diskGb()).toBe(109);
    expect((await service()).maintenance.updates).toMatchObject([{ start_at: null }]);
  });

  it('is an event with the caller or the platform as its actor', async () => {
    const { events, start, platform } = await growing();
    await start();
    await platform.advance(600);
    const [finished, started] = (await events()).filter((one: { event_type: string }) =>
      one.event_type.startsWith('service_maintenance'),
    );
    expect(started).toMatchObject({ actor: 'operator', event_desc: "Maintenance of 'orders' started" });
    expect(finished).toMatchObject({ actor: 'Platform Automation', event_desc: "Maintenance of 'orders' finished" });
  });

  it('is refused for an unknown service, and for one that is off or already being rebuilt', async () => {
    const { send, start } = await growing();
    expect((await send('PUT', '/v1/project/shop/service/none/maintenance/start')).status).toBe(404);
    await start();
    expect((await start()).status).toBe(409);
    await send('PUT', orders, { powered: false });
    expect((await start()).body.errors[0].error_code).toBe('not_powered');
  });

  it('ends without effect when the service is switched off', async () => {
    const { send, service, start, untilFull, platform } = await growing();
    await untilFull();
    await start();
    await send('PUT', orders, { powered: false });
    await platform.advance(600);
    expect(await service()).toMatchObject({ state: 'POWEROFF', maintenance: { updates: [{}] } });
  });

  it('gives the same state in one step of time as in many', async () => {
    const stateAfter = async (...steps: readonly number[]) => {
      const { platform, start } = await growing();
      await platform.advance(60);
      await start();
      for (const seconds of steps) await platform.advance(seconds);
      return platform.state();
    };
    const days = 15 * 24 * hour;
    const toWindow = 5 * 24 * hour + 19 * hour - 60;
    expect(await stateAfter(599, 1, toWindow - 600, 600, days - toWindow - 600)).toEqual(await stateAfter(days));
  });
});
