import { describe, expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';
import { startWorld, type World } from './local-headroom.ts';

const day = 24 * 60 * 60 * 1000;
const reported = ({ events }: World) =>
  events.flatMap(({ type, detail }) => {
    if (type === 'Notice') return [`Notice ${detail.owner}: ${detail.subject}`];
    return ['DiskFillsUp', 'MaximumReached', 'Recovered'].includes(type) ? [type] : [];
  });
/** Messages since the last call. */
const news = (world: World) => {
  const all = reported(world);
  world.events.length = 0;
  return all;
};
const sample = organizationOf([
  { name: 'shop', services: [pg('orders', { usedGb: 70, growthGbPerDay: 60, tags: { owner: 'team-shop' } })] },
  { name: 'web', tags: { owner: 'team-web' }, services: [pg('pages')] },
]);
const both = 'Notice team-shop: Headroom: 2 urgent findings for team-shop';

/** Two services with maximums; the disk of one grows until it stands at its own. */
const grown = async () => {
  const world = await startWorld(sample, enableAll(40));
  await world.reconcile();
  await world.platform.advance(day / 1000);
  news(world);
  return world;
};

describe('a maximum that is reached', () => {
  it('is reported once with an event and a notice to its owner, and its end once, in the digest', async () => {
    const world = await grown();
    await world.reconcile();
    expect(news(world)).toEqual(['DiskFillsUp', 'MaximumReached', both]);
    await world.reconcile();
    await world.reconcile({ input: [{ 'detail-type': 'TagsChanged', detail: { project: 'web', service: 'pages' } }] });
    expect(news(world)).toEqual([]);

    await world.store.put(keys.policy, enableAll(100));
    await world.reconcile();
    await world.reconcile();
    expect(news(world)).toEqual(['Recovered', 'Recovered']);
    world.pass(day);
    await world.reconcile();
    await world.reconcile();
    expect(news(world)).toEqual(['Notice team-shop: Headroom 2026-03-03: 0 new, 2 resolved for team-shop']);
  });

  const moving = 'match: { service: orders }, until: 2999-12-31, reason: moves away';
  const accept = `accept: [{ code: maximum-reached, ${moving} }, { code: disk-full, ${moving} }]\n`;

  it('is not reported while the policy accepts it', async () => {
    const world = await grown();
    await world.store.put(keys.policy, enableAll(40, accept));
    const { plan } = await world.reconcile();
    expect([plan?.findings, plan?.accepted]).toMatchObject([
      [],
      [{ code: 'disk-full' }, { code: 'maximum-reached', reason: 'moves away' }],
    ]);
    expect(news(world)).toEqual([]);
  });

  it('is not over because the policy accepts it later, but when the maximum is raised', async () => {
    const world = await grown();
    await world.reconcile();
    news(world);
    await world.store.put(keys.policy, enableAll(40, accept));
    await world.reconcile();
    expect(news(world)).toEqual([]);
    await world.store.put(keys.policy, enableAll(100, accept));
    await world.reconcile();
    await world.reconcile();
    expect(news(world)).toEqual(['Recovered', 'Recovered']);
  });

  it('carries the maximum, and the time since when when it is over', async () => {
    const world = await grown();
    const { runId, endedAt } = await world.reconcile();
    expect(world.events.find(({ type }) => type === 'MaximumReached')?.detail).toEqual({
      project: 'shop',
      service: 'orders',
      runId,
      maxAdditionalGb: 40,
    });
    await world.store.put(keys.policy, enableAll(100));
    const mended = await world.reconcile();
    const recovered = world.events.filter(({ type }) => type === 'Recovered').map(({ detail }) => detail);
    expect(recovered).toContainEqual({
      from: 'MaximumReached',
      project: 'shop',
      service: 'orders',
      runId: mended.runId,
      since: endedAt,
    });
  });

  it('neither ends nor begins anew while its project cannot be read', async () => {
    const world = await grown();
    await world.reconcile();
    news(world);
    await world.control('faults', [{ operation: 'ServiceList', times: 20, status: 403 }]);
    await world.reconcile();
    await world.control('faults', []);
    await world.reconcile();
    expect(news(world).filter((text) => /Maximum|Recovered|reached/.test(text))).toEqual([]);
  });

  it('is not reported by a read-only run', async () => {
    const world = await grown();
    const before = await readObject(world.store, keys.findingLog);
    await world.reconcile({ input: { trigger: { kind: 'manual', by: 'a look' }, readOnly: true } });
    expect(news(world)).toEqual([]);
    expect(await readObject(world.store, keys.findingLog)).toEqual(before);
  });
});

describe('runs that fail or wait', () => {
  it('are reported immediately and once, and their end with the digest', async () => {
    const world = await startWorld(sample, 'version: 2');
    for (const _ of [1, 2]) {
      expect((await world.reconcile()).outcome).toBe('failed');
    }
    expect(news(world)).toEqual(['Notice unowned: Headroom: run failed']);
    await world.store.put(keys.policy, enableAll(40).replace('maxChanges: 100000', 'maxChanges: 0'));
    for (const _ of [1, 2]) {
      const { outcome } = await world.reconcile();
      expect(outcome).toBe('needs-approval');
      world.pass(1);
      const subject = 'Notice unowned: Headroom: plan needs approval: 2 services, +80 GB';
      expect(news(world)).toEqual(_ === 1 ? [subject] : []);
    }
    world.pass(day);
    await world.reconcile();
    expect(news(world)).toEqual(['Notice unowned: Headroom 2026-03-03: 0 new, 1 resolved for unowned']);
  });
});

describe('the coverage in the report', () => {
  it('names projects that were never read, until they are', async () => {
    const world = await startWorld(sample, enableAll(40));
    await world.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
    const first = await world.reconcile();
    const forbidden = first.unread.map(({ project }) => project);
    expect(forbidden.length).toBe(1);
    expect(first.coverage).toMatchObject({
      listed: 2,
      neverRead: forbidden,
      missingPermissions: [{ project: forbidden[0], to: 'read' }],
    });
    expect((await world.reconcile()).coverage).toMatchObject({ neverRead: [], missingPermissions: [] });
    await world.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
    expect((await world.reconcile()).coverage?.neverRead).toEqual([]);
    expect(await readObject(world.store, keys.projectsRead)).toEqual(['shop', 'web']);
  });
});
