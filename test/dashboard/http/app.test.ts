import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longestRunMs } from '../../../lib/core/plan/run-summary.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { reconcile } from '../../../lib/workflow/reconcile.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { careful, everyPage, pagesOf, seen } from './pages-of.ts';

const policies = join(import.meta.dirname, '..', '..', '..', 'docs', 'policies');
const orgWide = readFileSync(join(policies, 'org-wide.yaml'), 'utf8');

describe('the pages about the sample organization', () => {
  it('say what the report says: what needs a person, coverage, money, the latest run', async () => {
    const headroom = await startHeadroom(sampleOrganization(), orgWide);
    const { plan, coverage } = await headroom.reconcile();
    const { page } = pagesOf(headroom.store);
    const overview = seen(await page('/'));
    const { protectedByUs, protectedByOthers } = coverage?.protection ?? { protectedByUs: -1, protectedByOthers: -1 };
    expect(overview).toContain(`${protectedByUs} with our autoscaler`);
    expect(overview).toContain(`${protectedByOthers} with another autoscaler`);
    expect(overview).toContain(`${plan?.decisions.length} services`);
    expect(seen(await page('/services'))).toContain(`${plan?.decisions.length} of ${plan?.decisions.length} services`);
    expect(seen(await page('/findings'))).toContain('not-eligible');
    expect(seen(await page('/audit'))).toContain(`${plan?.changes.length} writes`);
    expect(seen(await page('/audit?verify=1'))).toContain('Verified: ');
    expect(seen(await page('/policy'))).toContain('production');
  });

  it('find services by name, project, state and rule, and order them', async () => {
    const headroom = await startHeadroom(sampleOrganization(), orgWide);
    await headroom.reconcile();
    const { page } = pagesOf(headroom.store);
    expect(seen(await page('/services?search=KAFKA'))).toMatch(/^.*\b4 of 30 services/);
    expect(seen(await page('/services?project=sandbox&search=kafka'))).toContain('1 of 30 services');
    expect(seen(await page('/services?state=protectedByOthers'))).toContain('1 of 30 services');
    // The tag of the service, or else that of its project.
    expect(seen(await page('/services?tag=team=orders'))).toContain('3 of 30 services');
    expect(seen(await page('/services?tag=team&project=shop-prod'))).toMatch(/ 1\d of 30 services/);
    expect(seen(await page('/services?tag=team=nob*y'))).toContain('0 of 30 services');
    expect(seen(await page('/services?rule=none-such'))).toContain('0 of 30 services');
    // The owner that notices name: of the tag of the policy, or else the rule.
    expect(seen(await page('/services?owner=anna'))).toMatch(/1 of 30 services .* demo-pg sandbox .* anna/);
    expect(seen(await page('/services?owner=a*&search=demo&state=impossible'))).toContain('1 of 30 services');
    expect(seen(await page('/services?owner=a*&search=demo&state=exempt'))).toContain('0 of 30 services');
    expect(seen(await page('/services?owner=production&project=shop-prod'))).not.toContain(' 0 of 30 services');
    expect(seen(await page('/services?page=99&sort=limit'))).toContain('30 of 30 services');
  });

  it('show one service with its decision, its reasons and its writes, and 404 for one that is not there', async () => {
    const headroom = await startHeadroom(sampleOrganization(), orgWide);
    await headroom.reconcile();
    const { ask, page } = pagesOf(headroom.store);
    const service = seen(await page('/services/shop-prod/orders-pg'));
    expect(service).toContain('state with our autoscaler');
    // Without a tag that names one, the page names no owner: the rule is there already.
    expect(service).not.toContain('Owner production');
    expect(service).toContain('rule Rule "production" enables the autoscaler with a maximum of 500 GB.');
    expect(service).toMatch(/create-integration.*confirmed/);
    expect((await ask('/services/shop-prod/none')).status).toBe(404);
    expect((await ask('/runs/none')).status).toBe(404);
    expect(service).toMatch(/Everything that the latest run considered.*Rules:.*production/);
    // The writes in reverse: what an undo would bring back.
    expect(seen(await page('/runs/run-1'))).toMatch(/Undo \d+ writes that an undo reverts.*integrated → none/);
  });
});

describe('after a run that describes no services', () => {
  const small = `${enableAll(40)}budgets: [{ name: all, match: { project: '*' }, monthly: "100.00" }]\n`;

  it('the pages go on with the services and budgets of the run before, and say so', async () => {
    const headroom = await startHeadroom(even(1, 2), small);
    const { runId } = await headroom.reconcile();
    const { page } = pagesOf(headroom.store);
    await headroom.store.put(keys.policy, 'version: nonsense');
    await headroom.reconcile().catch(() => undefined);
    const overview = seen(await page('/'));
    expect(overview).toMatch(/^Overview Services, budgets and findings are of run run-1 , which ended/);
    expect(overview).toMatch(/Needs a person now run failed since .* Run run-2 failed: PolicyInvalid/);
    expect(overview).toContain('latest run failed');
    expect(overview).toContain('2 with our autoscaler');
    expect(overview).not.toContain('has no budgets');
    expect(overview).toContain('the forecast is known for 0 of 2 disks only');
    expect(seen(await page('/services'))).toContain('2 of 2 services');
    expect(seen(await page('/budgets'))).toContain(`are of run ${runId}`);
    expect(seen(await page('/runs'))).not.toContain('are of run');
    await headroom.store.put(keys.policy, small);
    await headroom.reconcile();
    expect(seen(await page('/'))).not.toContain('are of run');
  });
});

it('a run without an end counts as interrupted after the time limit of the workflow', async () => {
  expect(longestRunMs).toBe((reconcile.TimeoutSeconds ?? 0) * 1000);
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.reconcile();
  const [key = ''] = await headroom.store.list(keys.runSummaries);
  const summary = JSON.parse((await headroom.store.get(key))?.body ?? '');
  await headroom.store.put(key, JSON.stringify({ ...summary, endedAt: null, outcome: null }));
  const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
  expect(seen(await page('/runs'))).toContain('running or interrupted');
  headroom.pass(longestRunMs + 1000);
  expect(seen(await page('/runs'))).toMatch(/\d\d:\d\d interrupted/);
  expect(seen(await page('/'))).not.toContain('In progress');
  expect(seen(await page('/runs/run-1'))).toContain('It ended without a report; the next run records its writes.');
});

it('a report that arrives after its run is listed as ended is shown', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.reconcile();
  const report = (await headroom.store.get(keys.reported))?.body ?? '';
  await headroom.store.delete(keys.reported);
  const { page } = pagesOf(headroom.store);
  expect(seen(await page('/'))).toContain('No run has ended yet.');
  await headroom.store.put(keys.reported, report);
  expect(seen(await page('/'))).toContain('run-1 ended');
});

describe('every page', () => {
  it('is there before the first run', async () => {
    const { ask } = pagesOf(createMemoryStore());
    for (const path of everyPage) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  });

  it('has a policy under which the browser runs nothing and loads nothing from elsewhere', async () => {
    const { ask } = pagesOf(createMemoryStore());
    const answer = await ask('/');
    const text = await answer.text();
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self';/,
    );
    expect(text).not.toMatch(/<script>|<style|style=|onclick|https?:/);
  });

  it('shows names with markup as text, and never more than a part of a long one', async () => {
    const bad = '<img src=x onerror=alert(1)>';
    const headroom = await startHeadroom(even(1, 1), careful);
    const report = await headroom.reconcile();
    const decision = report.plan?.decisions[0];
    if (report.plan === null || decision === undefined) throw new Error('no plan');
    const named = { ...decision, service: `${bad}\u202e`, rule: 'x'.repeat(1_000_000) };
    const stored = JSON.parse((await headroom.store.get(keys.plan(report.runId)))?.body ?? '');
    stored.decisions = [{ ...stored.decisions[0], service: named.service, rule: named.rule }];
    await headroom.store.put(keys.plan(report.runId), JSON.stringify(stored));
    const { page } = pagesOf(headroom.store);
    const text = await page('/services');
    expect(text).not.toContain(bad);
    expect(text).toContain('&lt;img');
    expect(text).toContain('\\u202e');
    expect(text.length).toBeLessThan(50_000);
  });

  it('answers for this machine alone', async () => {
    const { ask } = pagesOf(createMemoryStore());
    expect((await ask('/', { headers: { host: 'dashboard.example:8090' } })).status).toBe(421);
    expect((await ask('/', { headers: { host: 'localhost:8090' } })).status).toBe(200);
  });
});

describe('the state that open pages ask for', () => {
  it('changes when a run has ended', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(40));
    let nowMs = 0;
    const { ask } = pagesOf(headroom.store, { clock: { now: () => nowMs } });
    const state = async () => (await (await ask('/state')).json()) as { stamp: string; progress: object[] };
    expect(await state()).toEqual({ stamp: 'none', progress: [] });
    const { runId } = await headroom.reconcile();
    nowMs += 1000;
    expect((await state()).stamp).toContain(`${runId}.applied`);
  });

  it('is read once for all pages that ask within half a second', async () => {
    const store = createMemoryStore();
    let lists = 0;
    const list = (prefix: string) => {
      lists += 1;
      return store.list(prefix);
    };
    let nowMs = 0;
    const { ask } = pagesOf({ ...store, list }, { clock: { now: () => nowMs } });
    await ask('/state');
    const once = lists;
    await Promise.all(Array.from({ length: 50 }, () => ask('/state')));
    expect(lists).toBe(once);
    nowMs += 500;
    await ask('/state');
    expect(lists).toBe(2 * once);
  });
});
