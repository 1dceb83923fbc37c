import { describe, expect, it } from 'vitest';
import { enable, pg, served, smallScenario } from '../small-organization.ts';

const gb = 1024;
const orders = '/v1/project/shop/service/orders';

/** A service with 30 GB of added storage, and 80 GB of data by default. */
const withAdded = async (more: Parameters<typeof pg>[1] = {}) => {
  const { send, platform } = await served({
    scenario: smallScenario([pg('orders', { diskGb: 130, usedGb: 80, ...more })]),
  });
  const put = (body: object) => send('PUT', orders, body);
  const service = async () => (await send('GET', orders)).body.service;
  const lastEvent = async () => (await send('GET', '/v1/project/shop/events?limit=1')).body.events[0];
  return { send, platform, put, service, lastEvent };
};

describe('the removal of added storage by a person (pf 2.15; A-49)', () => {
  it('takes effect with a rolling restart, after which the service runs again', async () => {
    const { put, service, platform } = await withAdded();
    const { status, body } = await put({ disk_space_mb: 100 * gb });
    expect([status, body.service]).toMatchObject([200, { disk_space_mb: 100 * gb, state: 'REBUILDING' }]);
    await platform.advance(299);
    expect((await service()).state).toBe('REBUILDING');
    await platform.advance(1);
    expect(await service()).toMatchObject({ disk_space_mb: 100 * gb, state: 'RUNNING' });
  });

  it('is an event with both sizes and the person', async () => {
    const { put, lastEvent } = await withAdded();
    await put({ disk_space_mb: 110 * gb });
    expect(await lastEvent()).toMatchObject({
      actor: 'operator',
      event_type: 'service_update',
      event_desc: "Disk space of 'orders' decreased from 130 GB to 110 GB",
    });
  });

  it('is refused below the own disk of the plan, and where the data would not fit', async () => {
    const { put, service } = await withAdded({ usedGb: 115 });
    const [below, tight] = [await put({ disk_space_mb: 90 * gb }), await put({ disk_space_mb: 110 * gb })];
    expect([below.status, tight.status, tight.body.message]).toEqual([
      400,
      400,
      `A disk of ${110 * gb} MB cannot hold the ${115 * gb} MB that service 'orders' uses`,
    ]);
    expect(await service()).toMatchObject({ disk_space_mb: 130 * gb, state: 'RUNNING' });
    expect((await put({ disk_space_mb: 120 * gb })).status).toBe(200);
  });

  it('is refused, like an addition, while the service is rebuilt', async () => {
    const { put, platform } = await withAdded();
    await put({ disk_space_mb: 120 * gb });
    const [again, more] = [await put({ disk_space_mb: 110 * gb }), await put({ disk_space_mb: 140 * gb })];
    expect([again.status, again.body.message, more.status]).toEqual([
      409,
      "The storage of service 'orders' can change only in state RUNNING; its state is REBUILDING",
      409,
    ]);
    await platform.advance(300);
    expect((await put({ disk_space_mb: 110 * gb })).status).toBe(200);
  });

  it('holds the autoscaler back until the service runs again', async () => {
    const { send, put, service, platform } = await withAdded({ usedGb: 95 });
    await enable(send, 'orders', '50');
    await put({ disk_space_mb: 100 * gb });
    await platform.advance(299);
    expect((await service()).disk_space_mb).toBe(100 * gb);
    await platform.advance(31);
    expect((await service()).disk_space_mb).toBeGreaterThan(100 * gb);
  });

  it('gives the same state in one step of time as in many', async () => {
    const stateAfter = async (...steps: readonly number[]) => {
      const { send, put, platform } = await withAdded({ growthGbPerDay: 40 });
      await enable(send, 'orders', '50');
      await put({ disk_space_mb: 100 * gb });
      for (const seconds of steps) await platform.advance(seconds);
      return platform.state();
    };
    expect(await stateAfter(10, 200, 90, 1, 86_099)).toEqual(await stateAfter(86_400));
  });
});

describe('a change of the plan (pf 2.15; A-10)', () => {
  it('needs a disk of 125 % of the used space, additional storage included', async () => {
    const refused = await withAdded({ plan: 'business-8', diskGb: 200, usedGb: 80.1 });
    expect((await refused.put({ plan: 'startup-4' })).body.message).toBe(
      `A change to plan startup-4 needs a disk of at least ${Math.ceil(82_022 * 1.25)} MB, 125 % of the 82022 MB that service 'orders' uses; it would have ${100 * gb} MB`,
    );
    expect((await refused.service()).plan).toBe('business-8');
    const accepted = await withAdded({ plan: 'business-8', diskGb: 200, usedGb: 80 });
    expect((await accepted.put({ plan: 'startup-4' })).status).toBe(200);
    expect((await refused.put({ plan: 'startup-4', disk_space_mb: 110 * gb })).status).toBe(200);
  });
});
