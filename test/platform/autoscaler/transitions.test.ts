import { describe, expect, it } from 'vitest';
import { pg, served, smallScenario } from '../small-organization.ts';

const gb = 1024;

/** A service whose plan brings 85 GB, no multiple of the step of 10 GB. */
const sized = async () => {
  const scenario = smallScenario([pg('orders', { plan: 'odd' })]);
  const { send } = await served({
    scenario: {
      ...scenario,
      plans: [...scenario.plans, { type: 'pg', name: 'odd', diskGb: 85, capGb: 185, stepGb: 10 }],
      prices: [
        ...(scenario.prices ?? []),
        { type: 'pg', plan: 'odd', cloud: 'cloud-a', base: '0.15', additionalGb: '0.000205' },
      ],
    },
  });
  return async (diskGb: number, plan?: string) => {
    const size = { plan, disk_space_mb: diskGb * gb };
    const { status, body } = await send('PUT', '/v1/project/shop/service/orders', size);
    return status === 200 ? body.service.disk_space_mb / gb : body.message;
  };
};

const refusal = `Invalid 'disk_space_mb': must be from ${85 * gb} to ${185 * gb} in steps of ${10 * gb} for plan odd in cloud-a`;

describe('a requested disk size (pf 2.8)', () => {
  it('is counted in steps from the own disk of the plan', async () => {
    const resize = await sized();
    expect([await resize(95), await resize(105), await resize(185)]).toEqual([95, 105, 185]);
  });

  it('is refused between two steps, also where it is a multiple of the step itself', async () => {
    const resize = await sized();
    expect([await resize(90), await resize(100), await resize(96)]).toEqual([refusal, refusal, refusal]);
  });

  it('is refused below the own disk of the plan and above its cap', async () => {
    const resize = await sized();
    expect([await resize(75), await resize(195)]).toEqual([refusal, refusal]);
  });

  it('must be one of the new plan when the plan changes, also where it is the present size', async () => {
    const resize = await sized();
    expect(await resize(100, 'startup-4')).toBe(100);
    expect(await resize(100, 'odd')).toBe(refusal);
    expect(await resize(95, 'odd')).toBe(95);
  });

  it('is counted the same way for a service that is made with it', async () => {
    const { send } = await served({ scenario: smallScenario() });
    const create = async (name: string, diskGb: number) =>
      (
        await send('POST', '/v1/project/shop/service', {
          service_name: name,
          service_type: 'pg',
          plan: 'startup-4',
          cloud: 'cloud-a',
          disk_space_mb: diskGb * gb,
        })
      ).status;
    expect([await create('a', 110), await create('b', 105)]).toEqual([200, 400]);
  });
});
