import { describe, expect, it } from 'vitest';
import { scenarioOf, unknownGrowths } from '../../lib/capture/scenario-of.ts';
import { scenarioText } from '../../lib/capture/scenario-text.ts';
import { PlatformUnauthorized } from '../../lib/contract/errors.ts';
import { completeScenario, parseScenario, type Scenario } from '../../lib/emulator/scenario/scenario.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { served } from './captured.ts';

const daySeconds = 86_400;
const secret = 'canary-of-a-user-configuration';

const shop = (more: Partial<Scenario> = {}): Scenario => ({
  organization: { id: 'orgshop', name: 'Shop' },
  startTime: '2026-03-02T08:00:00Z',
  clouds: { 'cloud-a': 'Cloud A' },
  plans: [
    {
      type: 'pg',
      name: 'startup-4',
      nodeCount: 2,
      nodeCpuCount: 4,
      nodeMemoryGb: 8,
      diskGb: 100,
      capGb: 500,
      stepGb: 10,
    },
    { type: 'valkey', name: 'hobbyist', diskGb: 8, dynamicSizing: false },
  ],
  prices: [{ type: 'pg', plan: 'startup-4', cloud: 'cloud-a', base: '0.15', additionalGb: '0.000205' }],
  projects: [
    {
      name: 'shop-prod',
      tags: { env: 'prod' },
      services: [
        {
          name: 'orders',
          type: 'pg',
          plan: 'startup-4',
          cloud: 'cloud-a',
          usedGb: 60,
          growthGbPerDay: 6,
          tags: { team: 'orders', 'disk-autoscaler': 'on' },
          terminationProtection: true,
          userConfig: { pg: { password: secret } },
        },
        { name: 'sessions', type: 'valkey', plan: 'hobbyist', cloud: 'cloud-a', usedGb: 2, state: 'POWEROFF' },
      ],
      endpoints: [
        { name: 'headroom-orders', maxAdditionalGb: 300 },
        { name: 'ops', type: 'datadog', userConfig: { api_key: secret } },
      ],
      integrations: [
        { service: 'orders', endpoint: 'headroom-orders' },
        { service: 'orders', endpoint: 'ops', type: 'datadog' },
      ],
    },
    { name: 'shop-dev', services: [{ name: 'try', type: 'pg', plan: 'startup-4', cloud: 'cloud-a', usedGb: 99.95 }] },
  ],
  ...more,
});

const failing = async (url: string, faults: readonly object[]) => {
  await fetch(`${url}/_control/faults`, { method: 'DELETE' });
  const answer = await fetch(`${url}/_control/faults`, { method: 'POST', body: JSON.stringify(faults) });
  expect(answer.status).toBe(200);
};

const serviceOf = (scenario: Scenario, name: string) =>
  scenario.projects.flatMap(({ services = [] }) => services).find((service) => service.name === name);

describe('a capture of the platform', () => {
  it('has projects, tags, plans with limits, prices, autoscalers and foreign integrations, as they were', async () => {
    const { platform, capture } = await served(shop());
    await platform.advance(3600);
    const scenario = scenarioOf(await capture());
    const given = shop();
    expect(scenario).toMatchObject({
      organization: given.organization,
      startTime: '2026-03-02T09:00:00.000Z',
      captured: { from: 'platform', days: 30, omissions: [] },
    });
    expect(scenario.plans).toEqual(expect.arrayContaining([expect.objectContaining(given.plans[0])]));
    expect(scenario.plans).toHaveLength(2);
    expect(scenario.prices).toEqual(given.prices);
    expect(scenario.projects.map(({ name }) => name)).toEqual(['shop-dev', 'shop-prod']);
    const [, prod] = scenario.projects;
    expect(prod).toMatchObject({ tags: { env: 'prod' } });
    expect(prod?.endpoints).toEqual([
      { name: 'headroom-orders', type: 'disk_storage', maxAdditionalGb: 300 },
      { name: 'ops', type: 'datadog' },
    ]);
    expect(prod?.integrations).toEqual([
      { service: 'orders', endpoint: 'headroom-orders', type: 'autoscaler' },
      { service: 'orders', endpoint: 'ops', type: 'datadog' },
    ]);
    expect(serviceOf(scenario, 'orders')).toMatchObject({
      tags: { team: 'orders', 'disk-autoscaler': 'on' },
      terminationProtection: true,
      diskGb: 100,
    });
    expect(serviceOf(scenario, 'sessions')).toMatchObject({ state: 'POWEROFF', diskGb: 8 });
  });

  it('reads use in percent of the disk as it was then, although the autoscaler enlarged it since', async () => {
    const { platform, capture } = await served(shop());
    await platform.advance(20 * daySeconds);
    const orders = serviceOf(scenarioOf(await capture()), 'orders');
    expect(orders?.diskGb).toBeGreaterThan(180);
    expect(orders?.growth).toMatchObject({ kind: 'steady', measured: { days: 21, fullDays: 0 } });
    expect(orders?.growth?.gbPerDay).toBeCloseTo(6, 1);
    // The newest reading is up to three hours old.
    const tenDaysAgo = (orders?.usedGb ?? 0) - (orders?.usedGbBefore?.at(-10) ?? 0);
    expect(Math.abs(tenDaysAgo - 60)).toBeLessThan(1);
  });

  it('takes a full disk for one that hides its growth', async () => {
    const { platform, capture } = await served(shop());
    await platform.advance(20 * daySeconds);
    const full = serviceOf(scenarioOf(await capture()), 'try');
    expect(full).toMatchObject({ growth: { kind: 'unknown', measured: { fullDays: 21 } } });
    expect(full?.growth?.gbPerDay).toBeGreaterThan(0);
  });

  it('estimates its calls before it makes them: one for each service, plan and price', async () => {
    const { client, capture, estimates } = await served(shop());
    await capture();
    const projects = 1 + 2 * 3;
    expect(estimates).toEqual([1 + 3 + 2 + 2]);
    expect(client.calls()).toMatchObject({ reads: projects + 8, writes: 0 });
  });

  it('has no user configuration and no secret', async () => {
    const { capture } = await served(shop());
    const text = scenarioText(scenarioOf(await capture()), []);
    expect(text).not.toContain('canary');
    expect(text).not.toContain('userConfig');
  });

  it('names what cannot be read, and has all the rest', async () => {
    const { platform, capture } = await served(shop());
    await platform.advance(daySeconds);
    await failing(platform.url, [{ operation: 'ServiceList', status: 403 }]);
    const withoutProject = scenarioOf(await capture());
    expect(withoutProject.projects).toHaveLength(1);
    const gone = withoutProject.projects[0]?.name === 'shop-dev' ? 'shop-prod' : 'shop-dev';
    expect(withoutProject.captured?.omissions).toEqual([{ place: gone, why: expect.stringMatching(/^not read: /) }]);
    await failing(platform.url, [{ operation: 'ServiceMetricsFetch', status: 403 }]);
    const withoutUse = scenarioOf(await capture());
    expect(withoutUse.projects.flatMap(({ services = [] }) => services)).toHaveLength(3);
    expect(withoutUse.captured?.omissions).toEqual([
      { place: expect.stringContaining('/'), why: expect.stringMatching(/^disk use not read: /) },
    ]);
    const [omission] = withoutUse.captured?.omissions ?? [];
    expect(unknownGrowths(withoutUse)).toContain(omission?.place);
  });

  it('ends with the platform’s error when no call would succeed', async () => {
    const { platform, capture } = await served(shop());
    await failing(platform.url, [{ operation: 'ServiceMetricsFetch', status: 401, times: 9 }]);
    await expect(capture()).rejects.toThrow(PlatformUnauthorized);
    await failing(platform.url, [{ operation: 'ServiceList', status: 403, times: 9 }]);
    await expect(capture()).rejects.toThrow(/^no project could be read: not read: /);
  });

  it('is a file that loads again: the sample organization, byte for byte the same scenario', async () => {
    const { platform, capture } = await served(sampleOrganization());
    await platform.advance(daySeconds);
    const scenario = scenarioOf(await capture());
    const text = scenarioText(scenario, ['a heading']);
    expect(text.startsWith('# a heading\n')).toBe(true);
    // Other readers of YAML take a bare on for a boolean.
    expect(text).toContain('disk-autoscaler: "on"');
    expect(completeScenario(parseScenario(text, 'org.yaml'))).toEqual(completeScenario(scenario));
    expect(scenario.captured?.omissions).toEqual([]);
    expect(scenario.projects.flatMap(({ services = [] }) => services)).toHaveLength(
      sampleOrganization().projects.flatMap(({ services = [] }) => services).length,
    );
  });
});
