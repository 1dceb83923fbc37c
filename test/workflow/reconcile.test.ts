import { describe, expect, it } from 'vitest';
import { changeResultJson } from '../../lib/core/change/change-json.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { startHeadroom } from './local-headroom.ts';
import { disableAll, enableAll, even, organizationOf, pg } from './scenarios.ts';

const maximums = (state: { projects: { endpoints: { name: string; userConfig: unknown }[] }[] }) =>
  state.projects.flatMap(({ endpoints }) =>
    endpoints.map(({ name, userConfig }) => `${name} ${JSON.stringify(userConfig)}`),
  );

describe('a reconcile on the embedded platform', () => {
  it('enables every selected service and confirms it (§1.3, §4.1)', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200));
    const report = await headroom.reconcile();
    expect(report.outcome).toBe('applied');
    expect(report.results.map(({ status }) => status)).toEqual(Array(8).fill('confirmed'));
    const { projects } = headroom.platform.state();
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
  ])('costs exactly 1 + 3P calls and no writes when nothing is to do: %i projects of %i services', async (p, s) => {
    const headroom = await startHeadroom(even(p, s), enableAll(200));
    await headroom.reconcile();
    const { result, reads, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe('nothing');
    expect({ reads, writes }).toEqual({ reads: 1 + 3 * p, writes: 0 });
  });

  it('costs two writes to enable one service, two reads to measure it where its history begins, and one read back for each project', async () => {
    const headroom = await startHeadroom(even(3, 4), enableAll(200));
    const first = await headroom.counted(() => headroom.reconcile());
    expect({ reads: first.reads, writes: first.writes }).toEqual({ reads: 1 + 3 * 3 + 1 + 2 * 12 + 3, writes: 2 * 12 });
    const { name: service, ...kind } = pg('new');
    await headroom.control('service', { project: 'project-1', service, ...kind });
    const second = await headroom.counted(() => headroom.reconcile());
    expect({ reads: second.reads, writes: second.writes }).toEqual({ reads: 1 + 3 * 3 + 1, writes: 2 });
  });

  it('takes everything of ours away when policy disables, and then writes nothing (§4.3)', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200));
    await headroom.reconcile();
    await headroom.store.put('policy.yaml', disableAll);
    const report = await headroom.reconcile();
    expect(report.outcome).toBe('applied');
    for (const { endpoints, integrations } of headroom.platform.state().projects) {
      expect({ endpoints, integrations }).toEqual({ endpoints: [], integrations: [] });
    }
    const { writes } = await headroom.counted(() => headroom.reconcile());
    expect(writes).toBe(0);
  });

  it('raises and lowers maximums, lowers first (§4.2)', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    await headroom.reconcile();
    await headroom.store.put(
      'policy.yaml',
      enableAll(100)
        .replace("match: { project: '*' }, ", 'match: { service: service-0 }, ')
        .replace(
          'guardrails',
          '  - { name: rest, match: { project: "*" }, effect: enable, maxAdditionalGb: 300 }\nguardrails',
        ),
    );
    const report = await headroom.reconcile();
    expect(
      report.results
        .map(changeResultJson)
        .map(({ phase, kind, fromGb, toGb, status }) => [phase, kind, fromGb, toGb, status]),
    ).toEqual([
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
      const headroom = await startHeadroom(scenario, policy);
      const before = headroom.platform.state().projects[0];
      const report = await headroom.reconcile();
      const after = headroom.platform.state().projects[0];
      expect(after?.endpoints.slice(0, 2)).toEqual(before?.endpoints);
      expect(after?.integrations.filter(({ service }) => service === 'theirs')).toEqual(before?.integrations);
      expect(report.plan?.findings.map(({ code, service }) => [code, service])).toContainEqual([
        'foreign-autoscaler',
        'theirs',
      ]);
    }
  });

  it('publishes each confirmed change and the end', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    await headroom.reconcile({ runId: 'run-x' });
    expect(headroom.events).toEqual([
      {
        type: 'AutoscalerEnabled',
        detail: { project: 'project-0', service: 'service-0', runId: 'run-x', maxAdditionalGb: 200 },
      },
      {
        type: 'RunCompleted',
        detail: {
          runId: 'run-x',
          outcome: 'applied',
          confirmed: 2,
          failed: 0,
          findings: 0,
          audit: (await verifyAudit(headroom.store)).end,
        },
      },
    ]);
  });

  it('looks only at the projects of a batch of events', async () => {
    const headroom = await startHeadroom(even(3, 1), enableAll(200));
    const event = { 'detail-type': 'ServiceCreated', detail: { project: 'project-2', service: 'service-0' } };
    const { result, reads } = await headroom.counted(() => headroom.reconcile({ input: [event, event] }));
    expect(result.outcome).toBe('applied');
    expect(reads).toBe(1 + 3 + 2);
    expect(headroom.platform.state().projects.map(({ integrations }) => integrations.length)).toEqual([0, 0, 1]);
  });

  it('never touches a project outside the organization, for any request', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const event = { 'detail-type': 'ServiceCreated', detail: { project: 'of-another-organization' } };
    const { result, reads, writes } = await headroom.counted(() => headroom.reconcile({ input: [event] }));
    expect(result.outcome).toBe('nothing');
    expect({ reads, writes }).toEqual({ reads: 1, writes: 0 });
  });
});
