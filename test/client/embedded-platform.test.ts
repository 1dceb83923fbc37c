import { describe, expect, it } from 'vitest';
import { measurementOperations } from '../../lib/client/operations/measurements.ts';
import { describePlan, planPrice } from '../../lib/client/operations/plans.ts';
import { ownRoles } from '../../lib/client/operations/projects.ts';
import { fixedNames } from '../../lib/client/operations/search-product.ts';
import { serviceOperations } from '../../lib/client/operations/services.ts';
import { applicationUserTokens, personalTokens } from '../../lib/client/operations/tokens.ts';
import { pg, served, smallScenario, token } from '../platform/small-organization.ts';
import { callerTo } from './caller-on-server.ts';

/** The client and the embedded platform, without a script in between. */
const connected = async () => {
  const { platform, send } = await served({
    scenario: smallScenario([pg('orders', { usedGb: 40, growthGbPerDay: 24, tags: { team: 'a' } })]),
  });
  return { platform, send, ...callerTo(platform.url, token) };
};

describe('the client on the embedded platform', () => {
  it('gets a service as the list shows it (pf 2.4)', async () => {
    const { caller } = await connected();
    const [listed] = await serviceOperations(caller, fixedNames('engine')).listServices('shop');
    expect(listed).toMatchObject({ name: 'orders', tags: { team: 'a' } });
    expect(await serviceOperations(caller, fixedNames('engine')).getService('shop', 'orders')).toEqual(listed);
    expect(await serviceOperations(caller, fixedNames('engine')).getService('shop', 'gone')).toBeUndefined();
  });

  it('reads how full a disk has become (pf 2.7)', async () => {
    const { caller, platform } = await connected();
    await platform.advance(3_600);
    const readings = await measurementOperations(caller).diskUsage('shop', 'orders', 'hour');
    expect(readings.length).toBeGreaterThan(100);
    expect(readings.at(-1)?.timeMs).toBe(platform.now().getTime());
    expect(readings.at(-1)?.percent).toBeCloseTo(41, 1);
    expect(readings[0]?.percent).toBeLessThan(41);
  });

  it('reads plans and prices, with dynamic sizing and without (pf 2.8)', async () => {
    const { caller } = await connected();
    expect(await describePlan(caller, 'shop', 'pg', 'startup-4')).toEqual({
      diskMb: 100 * 1024,
      sizing: { capMb: 500 * 1024, stepMb: 10 * 1024 },
    });
    expect(await describePlan(caller, 'shop', 'pg', 'hobbyist')).toEqual({ diskMb: 8 * 1024, sizing: null });
    expect(await describePlan(caller, 'shop', 'pg', 'custom')).toBeUndefined();
    expect(await planPrice(caller, 'shop', 'pg', 'startup-4', 'cloud-a')).toEqual({
      base: '0.15',
      additionalGb: '0.000205',
    });
    expect(await planPrice(caller, 'shop', 'pg', 'startup-4', 'cloud-b')).toEqual({ base: '0.10', additionalGb: null });
    expect(await planPrice(caller, 'shop', 'pg', 'custom', 'cloud-a')).toBeUndefined();
  });

  it('makes a token that works until it is revoked (pf 2.10)', async () => {
    const { caller, redactor, platform } = await connected();
    const tokens = personalTokens(caller, redactor);
    const made = await tokens.create({ description: 'rotation 1', maxAgeSeconds: 600 });
    const own = (await tokens.list()).filter(({ isCurrent }) => isCurrent);
    expect(own).toHaveLength(1);
    expect(await tokens.list()).toContainEqual(
      expect.objectContaining({ prefix: made.prefix, description: 'rotation 1', expiresAt: made.expiresAt }),
    );
    const fresh = callerTo(platform.url, made.fullToken);
    await ownRoles(fresh.caller);
    await tokens.revoke(made.prefix);
    await tokens.revoke(made.prefix);
    await expect(ownRoles(fresh.caller)).rejects.toMatchObject({ name: 'PlatformUnauthorized' });
  });

  it('makes tokens of application users (pf 2.10)', async () => {
    const { caller, redactor, platform, send } = await connected();
    const user = await send('POST', '/v1/organization/orgtest/application-users', { name: 'rotator' });
    const tokens = applicationUserTokens(caller, redactor, 'orgtest', user.body.user_id);
    const made = await tokens.create({ description: 'rotation 1', maxAgeSeconds: 600 });
    expect(made.expiresAt).toBeNull();
    expect(await tokens.list()).toMatchObject([{ prefix: made.prefix, isCurrent: false }]);
    await ownRoles(callerTo(platform.url, made.fullToken).caller);
    await tokens.revoke(made.prefix);
    expect(await tokens.list()).toEqual([]);
  });
});
