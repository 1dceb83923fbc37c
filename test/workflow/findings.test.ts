import { describe, expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const day = 24 * 60 * 60 * 1000;
const reported = ({ events }: LocalHeadroom) =>
  events.flatMap(({ type, detail }) => {
    if (type === 'Notice') return [`Notice ${detail.owner}: ${detail.subject}`];
    return ['DiskFillsUp', 'MaximumReached', 'Recovered'].includes(type) ? [type] : [];
  });
/** Messages since the last call. */
const news = (headroom: LocalHeadroom) => {
  const all = reported(headroom);
  headroom.events.length = 0;
  return all;
};
const sample = organizationOf([
  { name: 'shop', services: [pg('orders', { usedGb: 70, growthGbPerDay: 60, tags: { owner: 'team-shop' } })] },
  { name: 'web', tags: { owner: 'team-web' }, services: [pg('pages')] },
]);
const full = 'Notice team-shop: Headroom (org4f2a1c9d0e7): shop/orders: disk full';

/** Two services with maximums; the disk of one grows until it stands at its own. */
const grown = async () => {
  const headroom = await startHeadroom(sample, enableAll(40));
  await headroom.reconcile();
  await headroom.platform.advance(day / 1000);
  news(headroom);
  return headroom;
};

describe('a maximum that is reached', () => {
  it('is reported once with an event and a notice to its owner, and its end once, in the digest', async () => {
    const headroom = await grown();
    await headroom.reconcile();
    expect(news(headroom)).toEqual(['MaximumReached', 'DiskFillsUp', full]);
    await headroom.reconcile();
    await headroom.reconcile({
      input: [{ 'detail-type': 'TagsChanged', detail: { project: 'web', service: 'pages' } }],
    });
    expect(news(headroom)).toEqual([]);

    await headroom.store.put(keys.policy, enableAll(100));
    await headroom.reconcile();
    await headroom.reconcile();
    expect(news(headroom)).toEqual(['Recovered', 'Recovered']);
    headroom.pass(day);
    await headroom.reconcile();
    await headroom.reconcile();
    expect(news(headroom)).toEqual([
      'Notice team-shop: Headroom (org4f2a1c9d0e7) 2026-03-03: 0 new, 1 resolved, 0 open for team-shop',
    ]);
  });

  const moving = 'match: { service: orders }, until: 2999-12-31, reason: moves away';
  const accept = `accept: [{ code: disk-full, ${moving} }]\n`;

  it('is not reported while the policy accepts it', async () => {
    const headroom = await grown();
    await headroom.store.put(keys.policy, enableAll(40, accept));
    const { plan } = await headroom.reconcile();
    expect([plan?.findings, plan?.accepted]).toMatchObject([[], [{ code: 'disk-full', reason: 'moves away' }]]);
    expect(news(headroom)).toEqual(['MaximumReached']);
  });

  it('is not over because the policy accepts it later, but when the maximum is raised', async () => {
    const headroom = await grown();
    await headroom.reconcile();
    news(headroom);
    await headroom.store.put(keys.policy, enableAll(40, accept));
    await headroom.reconcile();
    expect(news(headroom)).toEqual([]);
    await headroom.store.put(keys.policy, enableAll(100, accept));
    await headroom.reconcile();
    await headroom.reconcile();
    expect(news(headroom)).toEqual(['Recovered', 'Recovered']);
  });

  it('is reported again when its acceptance ends', async () => {
    const headroom = await grown();
    await headroom.reconcile();
    news(headroom);
    await headroom.store.put(keys.policy, enableAll(40, accept.replaceAll('2999-12-31', '2026-03-02')));
    await headroom.reconcile();
    expect(news(headroom)).toEqual([]);
    headroom.pass(day);
    await headroom.reconcile();
    expect(news(headroom)).toEqual(['DiskFillsUp', full]);
    await headroom.reconcile();
    expect(news(headroom)).toEqual([]);
  });

  it('carries the maximum, and the time since when when it is over', async () => {
    const headroom = await grown();
    const { runId, endedAt } = await headroom.reconcile();
    expect(headroom.events.find(({ type }) => type === 'MaximumReached')?.detail).toEqual({
      project: 'shop',
      service: 'orders',
      runId,
      maxAdditionalGb: 40,
    });
    await headroom.store.put(keys.policy, enableAll(100));
    const mended = await headroom.reconcile();
    const recovered = headroom.events.filter(({ type }) => type === 'Recovered').map(({ detail }) => detail);
    expect(recovered).toContainEqual({
      from: 'MaximumReached',
      project: 'shop',
      service: 'orders',
      runId: mended.runId,
      since: endedAt,
    });
  });

  it('neither ends nor begins anew while its project cannot be read', async () => {
    const headroom = await grown();
    await headroom.reconcile();
    news(headroom);
    await headroom.control('faults', [{ operation: 'ServiceList', times: 20, status: 403 }]);
    await headroom.reconcile();
    await headroom.control('faults', []);
    await headroom.reconcile();
    expect(news(headroom).filter((text) => /Maximum|Recovered|reached/.test(text))).toEqual([]);
  });

  it('is not reported by a read-only run', async () => {
    const headroom = await grown();
    const before = await readObject(headroom.store, keys.findingLog);
    await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a look' }, readOnly: true } });
    expect(news(headroom)).toEqual([]);
    expect(await readObject(headroom.store, keys.findingLog)).toEqual(before);
  });
});

describe('runs that fail or wait', () => {
  it('are reported immediately and once, and their end with the digest', async () => {
    const headroom = await startHeadroom(sample, 'version: 2');
    for (const _ of [1, 2]) {
      expect((await headroom.reconcile()).outcome).toBe('failed');
    }
    expect(news(headroom)).toEqual(['Notice unowned: Headroom (org4f2a1c9d0e7): run failed']);
    await headroom.store.put(keys.policy, enableAll(40).replace('maxChanges: 100000', 'maxChanges: 0'));
    for (const _ of [1, 2]) {
      const { outcome } = await headroom.reconcile();
      expect(outcome).toBe('needs-approval');
      headroom.pass(1);
      const subject = 'Notice unowned: Headroom (org4f2a1c9d0e7): plan needs approval: 2 services, +80 GB';
      expect(news(headroom)).toEqual(_ === 1 ? [subject] : []);
    }
    headroom.pass(day);
    await headroom.reconcile();
    expect(news(headroom)).toEqual([
      'Notice unowned: Headroom (org4f2a1c9d0e7) 2026-03-03: 0 new, 1 resolved, 1 open for unowned',
    ]);
  });
});

describe('the coverage in the report', () => {
  it('names projects that were never read, until they are', async () => {
    const headroom = await startHeadroom(sample, enableAll(40));
    await headroom.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
    const first = await headroom.reconcile();
    const forbidden = first.unread.map(({ project }) => project);
    expect(forbidden.length).toBe(1);
    expect(first.coverage).toMatchObject({
      listed: 2,
      neverRead: forbidden,
      missingPermissions: [{ project: forbidden[0], to: 'read' }],
    });
    expect((await headroom.reconcile()).coverage).toMatchObject({ neverRead: [], missingPermissions: [] });
    await headroom.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
    expect((await headroom.reconcile()).coverage?.neverRead).toEqual([]);
    expect(await readObject(headroom.store, keys.projectsRead)).toEqual(['shop', 'web']);
  });
});
