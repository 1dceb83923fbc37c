import { describe, expect, it } from 'vitest';
import { PlatformUnavailable, StoreUnavailable } from '../../lib/contract/errors.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { disableAll, enableAll, even, organizationOf, pg } from './scenarios.ts';
import { startWorld } from './world.ts';

const maximums = (state: { projects: { endpoints: { name: string; userConfig: unknown }[] }[] }) =>
  state.projects.flatMap(({ endpoints }) =>
    endpoints.map(({ name, userConfig }) => `${name} ${JSON.stringify(userConfig)}`),
  );

describe('a reconcile on the embedded platform', () => {
  it('enables every selected service and confirms it', async () => {
    const world = await startWorld(even(2, 2), enableAll(200));
    const report = await world.reconcile();
    expect(report.outcome).toBe('applied');
    expect(report.results.map(({ status }) => status)).toEqual(Array(8).fill('confirmed'));
    const { projects } = world.platform.state();
    expect(projects.map(({ integrations }) => integrations.map(({ service }) => service))).toEqual([
      ['service-0', 'service-1'],
      ['service-0', 'service-1'],
    ]);
    expect(maximums({ projects })[0]).toBe('headroom-service-0 {"autoscaler":{"max_additional_storage":"200"}}');
  });

  it.each([
    [1, 1],
    [3, 4],
    [3, 40],
  ])('costs exactly 1 + 2P calls and no writes when nothing is to do: %i projects of %i services', async (p, s) => {
    const world = await startWorld(even(p, s), enableAll(200));
    await world.reconcile();
    const { result, reads, writes } = await world.counted(() => world.reconcile());
    expect(result.outcome).toBe('nothing');
    expect({ reads, writes }).toEqual({ reads: 1 + 2 * p, writes: 0 });
  });

  it('costs two writes to enable one service, and one read back for each project', async () => {
    const world = await startWorld(even(3, 4), enableAll(200));
    const first = await world.counted(() => world.reconcile());
    expect({ reads: first.reads, writes: first.writes }).toEqual({ reads: 1 + 2 * 3 + 3, writes: 2 * 12 });
    const { name: service, ...kind } = pg('new');
    await world.control('service', { project: 'project-1', service, ...kind });
    const second = await world.counted(() => world.reconcile());
    expect({ reads: second.reads, writes: second.writes }).toEqual({ reads: 1 + 2 * 3 + 1, writes: 2 });
  });

  it('takes everything of ours away when policy disables, and then writes nothing', async () => {
    const world = await startWorld(even(2, 2), enableAll(200));
    await world.reconcile();
    await world.store.put('policy.yaml', disableAll);
    const report = await world.reconcile();
    expect(report.outcome).toBe('applied');
    for (const { endpoints, integrations } of world.platform.state().projects) {
      expect({ endpoints, integrations }).toEqual({ endpoints: [], integrations: [] });
    }
    const { writes } = await world.counted(() => world.reconcile());
    expect(writes).toBe(0);
  });

  it('raises and lowers maximums, lowers first', async () => {
    const world = await startWorld(even(1, 2), enableAll(200));
    await world.reconcile();
    await world.store.put(
      'policy.yaml',
      enableAll(100)
        .replace("match: { project: '*' }, ", 'match: { service: service-0 }, ')
        .replace(
          'guardrails',
          '  - { name: rest, match: { project: "*" }, effect: enable, maxAdditionalGb: 300 }\nguardrails',
        ),
    );
    const report = await world.reconcile();
    expect(report.results.map(({ phase, kind, fromGb, toGb, status }) => [phase, kind, fromGb, toGb, status])).toEqual([
      ['release', 'update-endpoint', 200, 100, 'confirmed'],
      ['grant', 'update-endpoint', 200, 300, 'confirmed'],
    ]);
  });

  it('leaves alone what is not ours', async () => {
    const scenario = organizationOf([
      {
        name: 'project-0',
        services: [pg('theirs'), pg('free')],
        endpoints: [
          { name: 'finance', maxAdditionalGb: 10 },
          { name: 'unused', maxAdditionalGb: 10 },
        ],
        integrations: [{ service: 'theirs', endpoint: 'finance' }],
      },
    ]);
    for (const policy of [enableAll(200), disableAll]) {
      const world = await startWorld(scenario, policy);
      const before = world.platform.state().projects[0];
      const report = await world.reconcile();
      const after = world.platform.state().projects[0];
      expect(after?.endpoints.slice(0, 2)).toEqual(before?.endpoints);
      expect(after?.integrations.filter(({ service }) => service === 'theirs')).toEqual(before?.integrations);
      expect(report.plan?.findings.map(({ code, service }) => [code, service])).toContainEqual([
        'foreign-autoscaler',
        'theirs',
      ]);
    }
  });

  it('goes on with the other projects when one cannot be read, and says partial', async () => {
    const world = await startWorld(even(3, 1), enableAll(200));
    const call = { method: 'GET', path: '/v1/project/project-1/service', status: 503 };
    const platform: Platform = {
      ...world.ports.platform,
      listServices: (project) =>
        project === 'project-1'
          ? Promise.reject(new PlatformUnavailable('gone', call))
          : world.ports.platform.listServices(project),
    };
    const report = await world.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('partial');
    expect(report.unread).toEqual([{ project: 'project-1', error: 'PlatformUnavailable', message: 'gone' }]);
    expect(world.platform.state().projects.map(({ integrations }) => integrations.length)).toEqual([1, 0, 1]);
    expect((await world.reconcile()).outcome).toBe('applied');
  });

  it('goes on with the other changes when one fails, skips what builds on it, and the next run finishes', async () => {
    const world = await startWorld(even(1, 3), enableAll(200));
    await world.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 1, status: 400 }]);
    const report = await world.reconcile();
    expect(report.outcome).toBe('partial');
    expect(report.results.map(({ service, status }) => [service, status])).toEqual([
      ['service-0', 'failed'],
      ['service-0', 'skipped'],
      ['service-1', 'confirmed'],
      ['service-1', 'confirmed'],
      ['service-2', 'confirmed'],
      ['service-2', 'confirmed'],
    ]);
    expect((await world.reconcile()).outcome).toBe('applied');
    const { writes } = await world.counted(() => world.reconcile());
    expect(writes).toBe(0);
  });

  it('remembers what the platform does not offer to a service: it fails once, then is a finding for a week', async () => {
    const scenario = even(1, 2);
    const elsewhere = { ...pg('elsewhere'), cloud: 'somewhere-else' };
    const [project] = scenario.projects;
    const world = await startWorld(
      {
        ...scenario,
        clouds: { ...scenario.clouds, 'somewhere-else': 'A cloud without prices for additional storage' },
        projects: [{ name: 'project-0', services: [...(project?.services ?? []), elsewhere] }],
      },
      enableAll(200),
    );
    const first = await world.reconcile();
    expect(first.outcome).toBe('partial');
    const second = await world.counted(() => world.reconcile());
    expect([second.result.outcome, second.writes]).toEqual(['nothing', 0]);
    expect(second.result.plan?.findings).toEqual([
      expect.objectContaining({ code: 'not-eligible', service: 'elsewhere' }),
    ]);
    world.pass(8 * 24 * 60 * 60 * 1000);
    expect((await world.reconcile()).outcome).toBe('partial');
  });

  it('asks a refused service again as soon as its plan is another one', async () => {
    const small = { type: 'pg', name: 'small', diskGb: 10, dynamicSizing: false };
    const base = even(1, 1);
    const world = await startWorld(
      {
        ...base,
        plans: [...base.plans, small],
        projects: [{ name: 'project-0', services: [{ ...pg('grows-up'), plan: 'small' }] }],
      },
      enableAll(200),
    );
    expect((await world.reconcile()).outcome).toBe('partial');
    await world.control('service', { project: 'project-0', service: 'grows-up', plan: 'startup-4' });
    expect((await world.reconcile()).outcome).toBe('applied');
  });

  it('does not lower a maximum when the disk has grown since the plan was made', async () => {
    const world = await startWorld(
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
    const report = await world.reconcile({
      handlers: ({ apply, ...rest }) => ({
        ...rest,
        apply: async (input) => {
          await world.platform.advance(120);
          return apply?.(input);
        },
      }),
    });
    expect(report.results).toEqual([expect.objectContaining({ kind: 'update-endpoint', status: 'failed' })]);
    expect(report.results[0]?.error).toContain('the disk has grown from 81920 MB to');
    expect((await world.reconcile()).results[0]).toMatchObject({ status: 'confirmed', fromGb: 300 });
    const [project] = world.platform.state().projects;
    const provisionedGb = (project?.services[0]?.additionalMb ?? 0) / 1024;
    const maximum = /"max_additional_storage":"(\d+)"/.exec(JSON.stringify(project?.endpoints[0]))?.[1];
    expect(Number(maximum)).toBeGreaterThanOrEqual(provisionedGb);
  });

  it('leaves only the services of a plan alone that the platform does not tell about', async () => {
    const world = await startWorld(
      organizationOf([{ name: 'project-0', services: [pg('large', { diskGb: 300 }), pg('small')] }]),
      enableAll(200),
    );
    await world.control('faults', [{ operation: 'ProjectServicePlanSpecsGet', times: 1, status: 403 }]);
    const report = await world.reconcile();
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
    const world = await startWorld(scenario, enableAll(200));
    const real = world.ports.platform;
    const platform: Platform = {
      ...real,
      listProjects: async () => (await real.listProjects()).map((project) => ({ ...project, tags: null })),
      listServices: async (project) =>
        (await real.listServices(project)).map((service) => ({ ...service, tags: null, integrations: null })),
    };
    const report = await world.reconcile({ ports: { platform } });
    expect(report.plan?.changes.map(({ service }) => service)).toEqual(['c', 'c']);
  });

  it('keeps what was done when its results cannot be stored: it is read back, and only the rest has failed', async () => {
    const world = await startWorld(even(1, 2), enableAll(200));
    const { store } = world;
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
    const { result, writes } = await world.counted(() => world.reconcile({ ports: { store: failing } }));
    expect(result.results.map(({ status }) => status)).toEqual(Array(4).fill('confirmed'));
    expect(writes).toBe(4);
    expect(world.events.filter(({ type }) => type === 'AutoscalerEnabled')).toHaveLength(2);
  });

  it('goes on where a try that ran out of time had come to, without a second write', async () => {
    const world = await startWorld(even(1, 4), enableAll(200));
    let calls = 0;
    const store: Store = {
      ...world.store,
      put: async (key, body, condition) => {
        if (key.includes('/progress/')) calls += 1;
        if (calls === 5) {
          calls += 1;
          await world.store.put(key, body, condition);
          throw new StoreUnavailable('killed');
        }
        return world.store.put(key, body, condition);
      },
    };
    const { result, writes } = await world.counted(() => world.reconcile({ ports: { store } }));
    expect(result.outcome).toBe('applied');
    expect(writes).toBe(8);
  });

  it('does not fail as a whole when even the note of a failure fails', async () => {
    const world = await startWorld(even(3, 1), enableAll(200));
    const report = await world.reconcile({
      handlers: ({ survey, ...rest }) => ({
        ...rest,
        survey: async (input) => {
          if ((input as { project: number }).project === 1) throw new Error('Lambda throttled');
          return survey?.(input);
        },
      }),
    });
    expect(report.outcome).toBe('partial');
    expect(report.unread).toEqual([expect.objectContaining({ project: 'project-1', error: 'Unknown' })]);
    expect(report.results.filter(({ status }) => status === 'confirmed')).toHaveLength(4);
  });

  it('does not call confirmed what reading back does not show', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    const platform: Platform = { ...world.ports.platform, createIntegration: async () => undefined };
    const report = await world.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('partial');
    expect(report.results.map(({ status }) => status)).toEqual(['unconfirmed', 'unconfirmed']);
  });

  it('tells the bus of each confirmed change and of the end', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    await world.reconcile({ runId: 'run-x' });
    expect(world.events).toEqual([
      {
        type: 'AutoscalerEnabled',
        detail: { project: 'project-0', service: 'service-0', runId: 'run-x', maxAdditionalGb: 200 },
      },
      { type: 'RunCompleted', detail: { runId: 'run-x', outcome: 'applied', confirmed: 2, failed: 0, findings: 0 } },
    ]);
  });

  it('looks only at the projects of a batch of events', async () => {
    const world = await startWorld(even(3, 1), enableAll(200));
    const event = { 'detail-type': 'ServiceCreated', detail: { project: 'project-2', service: 'service-0' } };
    const { result, reads } = await world.counted(() => world.reconcile({ input: [event, event] }));
    expect(result.outcome).toBe('applied');
    expect(reads).toBe(1 + 2 + 1);
    expect(world.platform.state().projects.map(({ integrations }) => integrations.length)).toEqual([0, 0, 1]);
  });

  it('never touches a project that is not of the organization, whoever asks for it', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    const event = { 'detail-type': 'ServiceCreated', detail: { project: 'somebody-elses' } };
    const { result, reads, writes } = await world.counted(() => world.reconcile({ input: [event] }));
    expect(result.outcome).toBe('nothing');
    expect({ reads, writes }).toEqual({ reads: 1, writes: 0 });
  });
});

describe('a run that must not write', () => {
  it.each([
    ['a misspelt key', { trigger: { kind: 'manual' }, project: ['project-0'] }],
    ['another misspelt key', { trigger: { kind: 'manual' }, readonly: true }],
    ['no projects at all', { trigger: { kind: 'manual' }, projects: [] }],
    ['an event without its project', [{ 'detail-type': 'ServiceCreated', detail: {} }]],
  ])('fails on an input with %s instead of taking it for all projects', async (_what, input) => {
    const world = await startWorld(even(1, 1), enableAll(200));
    const { result, reads } = await world.counted(() => world.reconcile({ input }));
    expect(result.outcome).toBe('failed');
    expect(reads).toBe(0);
  });

  it('fails when the token sees nothing of the organization', async () => {
    const world = await startWorld(organizationOf([]), enableAll(200));
    const report = await world.reconcile();
    expect(report).toMatchObject({ outcome: 'failed', error: 'NoProjects' });
    expect(report.cause).toContain('operator role');
  });

  it.each([
    ['observe', 'observed', 1 + 2 * 2],
    ['stop', 'stopped', 0],
  ])('in mode %s ends as %s after %i reads', async (mode, outcome, expected) => {
    const world = await startWorld(even(2, 2), enableAll(200).replace('mode: enforce', `mode: ${mode}`));
    const { result, reads, writes } = await world.counted(() => world.reconcile());
    expect(result.outcome).toBe(outcome);
    expect({ reads, writes }).toEqual({ reads: expected, writes: 0 });
  });

  it('stops at a guardrail, tells why, and applies exactly the approved plan', async () => {
    const policy = enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3');
    const world = await startWorld(even(2, 2), policy);
    const { result, writes } = await world.counted(() => world.reconcile());
    expect(result.outcome).toBe('needs-approval');
    expect(writes).toBe(0);
    const digest = result.plan?.digest ?? '';
    expect(world.events.find(({ type }) => type === 'PlanNeedsApproval')?.detail).toMatchObject({ digest });

    const trigger = { kind: 'manual', by: 'somebody' };
    const wrong = await world.reconcile({ input: { trigger, approvedDigest: 'another' } });
    expect(wrong).toMatchObject({ outcome: 'failed', error: 'WorldMoved' });
    const approved = await world.reconcile({ input: { trigger, approvedDigest: digest } });
    expect(approved.outcome).toBe('applied');
    const again = await world.reconcile({ input: { trigger, approvedDigest: digest } });
    expect(again).toMatchObject({ outcome: 'failed', error: 'WorldMoved' });
  });

  it('fails with every error of an invalid policy, makes no call, and lets the next run begin', async () => {
    const world = await startWorld(even(1, 1), 'version: 2\nrules: nonsense\n');
    const { result, reads } = await world.counted(() => world.reconcile());
    expect(result).toMatchObject({ outcome: 'failed', error: 'PolicyInvalid' });
    expect(result.cause).toMatch(/policy\.yaml:1:\d+ version: .*\npolicy\.yaml:2:\d+ rules: /);
    expect(reads).toBe(0);
    expect(world.events.at(-1)?.type).toBe('RunFailed');
    await world.store.put('policy.yaml', enableAll(200));
    expect((await world.reconcile()).outcome).toBe('applied');
  });

  it('fails on a wrong token with what to do, and writes nothing', async () => {
    const world = await startWorld(even(1, 1), enableAll(200), 'wrong-token');
    const { result, writes } = await world.counted(() => world.reconcile());
    expect(result).toMatchObject({ outcome: 'failed', error: 'PlatformUnauthorized' });
    expect(result.cause).toContain('HEADROOM_TOKEN');
    expect(writes).toBe(0);
  });
});
