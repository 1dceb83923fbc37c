import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { scraped } from '../../prometheus.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, organizationOf, pg } from '../../workflow/scenarios.ts';
import { everyPage, pagesOf } from './pages-of.ts';

it('the figures of the store are at /metrics for a scraper that is let in, and for no one else', async () => {
  const headroom = await startHeadroom(sampleOrganization(), enableAll(40));
  const { coverage } = await headroom.reconcile();
  const { ask, askStranger } = pagesOf(headroom.store);
  const answer = await ask('/metrics');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(scraped(await answer.text())).toMatchObject({ headroom_projects_listed: coverage?.listed });
  expect(await (await askStranger('/metrics')).text()).not.toContain('headroom_projects_listed');
});

it('Prometheus reads the figures with a key of its own, and nothing else', async () => {
  const metricsKey = 'metrics-key-0123456789abcdefghijkl';
  const { askStranger } = pagesOf(createMemoryStore(), { metricsKey });
  const as = (authorization: string, more: Record<string, string> = {}) => ({ headers: { authorization, ...more } });
  const answer = await askStranger('/metrics', as(`Bearer ${metricsKey}`));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  for (const wrong of ['', 'Bearer', 'Bearer ', metricsKey, `Bearer ${metricsKey}x`, `Basic ${metricsKey}`])
    expect([wrong, (await askStranger('/metrics', as(wrong))).status]).toEqual([wrong, 403]);
  for (const path of [...everyPage, '/state', '/metrics/', '/assets/live.js'])
    expect([path, (await askStranger(path, as(`Bearer ${metricsKey}`))).status]).toEqual([path, 403]);
  const elsewhere = as(`Bearer ${metricsKey}`, { host: 'elsewhere.example' });
  expect((await askStranger('/metrics', elsewhere)).status).toBe(421);
  const without = await pagesOf(createMemoryStore()).askStranger('/metrics', as('Bearer undefined'));
  expect(without.status).toBe(403);
});

const full = organizationOf([
  { name: 'shop', services: [pg('orders', { usedGb: 70, growthGbPerDay: 60 }), pg('carts')] },
]);

it('a full disk counts as unreported with its minutes until the report of a pass, and its room is not unknown', async () => {
  const headroom = await startHeadroom(
    full,
    enableAll(40, 'notify:\n  - { channel: team, match: { urgent: true } }\n'),
  );
  await headroom.reconcile();
  await headroom.platform.advance(24 * 60 * 60);
  // It reads, and notifies no one.
  await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a test' }, readOnly: true } });
  const { clock } = headroom.ports;
  const { ask } = pagesOf(headroom.store, { clock });
  const before = scraped(await (await ask('/metrics')).text());
  expect(before).toMatchObject({
    'headroom_disks nearly-full': 1,
    headroom_unreported_full_disks: 1,
    headroom_unreported_full_disk_minutes: expect.any(Number),
  });
  const rooms = ['nearly-full', 'fills-up', 'unknown', 'lasts'].map((room) => before[`headroom_disks ${room}`] ?? -1);
  expect(rooms.reduce((sum, disks) => sum + disks)).toBe(2);
  const minutes = before.headroom_unreported_full_disk_minutes ?? 0;
  expect(minutes).toBeGreaterThan(60);
  headroom.pass(10 * 60 * 1000);
  const later = scraped(await (await ask('/metrics')).text());
  expect(later.headroom_unreported_full_disk_minutes).toBeCloseTo(minutes + 10, 0);

  await headroom.reconcile();
  const after = scraped(await (await ask('/metrics')).text());
  expect(after).toMatchObject({
    'headroom_disks nearly-full': 1,
    headroom_unreported_full_disks: 0,
    headroom_unreported_full_disk_minutes: 0,
  });
});

it('a full disk counts as unreported after a pass whose policy has no channel to notify', async () => {
  const headroom = await startHeadroom(full, enableAll(40));
  await headroom.reconcile();
  await headroom.platform.advance(24 * 60 * 60);
  await headroom.reconcile();
  const { ask } = pagesOf(headroom.store, { clock: headroom.ports.clock });
  expect(scraped(await (await ask('/metrics')).text())).toMatchObject({ headroom_unreported_full_disks: 1 });
});

it('disks that cannot be read make all figures unavailable, because a part would look like the whole', async () => {
  const headroom = await startHeadroom(full, enableAll(40));
  await headroom.reconcile();
  const readFleet = async () => Promise.reject(new Error('the bucket does not answer'));
  const { status } = await pagesOf(headroom.store, { readFleet }).ask('/metrics');
  expect(status).toBe(503);
});
