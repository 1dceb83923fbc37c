import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { everyPage, pagesOf, seen } from './pages-of.ts';

const policies = join(import.meta.dirname, '..', '..', '..', 'docs', 'policies');
const orgWide = readFileSync(join(policies, 'org-wide.yaml'), 'utf8');

it('a policy that is not valid stands on its page, with what is wrong', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.reconcile();
  await headroom.store.put(keys.policy, 'version: "nonsense');
  const { ask, page } = pagesOf(headroom.store);
  expect((await ask('/policy')).status).toBe(200);
  const shown = seen(await page('/policy'));
  expect(shown).toMatch(/The policy is not valid, so no run starts: policy\.yaml:1:\d+ .*headroom policy put/);
  expect(shown).toContain('version: "nonsense');
  expect(shown).not.toContain('no longer in the policy');
});

it('an audit that was changed stands on its page as far as it can be read, and takes no other page with it', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.reconcile();
  const key = keys.auditFile(1);
  const text = (await headroom.store.get(key))?.body ?? '';
  await headroom.store.put(key, text.replace('service-0', 'service-9'));
  const { ask, page } = pagesOf(headroom.store);
  expect(seen(await page('/audit'))).toContain(`The audit cannot be read further: ${key}`);
  expect(seen(await page('/services/project-0/service-0'))).toContain('Without older writes: headroom audit has all.');
  expect(seen(await page('/audit?verify=1'))).toContain('Not verified: ');
  for (const path of ['/', '/runs', '/runs/run-1', '/services/project-0/service-0'])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
});

it('the pages keep no copy of a damaged object, which a run does', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.reconcile();
  await headroom.store.put(keys.projectRecord('project-0'), '{"half of');
  const before = await headroom.store.list('');
  const { ask, page } = pagesOf(headroom.store);
  expect(seen(await page('/services'))).toContain('Some owners and tags cannot be read: ');
  expect(seen(await page('/services?owner=*'))).toContain('0 of 1 services');
  expect(await page('/services/project-0/service-0')).not.toContain('<dt>Owner');
  for (const path of [...everyPage, '/services?tag=env', '/services/project-0/service-0'])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect(await headroom.store.list('')).toEqual(before);
});

it('one unreadable project leaves the owners and tags of all others, in filters too', async () => {
  const headroom = await startHeadroom(sampleOrganization(), orgWide);
  await headroom.reconcile();
  await headroom.store.put(keys.projectRecord('shop-prod'), '{"half of');
  const { page } = pagesOf(headroom.store);
  const found = seen(await page('/services?owner=anna'));
  expect(found).toMatch(/1 of 30 services .* demo-pg sandbox .* anna/);
  expect(found).toContain('Some owners and tags cannot be read: projects/shop-prod.json#reading');
});
