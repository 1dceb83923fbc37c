import { describe, expect, it } from 'vitest';
import { pg, served, smallScenario } from '../small-organization.ts';

const chargesAfter = async (given: Parameters<typeof pg>[1], seconds: number) => {
  const { platform } = await served({ scenario: smallScenario([pg('orders', given)]) });
  await platform.advance(seconds);
  return platform.state().charges;
};

describe('charges', () => {
  it('are GB-hours of additional storage multiplied by the price (§1.6)', async () => {
    expect(await chargesAfter({ diskGb: 150 }, 730 * 3600)).toEqual({ gbHours: '36500.000000', costUsd: '7.482500' });
  });

  it('go by the price of type and plan (§1.6)', async () => {
    const larger = { plan: 'business-8', diskGb: 210 };
    expect(await chargesAfter(larger, 3600)).toEqual({ gbHours: '10.000000', costUsd: '0.004110' });
  });

  it('accrue by the millisecond and are rounded only where they are written', async () => {
    const { platform } = await served({ scenario: smallScenario([pg('orders', { diskGb: 101 })]) });
    for (let turn = 0; turn < 3; turn += 1) await platform.advance(1200);
    expect(platform.state().charges).toEqual({ gbHours: '1.000000', costUsd: '0.000205' });
  });

  it('are none for the disk of the plan, nor while powered off, nor for undescribed plans (§1.6)', async () => {
    const nothing = { gbHours: '0.000000', costUsd: '0.000000' };
    expect(await chargesAfter({ usedGb: 99 }, 3600)).toEqual(nothing);
    expect(await chargesAfter({ diskGb: 150, state: 'POWEROFF' }, 3600)).toEqual(nothing);
    expect(await chargesAfter({ plan: 'retired', diskGb: 150 }, 3600)).toEqual(nothing);
  });

  it('stop when the disk is made smaller, and stay when the service is deleted', async () => {
    const { platform, send } = await served({ scenario: smallScenario([pg('orders', { diskGb: 110 })]) });
    await platform.advance(3600);
    await send('PUT', '/v1/project/shop/service/orders', { disk_space_mb: 102_400 });
    await platform.advance(3600);
    await send('DELETE', '/v1/project/shop/service/orders');
    expect(platform.state().charges).toEqual({ gbHours: '10.000000', costUsd: '0.002050' });
  });
});
