import { describe, expect, it } from 'vitest';
import { describePlan, planPrice } from '../../../lib/client/operations/plans.ts';
import { callerOnServer } from '../caller-on-server.ts';
import { errorOf } from '../client-on-server.ts';

describe('a plan (pf 2.8)', () => {
  it('gives its disk and the limits of dynamic sizing', async () => {
    const { caller, server } = await callerOnServer([
      { json: { disk_space_mb: 81_920, disk_space_cap_mb: 409_600, disk_space_step_mb: 10_240, node_count: 1 } },
    ]);
    expect(await describePlan(caller, 'shop', 'pg', 'startup-4')).toEqual({
      diskMb: 81_920,
      sizing: { capMb: 409_600, stepMb: 10_240 },
    });
    expect(server.lines()).toEqual(['GET /v1/project/shop/service-types/pg/plans/startup-4']);
  });

  it.each([
    ['neither cap nor step', {}],
    ['nulls', { disk_space_cap_mb: null, disk_space_step_mb: null }],
    ['a cap of 0', { disk_space_cap_mb: 0, disk_space_step_mb: 10_240 }],
    ['no step', { disk_space_cap_mb: 409_600 }],
  ])('has no dynamic sizing with %s', async (_, limits) => {
    const { caller } = await callerOnServer([{ json: { disk_space_mb: 8_192, ...limits } }]);
    expect(await describePlan(caller, 'shop', 'pg', 'hobbyist')).toEqual({ diskMb: 8_192, sizing: null });
  });

  it('is undefined when the platform does not describe it, and any other refusal is an error', async () => {
    const { caller } = await callerOnServer([{ status: 404 }, { status: 403 }]);
    expect(await describePlan(caller, 'shop', 'pg', 'custom-1')).toBeUndefined();
    expect((await errorOf(describePlan(caller, 'shop', 'pg', 'custom-1'))).name).toBe('PlatformForbidden');
  });
});

describe('a price (pf 2.8)', () => {
  it('is exact text, by the hour', async () => {
    const { caller, server } = await callerOnServer([
      {
        json: { base_price_usd: '0.13562', extra_disk_price_per_gb_usd: '0.000500', object_storage_gb_price_usd: null },
      },
    ]);
    expect(await planPrice(caller, 'shop', 'pg', 'startup-4', 'aws-eu-west-1')).toEqual({
      base: '0.13562',
      additionalGb: '0.000500',
    });
    expect(server.lines()).toEqual([
      'GET /v1/project/shop/pricing/service-types/pg/plans/startup-4/clouds/aws-eu-west-1',
    ]);
  });

  it('has none for additional storage where it is not offered', async () => {
    const { caller } = await callerOnServer([
      { json: { base_price_usd: '1' } },
      { json: { base_price_usd: '1', extra_disk_price_per_gb_usd: null } },
      { json: { base_price_usd: '1', extra_disk_price_per_gb_usd: '' } },
    ]);
    for (let n = 0; n < 3; n += 1) {
      expect(await planPrice(caller, 'shop', 'pg', 'a', 'b')).toEqual({ base: '1', additionalGb: null });
    }
  });

  it('is undefined where the plan is not offered', async () => {
    const { caller } = await callerOnServer([{ status: 404 }]);
    expect(await planPrice(caller, 'shop', 'pg', 'a', 'b')).toBeUndefined();
  });

  it.each([
    ['0E-7', '0'],
    ['2.05E-4', '0.000205'],
    ['12e2', '1200'],
    ['1.50', '1.50'],
    ['15.0e-1', '1.5'],
    [0.000205, '0.000205'],
    [1e-7, '0.0000001'],
    ['free', 'NaN'],
    ['-1', 'NaN'],
    ['1e99', 'NaN'],
    [{ usd: '1' }, 'NaN'],
    [true, 'NaN'],
  ])('%j reads as %s, also where the base price is odd', async (odd, read) => {
    const { caller } = await callerOnServer([{ json: { base_price_usd: odd, extra_disk_price_per_gb_usd: odd } }]);
    expect(await planPrice(caller, 'shop', 'pg', 'a', 'b')).toEqual({ base: read, additionalGb: read });
  });
});
