import { describe, expect, it } from 'vitest';
import { served } from '../small-organization.ts';

describe('plans and prices', () => {
  it('tell disk, cap and step of a plan', async () => {
    const { send } = await served();
    const { body } = await send('GET', '/v1/project/shop/service-types/pg/plans/startup-4');
    expect(body).toMatchObject({
      service_type: 'pg',
      service_plan: 'startup-4',
      node_count: 1,
      disk_space_mb: 102_400,
      disk_space_cap_mb: 512_000,
      disk_space_step_mb: 10_240,
    });
  });

  it('leave out cap and step where there is no dynamic sizing', async () => {
    const { send } = await served();
    const { body } = await send('GET', '/v1/project/shop/service-types/pg/plans/hobbyist');
    expect(Object.keys(body)).not.toContain('disk_space_cap_mb');
  });

  it('tell the price of additional storage, and null where there is none', async () => {
    const { send } = await served();
    const path = '/v1/project/shop/pricing/service-types/pg/plans/startup-4/clouds/';
    expect((await send('GET', `${path}cloud-a`)).body).toMatchObject({
      base_price_usd: '0.15',
      extra_disk_price_per_gb_usd: '0.000205',
    });
    expect((await send('GET', `${path}cloud-b`)).body.extra_disk_price_per_gb_usd).toBeNull();
    expect((await send('GET', `${path}cloud-c`)).status).toBe(404);
  });

  it('answer 404 for an unknown plan', async () => {
    const { send } = await served();
    expect((await send('GET', '/v1/project/shop/service-types/pg/plans/retired')).status).toBe(404);
  });
});
