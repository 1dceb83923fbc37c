import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../lib/contract/errors.ts';
import { changeResultJson } from '../../lib/core/change/change-json.ts';
import type { Integration } from '../../lib/core/model/model.ts';
import type { Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { whyOf } from '../core/a-change.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const project = 'shop';
const name = 'headroom-orders';
const additional = (gb: number) => ({ kind: 'additional', gb }) as const;

/**
 * Two services that a run has enabled at 100 GB; a minute later someone may change something.
 * @param aheadMs how far the clock of this machine is ahead of the platform's
 */
const afterEnabling = async (more = '', aheadMs = 0) => {
  const headroom = await startHeadroom(
    organizationOf([{ name: project, services: [pg('orders'), pg('billing')] }]),
    enableAll(100, more),
  );
  headroom.pass(aheadMs);
  expect((await headroom.reconcile()).outcome).toBe('applied');
  await headroom.control('advance', { seconds: 60 });
  headroom.pass(60_000);
  return headroom;
};

const endpointOf = async ({ ports }: LocalHeadroom, wanted = name) =>
  (await ports.platform.listEndpoints(project)).find((endpoint) => endpoint.name === wanted)?.id ?? '';

const integrationsOf = async ({ ports }: LocalHeadroom): Promise<readonly Integration[]> =>
  (await ports.platform.listServices(project)).find((service) => service.name === 'orders')?.integrations ?? [];

const untie = async (headroom: LocalHeadroom) => {
  for (const { id } of await integrationsOf(headroom)) await headroom.ports.platform.deleteIntegration(project, id);
};

const changesByHand: [string, (headroom: LocalHeadroom) => Promise<unknown>, RegExp, string[]][] = [
  [
    'a maximum',
    async (headroom) => headroom.ports.platform.updateEndpoint(project, await endpointOf(headroom), additional(140)),
    /The maximum of endpoint headroom-orders was changed from 100 GB to 140 GB by .+ at 2026-03-02T08:01:00/,
    ['update-endpoint'],
  ],
  [
    'an integration that is gone',
    untie,
    /The integration with endpoint headroom-orders was deleted by .+ at 2026-03-02T08:01:00/,
    ['create-integration'],
  ],
  [
    'an integration that is gone with its endpoint',
    async (headroom) => {
      await untie(headroom);
      await headroom.ports.platform.deleteEndpoint(project, await endpointOf(headroom));
    },
    /Endpoint headroom-orders was deleted by .+ at 2026-03-02T08:01:00/,
    ['create-endpoint', 'create-integration'],
  ],
];

describe('a manual change', () => {
  it.each(changesByHand)(
    '%s: is repaired, with who did it, and the next run writes nothing',
    async (_, change, said, kinds) => {
      const headroom = await afterEnabling();
      await change(headroom);
      const repaired = await headroom.counted(() => headroom.reconcile());
      expect(repaired.result.results.map(({ kind, status }) => [kind, status])).toEqual(
        kinds.map((kind) => [kind, 'confirmed']),
      );
      expect(whyOf(repaired.result.results[0])).toMatch(said);
      expect(repaired.writes).toBe(kinds.length);
      const next = await headroom.counted(() => headroom.reconcile());
      expect([next.result.outcome, next.reads, next.writes]).toEqual(['nothing', 4, 0]);
    },
  );

  it('that raises the maximum of a disk at its threshold stays for 24 hours, with who did it', async () => {
    const headroom = await afterEnabling();
    const by = (hours: number) => headroom.control('advance', { seconds: hours * 3600 });
    await headroom.control('usage', { project, service: 'orders', usedGb: 75 });
    await headroom.ports.platform.updateEndpoint(project, await endpointOf(headroom), additional(140));
    const first = await headroom.counted(() => headroom.reconcile());
    expect([first.result.plan?.changes, first.writes]).toEqual([[], 0]);
    expect(first.result.plan?.findings).toMatchObject([
      {
        code: 'raise-kept',
        message: expect.stringMatching(/^Raised from 100 GB to 140 GB by (?!hand).+; stays until /),
      },
    ]);
    await by(25);
    headroom.pass(25 * 3_600_000);
    expect((await headroom.reconcile()).results.map(({ kind, status }) => [kind, status])).toEqual([
      ['update-endpoint', 'confirmed'],
    ]);
  });

  const dayMs = 24 * 60 * 60 * 1000;
  const otherClocks = changesByHand.flatMap(([name, change, said]) =>
    ([-dayMs, dayMs] as const).map((aheadMs) => [name, aheadMs / dayMs, change, said, aheadMs] as const),
  );
  it.each(otherClocks)(
    '%s: names who did it also where the clock here is %i days ahead of that of the platform',
    async (_, __, change, said, aheadMs) => {
      const headroom = await afterEnabling('', aheadMs);
      await change(headroom);
      const { results } = await headroom.reconcile();
      expect(whyOf(results[0])).toMatch(said);
    },
  );

  it.each([-dayMs, 0, dayMs])(
    'names no actor if the log lost the event but contains our own write, with clocks %i ms apart',
    async (aheadMs) => {
      const headroom = await afterEnabling('', aheadMs);
      const { platform } = headroom.ports;
      await headroom.store.put(keys.policy, enableAll(200));
      expect((await headroom.reconcile()).outcome).toBe('applied');
      await headroom.control('advance', { seconds: 60 });
      await platform.updateEndpoint(project, await endpointOf(headroom), additional(240));
      const listEvents = async (of: string) =>
        (await platform.listEvents(of)).filter(({ time }) => time < '2026-03-02T08:02:00');
      expect((await listEvents(project)).map(({ type }) => type)).toContain('service_integration_endpoint_update');
      const { results } = await headroom.reconcile({ ports: { platform: { ...platform, listEvents } } });
      expect(whyOf(results[0])).toContain('from 200 GB to 240 GB, not by Headroom.');
    },
  );

  it.each(changesByHand)(
    '%s: is only reported if the policy asks for it, and every run costs one more read',
    async (name, change, said) => {
      const headroom = await afterEnabling('drift: report');
      await change(headroom);
      for (let run = 0; run < 2; run += 1) {
        const { result, reads, writes } = await headroom.counted(() => headroom.reconcile());
        expect(result.plan?.findings).toMatchObject([
          { code: 'drift', project, service: 'orders', message: expect.stringMatching(said) },
        ]);
        // What is gone is asked for by name, once.
        const asked = run > 0 || !name.includes('gone') ? 0 : name.includes('with its endpoint') ? 2 : 1;
        expect([result.plan?.changes, reads, writes]).toEqual([[], 5 + asked, 0]);
      }
    },
  );

  it('is no longer reported after it is reverted', async () => {
    const headroom = await afterEnabling('drift: report');
    await headroom.ports.platform.updateEndpoint(project, await endpointOf(headroom), additional(400));
    expect((await headroom.reconcile()).plan?.findings).toHaveLength(1);
    await headroom.ports.platform.updateEndpoint(project, await endpointOf(headroom), additional(100));
    const { result, reads } = await headroom.counted(() => headroom.reconcile());
    expect([result.plan?.findings, reads]).toEqual([[], 4]);
  });

  it('a second autoscaler beside ours: nothing is changed, and the finding names who added it', async () => {
    const headroom = await afterEnabling();
    await untie(headroom);
    const theirs = await headroom.ports.platform.createEndpoint(project, 'by-hand', additional(10));
    await headroom.ports.platform.createIntegration(project, 'orders', theirs.id);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.plan?.findings).toMatchObject([
      {
        code: 'foreign-autoscaler',
        message: expect.stringMatching(/integrated with autoscaler endpoint by-hand by .+ at 2026-03-02T08:01:00/),
      },
    ]);
    expect(writes).toBe(0);
  });

  it('is repaired also when the event log cannot be read', async () => {
    const headroom = await afterEnabling();
    await headroom.ports.platform.updateEndpoint(project, await endpointOf(headroom), additional(40));
    await headroom.control('faults', [{ operation: 'ProjectGetEventLogs', times: 9, status: 403 }]);
    const { results } = await headroom.reconcile();
    expect(results).toMatchObject([
      {
        status: 'confirmed',
        reasons: [{ source: 'rule' }, { source: 'drift', text: expect.stringContaining('to 40 GB, not by Headroom.') }],
      },
    ]);
  });

  it('is never what a run has done itself: of one that ended on the way nothing is known', async () => {
    const headroom = await afterEnabling();
    await headroom.store.put(keys.policy, enableAll(200));
    const appliedIn = (text = '{}') => JSON.stringify(JSON.parse(text).applied ?? {});
    const put: Store['put'] = async (key, body, condition) => {
      const before = (await headroom.store.get(key))?.body;
      if (
        key === keys.projectRecord(project) &&
        appliedIn(body) !== appliedIn(before) &&
        appliedIn(body).includes(name)
      )
        throw new StoreUnavailable('the store is away');
      return headroom.store.put(key, body, condition);
    };
    const broken = await headroom.reconcile({ ports: { store: { ...headroom.store, put } } });
    expect(broken.outcome).toBe('partial');
    expect((await headroom.ports.platform.listEndpoints(project)).map(({ maximum }) => maximum.gb)).toEqual([200, 200]);
    headroom.pass(24 * 60 * 60 * 1000);
    await headroom.store.put(keys.policy, enableAll(300));
    const { results } = await headroom.reconcile();
    expect(results).toHaveLength(2);
    expect(results.map(whyOf).join(' ')).not.toContain('not by Headroom');
  });
});

describe('an unused endpoint', () => {
  const leftovers = async (policy: string, change: (headroom: LocalHeadroom) => Promise<unknown>) => {
    const headroom = await afterEnabling();
    await headroom.store.put(keys.policy, policy);
    await change(headroom);
    const { results } = await headroom.reconcile();
    expect((await headroom.counted(() => headroom.reconcile())).writes).toBe(0);
    return results.map(changeResultJson).map(({ kind, endpointName, status }) => [kind, endpointName, status]);
  };
  const otherProjectOnly = enableAll(100).replace("project: '*'", "project: 'other'");
  const deleted = [['delete-endpoint', name, 'confirmed']];

  it('is deleted where no rule speaks of the service or its project any more', async () => {
    expect(await leftovers(otherProjectOnly, untie)).toEqual(deleted);
  });

  it('is deleted where the service is gone, whatever the rules', async () => {
    const remove = async ({ platform }: LocalHeadroom) => {
      const service = `${platform.url}/v1/project/${project}/service/orders`;
      const headers = { authorization: `Bearer ${operatorToken}` };
      expect((await fetch(service, { method: 'DELETE', headers })).status).toBe(200);
    };
    expect(await leftovers(otherProjectOnly, remove)).toEqual(deleted);
    expect(await leftovers(enableAll(100), remove)).toEqual(deleted);
  });

  it('is kept while the service still uses it, whatever the rules', async () => {
    expect(await leftovers(otherProjectOnly, async () => undefined)).toEqual([]);
  });
});
