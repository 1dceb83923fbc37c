import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { everyPage, pagesOf, seen } from '../http/pages-of.ts';

describe('a run for some projects', () => {
  const first = { trigger: { kind: 'event', by: 'ServiceCreated' }, projects: ['project-0'] };

  it('leaves the pages with all services of the run before', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(40));
    await headroom.reconcile();
    await headroom.store.put(keys.policy, enableAll(60));
    const { runId } = await headroom.reconcile({ input: first });
    const { page } = pagesOf(headroom.store);
    const overview = seen(await page('/'));
    expect(overview).toMatch(
      /are of run run-1 , which ended.* The latest run \(applied\) was for some projects only\./,
    );
    expect(overview).toContain('4 with our autoscaler');
    expect(seen(await page('/services'))).toContain('4 of 4 services');
    expect(seen(await page(`/runs/${runId}`))).toContain('2 × raise');
  });

  it('shows a service that only this run found, and its projects as it left them', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(40));
    await headroom.reconcile();
    const [like] = await headroom.ports.platform.listServices('project-0');
    await headroom.control('service', {
      project: 'project-0',
      service: 'new',
      type: like?.type,
      plan: like?.plan,
      cloud: like?.cloud,
    });
    await headroom.store.put(keys.policy, enableAll(60));
    await headroom.reconcile({ input: first });
    const { ask, page } = pagesOf(headroom.store);
    expect((await ask('/services/project-0/new')).status).toBe(200);
    const shown = seen(await page('/services/project-0/service-0'));
    expect(shown).toContain('maximum, additional storage 60 GB');
    expect(shown).not.toContain('are of run');
    expect(seen(await page('/services/project-1/service-0'))).toContain('maximum, additional storage 40 GB');
  });

  it('is shown where no run was for all, and where it was for every project', async () => {
    const some = await startHeadroom(even(2, 2), enableAll(40));
    await some.reconcile({ input: first });
    expect(seen(await pagesOf(some.store).page('/'))).toContain('2 with our autoscaler');
    const all = await startHeadroom(even(1, 2), enableAll(40));
    await all.reconcile({ input: first });
    expect(seen(await pagesOf(all.store).page('/'))).not.toContain('for some projects only');
  });

  it('has its plan that waits for approval on the overview, with its page', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(40));
    await headroom.reconcile();
    await headroom.store.put(keys.policy, enableAll(60).replace('maxAddedGb: 100000000', 'maxAddedGb: 1'));
    const { plan } = await headroom.reconcile({ input: first });
    const { page } = pagesOf(headroom.store);
    expect(seen(await page('/'))).toContain(`headroom approve ${plan?.proposal?.digest.slice(0, 12)}`);
    expect(seen(await page(`/approve/${plan?.proposal?.digest}`))).toContain('waits for approval');
  });
});

describe('a damaged report', () => {
  const damage = '{"half of';
  const paths = (runId: string) => [...everyPage, '/services/project-0/service-0', `/runs/${runId}`, '/approve/none'];

  it('of the latest run: its copy of the run has the same, and every page says what is damaged and what mends it', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40));
    const { runId } = await headroom.reconcile();
    const before = seen(await pagesOf(headroom.store).page('/services'));
    await headroom.store.put(keys.reported, damage);
    const { ask, page } = pagesOf(headroom.store);
    for (const path of paths(runId))
      expect([path, (await ask(path)).status]).toEqual([path, path === '/approve/none' ? 404 : 200]);
    for (const path of paths(runId))
      expect(seen(await page(path))).toContain(
        'reported.json#latestReport in the store cannot be read (it is not JSON). The next run writes it again.',
      );
    expect(seen(await page('/'))).toMatch(
      /Services, budgets and findings are of run run-1 , which ended.*2 with our autoscaler/,
    );
    expect(seen(await page('/services'))).toContain(before.replace('Services ', ''));
    await headroom.reconcile();
    expect(seen(await page('/'))).not.toContain('cannot be read');
  });

  it('without a copy leaves the runs, the audit and the policy', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40));
    const { runId } = await headroom.reconcile();
    for (const key of [keys.reported, keys.report(runId)]) await headroom.store.put(key, damage);
    const { ask, page } = pagesOf(headroom.store);
    for (const path of everyPage) expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect(seen(await page('/'))).not.toContain('No run has ended yet');
    expect(seen(await page('/audit'))).toContain('4 writes');
    expect(seen(await page('/runs'))).toContain('4 of 4');
  });

  it('of an earlier run leaves its writes, and is passed over where an earlier run describes the services', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40));
    await headroom.reconcile();
    await headroom.store.put(keys.policy, enableAll(60));
    const { runId } = await headroom.reconcile();
    await headroom.store.put(keys.policy, 'version: nonsense');
    await headroom.reconcile().catch(() => undefined);
    await headroom.store.put(keys.report(runId), damage);
    const { ask, page } = pagesOf(headroom.store);
    expect(seen(await page('/'))).toContain('are of run run-1');
    expect((await ask(`/runs/${runId}`)).status).toBe(200);
    const run = seen(await page(`/runs/${runId}`));
    expect(run).toContain(`${keys.report(runId)} in the store cannot be read`);
    expect(run).toContain('2 writes that an undo reverts');
  });
});
