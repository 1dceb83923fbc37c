import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeJson, changeResultJson } from '../../lib/core/change/change-json.ts';
import type { Scenario } from '../../lib/platform/index.ts';
import type { Platform } from '../../lib/ports.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

type ServiceGiven = NonNullable<Scenario['projects'][number]['services']>[number];

const search = (name: string, more: Partial<ServiceGiven> = {}): ServiceGiven => ({
  ...pg(name),
  type: 'engine',
  ...more,
});

/** Projects with these services each, on plans whose nodes have two CPUs. */
const organization = (projects: number, services: readonly ServiceGiven[]): Scenario => {
  const named = Array.from({ length: projects }, (_, p) => ({ name: `project-${p}`, services: [...services] }));
  const base = organizationOf(named);
  const priced = { plan: 'startup-4', cloud: 'aws-eu-west-1', base: '0.10', additionalGb: '0.0005' };
  return {
    ...base,
    plans: [...base.plans, { type: 'engine', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 }],
    prices: [...(base.prices ?? []), { type: 'engine', ...priced }],
  };
};

const keeping = (config: object) => `
version: 1
mode: enforce
rules:
  - { name: the disk is left alone, match: { project: '*' }, effect: ignore }
guardrails: { maxChanges: 100, maxChangePercent: 100, firstRun: apply }
searchConfiguration:
  - { name: protect, match: { project: '*' }, config: ${JSON.stringify(config)} }
`;

const byName = { engine: { action_destructive_requires_name: true } };

const configs = (headroom: LocalHeadroom) =>
  headroom.platform.state().projects.flatMap(({ services }) => services.map(({ userConfig }) => userConfig));

describe('a baseline of search configuration (§2.4), kept by a run on the embedded platform', () => {
  it('costs one write a service that differs, one read back a project, and the second run writes nothing', async () => {
    const services = [search('a'), search('b', { userConfig: { service_log: true, ...byName } }), pg('c')];
    const headroom = await startHeadroom(organization(3, services), keeping(byName));
    const first = await headroom.counted(() => headroom.reconcile());
    expect(first.result.outcome).toBe('applied');
    expect(first.result.results.map(({ service, status }) => [service, status])).toEqual(
      Array(3).fill(['a', 'confirmed']),
    );
    expect({ reads: first.reads, writes: first.writes }).toEqual({ reads: 1 + 3 * 3 + 2 * 9 + 3, writes: 3 });
    expect(configs(headroom).slice(0, 3)).toEqual([byName, { service_log: true, ...byName }, {}]);
    const second = await headroom.counted(() => headroom.reconcile());
    expect([second.result.outcome, second.reads, second.writes]).toEqual(['nothing', 1 + 3 * 3, 0]);
  });

  it('resets with a null, and reverts a manual change', async () => {
    const headroom = await startHeadroom(
      organization(1, [search('a', { userConfig: { service_log: true, engine: { ism_history_max_age: 5 } } })]),
      keeping({ service_log: null, engine: { ism_history_max_age: null, ism_enabled: true } }),
    );
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect(configs(headroom)).toEqual([{ engine: { ism_enabled: true } }]);
    await headroom.ports.platform.updateSearchConfiguration('project-0', 'a', { engine: { ism_enabled: false } });
    const report = await headroom.reconcile();
    expect(report.results.map(changeResultJson).map(({ members, status }) => [members, status])).toEqual([
      [[{ path: 'engine.ism_enabled', from: false, to: true }], 'confirmed'],
    ]);
  });

  it('takes a thread pool that the platform lowered for done, says so, and asks for no more of it (§2.4 rule 9)', async () => {
    const headroom = await startHeadroom(
      organization(1, [search('a')]),
      keeping({ engine: { thread_pool_get_size: 64 } }),
    );
    const first = await headroom.reconcile();
    expect(first.results.map(({ status }) => status)).toEqual(['confirmed']);
    expect(configs(headroom)).toEqual([{ engine: { thread_pool_get_size: 4 } }]);
    const second = await headroom.counted(() => headroom.reconcile());
    expect([second.result.outcome, second.writes]).toEqual(['nothing', 0]);
    expect(second.result.plan?.findings).toMatchObject([{ code: 'thread-pool-lowered', service: 'a' }]);
    await headroom.ports.platform.updateSearchConfiguration('project-0', 'a', { engine: { thread_pool_get_size: 1 } });
    expect((await headroom.reconcile()).results.map(({ status }) => status)).toEqual(['confirmed']);
    expect(configs(headroom)).toEqual([{ engine: { thread_pool_get_size: 4 } }]);
  });

  it('goes with the autoscaler of the same service, and a failure of one does not stop the other', async () => {
    const baselines = `searchConfiguration: [{ name: p, match: { project: '*' }, config: ${JSON.stringify(byName)} }]`;
    const headroom = await startHeadroom(organization(1, [search('a'), search('b')]), enableAll(200, baselines));
    await headroom.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 1, status: 400 }]);
    const first = await headroom.reconcile();
    expect(first.results.map(({ service, kind, status }) => `${service} ${kind} ${status}`)).toEqual([
      'a create-endpoint failed',
      'a create-integration skipped',
      'a update-search-configuration confirmed',
      'b create-endpoint confirmed',
      'b create-integration confirmed',
      'b update-search-configuration confirmed',
    ]);
    await headroom.ports.platform.updateSearchConfiguration('project-0', 'b', {
      engine: { action_destructive_requires_name: false },
    });
    await headroom.ports.platform.updateSearchConfiguration('project-0', 'a', {
      engine: { action_destructive_requires_name: false },
    });
    await headroom.control('faults', [{ operation: 'ServiceUpdate', times: 1, status: 400 }]);
    const second = await headroom.reconcile();
    expect(second.results.map(({ service, kind, status }) => `${service} ${kind} ${status}`)).toEqual([
      'a create-endpoint confirmed',
      'a create-integration confirmed',
      'a update-search-configuration failed',
      'b update-search-configuration confirmed',
    ]);
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('is unconfirmed where reading back does not show it', async () => {
    const headroom = await startHeadroom(organization(1, [search('a')]), keeping(byName));
    const platform: Platform = { ...headroom.ports.platform, updateSearchConfiguration: async () => undefined };
    const report = await headroom.reconcile({ ports: { platform } });
    expect([report.outcome, report.results[0]?.status]).toEqual(['partial', 'unconfirmed']);
  });

  it('leaves a service alone that is not running', async () => {
    const headroom = await startHeadroom(organization(1, [search('a', { state: 'POWEROFF' })]), keeping(byName));
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect([result.outcome, writes]).toEqual(['nothing', 0]);
    expect(result.plan?.findings).toMatchObject([{ code: 'search-not-running' }]);
  });

  it('stops at a guardrail and is applied by its digest', async () => {
    const headroom = await startHeadroom(
      organization(1, [search('a'), search('b')]),
      keeping(byName).replace('maxChanges: 100', 'maxChanges: 1'),
    );
    const refused = await headroom.reconcile();
    expect([refused.outcome, configs(headroom)]).toEqual(['needs-approval', [{}, {}]]);
    const trigger = { kind: 'manual', by: 'a person' };
    const input = { trigger, approvedDigest: refused.plan?.digest };
    expect((await headroom.reconcile({ input })).outcome).toBe('applied');
  });

  it('restarts no service without approval, as the guardrails are by default', async () => {
    const addresses = { engine: { reindex_remote_whitelist: ['reindex.example.com:9200'] } };
    const headroom = await startHeadroom(organization(1, [search('a')]), keeping({ ...addresses }));
    const refused = await headroom.counted(() => headroom.reconcile());
    expect([refused.result.outcome, refused.writes, configs(headroom)]).toEqual(['needs-approval', 0, [{}]]);
    expect(refused.result.plan?.violations).toMatchObject([{ guardrail: 'needApproval', actual: 1 }]);
    const input = { trigger: { kind: 'manual', by: 'a person' }, approvedDigest: refused.result.plan?.digest };
    expect((await headroom.reconcile({ input })).outcome).toBe('applied');
    expect(configs(headroom)).toEqual([addresses]);
    expect((await headroom.reconcile()).outcome).toBe('nothing');
  });

  it('leaves no secret in the store, the report or an event', async () => {
    const openid = { enabled: true, connect_url: 'https://idp.example.com', client_id: 'a', client_secret: 'canary-1' };
    const userConfig = { openid, engine: { email_sender_password: 'canary-2' } };
    const headroom = await startHeadroom(organization(1, [search('a', { userConfig })]), keeping(byName));
    const listed: unknown[] = [];
    const platform: Platform = {
      ...headroom.ports.platform,
      listServices: async (project) => {
        const services = await headroom.ports.platform.listServices(project);
        listed.push(services);
        return services;
      },
    };
    const report = await headroom.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('applied');
    const stored = await Promise.all((await headroom.store.list('')).map((key) => headroom.store.get(key)));
    for (const seen of [listed, stored, report, headroom.events]) expect(JSON.stringify(seen)).not.toContain('canary');
    expect(JSON.stringify(stored)).toContain('client_id');
  });

  it('is that of the example policy', async () => {
    const example = readFileSync(new URL('../../docs/policies/search-baseline.yaml', import.meta.url), 'utf8');
    const services = [search('a', { tags: { env: 'prod' } }), search('b')];
    const headroom = await startHeadroom(organization(1, services), example.replace('mode: observe', 'mode: enforce'));
    const { plan } = await headroom.reconcile();
    expect(
      plan?.changes.map(changeJson).map(({ service, members }) => [service, (members ?? []).map(({ path }) => path)]),
    ).toEqual([
      [
        'a',
        [
          'engine.action_destructive_requires_name',
          'engine.cluster_max_shards_per_node',
          'engine.enable_security_audit',
          'service_log',
        ],
      ],
      ['b', ['engine.cluster_max_shards_per_node', 'service_log']],
    ]);
  });
});
