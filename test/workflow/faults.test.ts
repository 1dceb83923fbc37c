import { describe, expect, it } from 'vitest';
import { PlatformUnavailable, StoreUnavailable } from '../../lib/contract/errors.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { startHeadroom } from './local-headroom.ts';
import { withProjectList } from './project-list.ts';
import { enableAll, even, organizationOf, pg } from './scenarios.ts';

describe('a reconcile in which something goes wrong', () => {
  it('goes on with the other projects when one cannot be read, and says partial', async () => {
    const headroom = await startHeadroom(even(3, 1), enableAll(200));
    const call = { method: 'GET', path: '/v1/project/project-1/service', status: 503 };
    const platform: Platform = {
      ...headroom.ports.platform,
      listServices: (project) =>
        project === 'project-1'
          ? Promise.reject(new PlatformUnavailable('gone', call))
          : headroom.ports.platform.listServices(project),
    };
    const report = await headroom.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('partial');
    expect(report.unread).toEqual([{ project: 'project-1', error: 'PlatformUnavailable', message: 'gone' }]);
    expect(headroom.platform.state().projects.map(({ integrations }) => integrations.length)).toEqual([1, 0, 1]);
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('goes on with the other changes when one fails, skips what builds on it, and the next run finishes', async () => {
    const headroom = await startHeadroom(even(1, 3), enableAll(200));
    await headroom.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 1, status: 400 }]);
    const report = await headroom.reconcile();
    expect(report.outcome).toBe('partial');
    expect(report.results.map(({ service, status }) => [service, status])).toEqual([
      ['service-0', 'failed'],
      ['service-0', 'skipped'],
      ['service-1', 'confirmed'],
      ['service-1', 'confirmed'],
      ['service-2', 'confirmed'],
      ['service-2', 'confirmed'],
    ]);
    expect((await headroom.reconcile()).outcome).toBe('applied');
    const { writes } = await headroom.counted(() => headroom.reconcile());
    expect(writes).toBe(0);
  });

  it('remembers what the platform does not offer to a service: it fails once, then is a finding for a week', async () => {
    const scenario = even(1, 2);
    const elsewhere = { ...pg('elsewhere'), cloud: 'somewhere-else' };
    const [project] = scenario.projects;
    const headroom = await startHeadroom(
      {
        ...scenario,
        clouds: { ...scenario.clouds, 'somewhere-else': 'A cloud without prices for additional storage' },
        projects: [{ name: 'project-0', services: [...(project?.services ?? []), elsewhere] }],
      },
      enableAll(200),
    );
    const first = await headroom.reconcile();
    expect(first.outcome).toBe('partial');
    const second = await headroom.counted(() => headroom.reconcile());
    expect([second.result.outcome, second.writes]).toEqual(['nothing', 0]);
    expect(second.result.plan?.findings).toEqual([
      expect.objectContaining({ code: 'not-eligible', service: 'elsewhere' }),
    ]);
    headroom.pass(8 * 24 * 60 * 60 * 1000);
    expect((await headroom.reconcile()).outcome).toBe('partial');
  });

  it('asks a refused service again as soon as its plan is another one', async () => {
    const small = { type: 'pg', name: 'small', diskGb: 10, dynamicSizing: false };
    const base = even(1, 1);
    const headroom = await startHeadroom(
      {
        ...base,
        plans: [...base.plans, small],
        projects: [{ name: 'project-0', services: [{ ...pg('grows-up'), plan: 'small' }] }],
      },
      enableAll(200),
    );
    expect((await headroom.reconcile()).outcome).toBe('partial');
    await headroom.control('service', { project: 'project-0', service: 'grows-up', plan: 'startup-4' });
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('does not lower a maximum when the disk has grown since the plan was made', async () => {
    const headroom = await startHeadroom(
      organizationOf([
        {
          name: 'project-0',
          services: [pg('grows', { usedGb: 76 })],
          endpoints: [{ name: 'headroom-grows', maxAdditionalGb: 300 }],
          integrations: [{ service: 'grows', endpoint: 'headroom-grows' }],
        },
      ]),
      enableAll(1),
    );
    const report = await headroom.reconcile({
      handlers: ({ apply, ...rest }) => ({
        ...rest,
        apply: async (input) => {
          await headroom.platform.advance(120);
          return apply?.(input);
        },
      }),
    });
    expect(report.results).toEqual([expect.objectContaining({ kind: 'update-endpoint', status: 'failed' })]);
    expect(report.results[0]?.error).toContain('the disk has grown from 81920 MB to');
    expect((await headroom.reconcile()).results[0]).toMatchObject({ status: 'confirmed', fromGb: 300 });
    const [project] = headroom.platform.state().projects;
    const provisionedGb = (project?.services[0]?.additionalMb ?? 0) / 1024;
    const maximum = /"max_additional_storage":"(\d+)"/.exec(JSON.stringify(project?.endpoints[0]))?.[1];
    expect(Number(maximum)).toBeGreaterThanOrEqual(provisionedGb);
  });

  it('leaves only the services of a plan alone that the platform does not tell about', async () => {
    const headroom = await startHeadroom(
      organizationOf([{ name: 'project-0', services: [pg('large', { diskGb: 300 }), pg('small')] }]),
      enableAll(200),
    );
    await headroom.control('faults', [{ operation: 'ProjectServicePlanSpecsGet', times: 1, status: 403 }]);
    const report = await headroom.reconcile();
    expect(report.plan?.findings).toEqual([expect.objectContaining({ code: 'plan-unknown', service: 'large' })]);
    expect(report.results.map(({ service, status }) => [service, status])).toEqual([
      ['small', 'confirmed'],
      ['small', 'confirmed'],
    ]);
  });

  it('asks for the tags and integrations that a list leaves out, because they are unknown and not none', async () => {
    const exempt = { 'disk-autoscaler-exempt': '2099-01-01' };
    const scenario = organizationOf([
      { name: 'spared', tags: exempt, services: [pg('a')] },
      { name: 'mixed', services: [pg('b', { tags: exempt }), pg('c')] },
    ]);
    const headroom = await startHeadroom(scenario, enableAll(200));
    const real = headroom.ports.platform;
    const platform: Platform = {
      ...real,
      listProjects: withProjectList(real, (listed) => listed.map((project) => ({ ...project, tags: null }))),
      listServices: async (project) =>
        (await real.listServices(project)).map((service) => ({ ...service, tags: null, integrations: null })),
    };
    const report = await headroom.reconcile({ ports: { platform } });
    expect(report.plan?.changes.map(({ service }) => service)).toEqual(['c', 'c']);
  });

  it('keeps what was done when its results cannot be stored: it is read back, and only the rest has failed', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    const { store } = headroom;
    let refusals = 4;
    const failing: Store = {
      ...store,
      put: async (key, body, condition) => {
        if (key.includes('/results/') && refusals > 0) {
          refusals -= 1;
          throw new StoreUnavailable('the store is away');
        }
        return store.put(key, body, condition);
      },
    };
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ ports: { store: failing } }));
    expect(result.results.map(({ status }) => status)).toEqual(Array(4).fill('confirmed'));
    expect(writes).toBe(4);
    expect(headroom.events.filter(({ type }) => type === 'AutoscalerEnabled')).toHaveLength(2);
  });

  it('goes on where a try that ran out of time had come to, without a second write', async () => {
    const headroom = await startHeadroom(even(1, 4), enableAll(200));
    let calls = 0;
    const store: Store = {
      ...headroom.store,
      append: async (key, record) => {
        calls += 1;
        await headroom.store.append(key, record);
        if (calls === 5) throw new StoreUnavailable('killed');
      },
    };
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ ports: { store } }));
    expect(result.outcome).toBe('applied');
    expect(writes).toBe(8);
  });

  it('does not fail as a whole when even the note of a failure fails', async () => {
    const headroom = await startHeadroom(even(3, 1), enableAll(200));
    const report = await headroom.reconcile({
      handlers: ({ survey, ...rest }) => ({
        ...rest,
        survey: async (input) => {
          if ((input as { projects: number[] }).projects.includes(2)) throw new Error('Lambda throttled');
          return survey?.(input);
        },
      }),
    });
    expect(report.outcome).toBe('partial');
    expect(report.unread).toEqual([expect.objectContaining({ project: 'project-2', error: 'Unknown' })]);
    expect(report.results.filter(({ status }) => status === 'confirmed')).toHaveLength(4);
  });

  it('does not call confirmed what reading back does not show', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const platform: Platform = { ...headroom.ports.platform, createIntegration: async () => undefined };
    const report = await headroom.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('partial');
    expect(report.results.map(({ status }) => status)).toEqual(['unconfirmed', 'unconfirmed']);
  });
});
