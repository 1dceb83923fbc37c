import { describe, expect, it, test } from 'vitest';
import { createPlatformClient } from '../../lib/client/platform-client.ts';
import { createRateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import { changeJson } from '../../lib/core/change/change-json.ts';
import type { Scenario } from '../../lib/platform/index.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { type Dialect, type LocalHeadroom, operatorToken, startHeadroom } from './local-headroom.ts';
import { disableAll, enableAll, even, organizationOf, pg } from './scenarios.ts';

const sample = sampleOrganization();
const month = 30 * 24 * 60 * 60;

const inCurrent = (scenario: Scenario, policy: string) =>
  startHeadroom(scenario, policy, operatorToken, { profile: 'current' });

const additionalOf = (headroom: LocalHeadroom) =>
  Object.fromEntries(
    headroom.platform
      .state()
      .projects.flatMap(({ name, services }) =>
        services.map((service) => [`${name}/${service.name}`, service.additionalMb]),
      ),
  );

const endpointsOf = (headroom: LocalHeadroom) =>
  headroom.platform
    .state()
    .projects.flatMap(({ endpoints }) => endpoints.map(({ type, userConfig }) => [type, userConfig]));

const autoscaling = (gb: number) => ({ autoscaling: [{ type: 'autoscale_disk', cap_gb: gb }] });

/** A month of growth under a policy, and what became of the disks. */
const monthUnder = async (dialect: Dialect, policy: string) => {
  const headroom = await startHeadroom(sample, policy, operatorToken, dialect);
  const { outcome } = await headroom.reconcile();
  await headroom.platform.advance(month);
  return { outcome, additional: additionalOf(headroom) };
};

describe('the two profiles (design §4; §2.1; pf 1.1)', () => {
  // 500 leaves the disk to its use and to the plan's cap, 40 is reached by several services, 37 is no multiple of a step.
  test.each([500, 40, 37])(
    'end with the same additional storage on every service after a month, at %i GB',
    async (gb) => {
      const policy = enableAll(gb);
      const documented = await monthUnder({ profile: 'documented' }, policy);
      const current = await monthUnder({ profile: 'current', searchEngine: 'opensearch' }, policy);
      const grown = Object.values(documented.additional).filter((mb) => mb > 0).length;
      expect(grown).toBeGreaterThan(5);
      expect(current).toEqual(documented);
    },
  );

  it('write each its own words (§2.1 endpoint_type, §2.1 user_config)', async () => {
    const documented = await startHeadroom(even(1, 1), enableAll(200));
    const current = await inCurrent(even(1, 1), enableAll(200));
    expect((await documented.reconcile()).outcome).toBe('applied');
    expect((await current.reconcile()).outcome).toBe('applied');
    expect(endpointsOf(documented)).toEqual([['disk_storage', { autoscaler: { max_additional_storage: '200' } }]]);
    expect(endpointsOf(current)).toEqual([['autoscaler', autoscaling(280)]]);
  });

  it('leave each other’s endpoints as they are, and change them in their own words', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    await headroom.reconcile();
    const clock = { now: () => 0 };
    const sleep = async () => undefined;
    const current = createPlatformClient({
      profile: 'current',
      baseUrl: headroom.platform.url,
      organization: headroom.platform.organization,
      secrets: { token: async () => operatorToken },
      rateLimiter: createRateLimiter({ callsPerMinute: Number.POSITIVE_INFINITY, clock, sleep }),
      clock,
      sleep,
      random: () => 0,
      version: 'test',
    });
    const ports = { platform: current };
    const again = await headroom.counted(() => headroom.reconcile({ ports }));
    expect([again.result.outcome, again.reads, again.writes]).toEqual(['nothing', 1 + 3, 0]);
    await headroom.store.put('policy.yaml', enableAll(300));
    expect((await headroom.reconcile({ ports })).outcome).toBe('applied');
    expect(endpointsOf(headroom)).toEqual([['disk_storage', { autoscaler: { max_additional_storage: '300' } }]]);
    await current.close();
  });
});

describe('the current profile', () => {
  it('asks for each plan once, then a pass with nothing to do costs 1 + 3P calls and writes nothing', async () => {
    const headroom = await inCurrent(even(3, 4), enableAll(200));
    const first = await headroom.counted(() => headroom.reconcile());
    expect(first.result.outcome).toBe('applied');
    // 1 + 3P, one plan, two for each disk that was never measured, and reading back once for each project.
    expect([first.reads, first.writes]).toEqual([1 + 3 * 3 + 1 + 2 * 12 + 3, 2 * 12]);
    for (const outcome of ['nothing', 'nothing']) {
      const again = await headroom.counted(() => headroom.reconcile());
      expect([again.result.outcome, again.reads, again.writes]).toEqual([outcome, 1 + 3 * 3, 0]);
    }
    headroom.pass(25 * 60 * 60 * 1000);
    const nextDay = await headroom.counted(() => headroom.reconcile());
    // And one for each disk: the days of so short a history are unknown, so it is measured every day.
    expect([nextDay.reads, nextDay.writes]).toEqual([1 + 3 * 3 + 1 + 12, 0]);
  });

  it('raises, lowers and disables in totals', async () => {
    const headroom = await inCurrent(even(1, 1), enableAll(200));
    await headroom.reconcile();
    for (const [gb, kind] of [
      [300, 'raise'],
      [100, 'lower'],
    ] as const) {
      await headroom.store.put('policy.yaml', enableAll(gb));
      const { outcome, plan } = await headroom.reconcile();
      expect([outcome, plan?.summary[kind]]).toEqual(['applied', 1]);
      expect(endpointsOf(headroom)).toEqual([['autoscaler', autoscaling(80 + gb)]]);
    }
    await headroom.store.put('policy.yaml', disableAll);
    const { plan } = await headroom.reconcile();
    expect(plan?.changes.map(changeJson).map(({ kind, fromGb, toGb }) => [kind, fromGb, toGb])).toEqual([
      ['delete-integration', 100, 0],
      ['delete-endpoint', 100, 0],
    ]);
    expect(endpointsOf(headroom)).toEqual([]);
  });

  it('never sets a total below what is provisioned', async () => {
    const headroom = await inCurrent(even(1, 1, { usedGb: 75, growthGbPerDay: 5 }), enableAll(200));
    await headroom.reconcile();
    await headroom.platform.advance(10 * 24 * 60 * 60);
    const provisionedGb = Math.ceil((headroom.platform.state().projects[0]?.services[0]?.diskMb ?? 0) / 1024);
    expect(provisionedGb).toBeGreaterThan(100);
    await headroom.store.put('policy.yaml', enableAll(10));
    const { plan } = await headroom.reconcile();
    expect(plan?.findings.map(({ code }) => code)).toEqual(['floor-above-maximum']);
    expect(endpointsOf(headroom)).toEqual([['autoscaler', autoscaling(provisionedGb)]]);
    const again = await headroom.counted(() => headroom.reconcile());
    expect([again.result.outcome, again.reads, again.writes]).toEqual(['nothing', 1 + 3, 0]);
  });

  it('takes a maximum of 0 as a total of the plan’s own disk, so that nothing grows', async () => {
    const headroom = await inCurrent(even(1, 1, { usedGb: 79, growthGbPerDay: 5 }), enableAll(0));
    await headroom.reconcile();
    expect(endpointsOf(headroom)).toEqual([['autoscaler', autoscaling(80)]]);
    await headroom.platform.advance(month);
    expect(additionalOf(headroom)).toEqual({ 'project-0/service-0': 0 });
  });

  it('says which maximum is the smallest that can be, where the wanted one cannot, and writes nothing', async () => {
    const base = organizationOf([{ name: 'project-0', services: [pg('small', { plan: 'startup-1' }), pg('large')] }]);
    const scenario: Scenario = {
      ...base,
      plans: [...base.plans, { type: 'pg', name: 'startup-1', diskGb: 16, capGb: 80, stepGb: 10 }],
      prices: [
        ...(base.prices ?? []),
        { type: 'pg', plan: 'startup-1', cloud: 'aws-eu-west-1', base: '0.05', additionalGb: '0.0005' },
      ],
    };
    const headroom = await inCurrent(scenario, enableAll(33));
    const { plan } = await headroom.reconcile();
    expect(plan?.findings).toEqual([
      expect.objectContaining({
        code: 'maximum-not-expressible',
        service: 'small',
        message: expect.stringContaining('The smallest that can be set is 34 GB.'),
      }),
    ]);
    expect(endpointsOf(headroom)).toEqual([['autoscaler', autoscaling(113)]]);
    await headroom.store.put('policy.yaml', enableAll(34));
    await headroom.reconcile();
    expect(endpointsOf(headroom)).toEqual([
      ['autoscaler', autoscaling(114)],
      ['autoscaler', autoscaling(50)],
    ]);
  });

  it('cannot express a maximum where the platform does not describe the plan', async () => {
    const custom = pg('custom', { plan: 'custom-1', diskGb: 70 });
    const headroom = await inCurrent(organizationOf([{ name: 'project-0', services: [custom] }]), enableAll(200));
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.plan?.findings.map(({ code }) => code)).toEqual(['maximum-not-expressible']);
    expect(writes).toBe(0);
  });
});
