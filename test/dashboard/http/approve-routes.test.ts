import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../lib/core/model/durations.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { approve } from '../../../lib/run/approval/approvals.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even, organizationOf, pg } from '../../workflow/scenarios.ts';
import { careful, entry, pagesOf, seen } from './pages-of.ts';

describe('a plan that waits for approval', () => {
  const waiting = async () => {
    const headroom = await startHeadroom(even(1, 2), careful);
    const { plan } = await headroom.reconcile();
    return { headroom, digest: plan?.proposal?.digest ?? '' };
  };
  const post = (body: Record<string, string>, origin = 'http://127.0.0.1:8090') => ({
    method: 'POST',
    body: new URLSearchParams(body),
    headers: { origin },
  });

  it('is the first thing that waits for a person on the overview, and its page says how to approve it', async () => {
    const { headroom, digest } = await waiting();
    const { ask, page } = pagesOf(headroom.store);
    expect(seen(await page('/'))).toMatch(
      /Needs a person now plan needs approval: .* since .* headroom approve [0-9a-f]{12}/,
    );
    expect(seen(await page(`/approve/${digest}`))).toContain(`headroom approve ${digest.slice(0, 12)}`);
    expect((await ask(`/approve/${digest}`, post({}))).status).toBe(404);
  });

  it('has a page that says who proposed it, how long ago, and until when it can be approved', async () => {
    const { headroom, digest } = await waiting();
    headroom.pass(3 * hourMs);
    const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
    expect(seen(await page(`/approve/${digest}`))).toMatch(
      /waits for approval\. It was proposed 3 hours ago by \S.*?\. It can be approved until \d{4}-\d\d-\d\d \d\d:\d\d ?\./,
    );
  });

  it('has a page that says which disks have no room while it waits', async () => {
    const services = [pg('orders', { usedGb: 79 }), pg('carts')];
    const headroom = await startHeadroom(organizationOf([{ name: 'shop', services }]), careful);
    const { plan } = await headroom.reconcile();
    const text = seen(await pagesOf(headroom.store).page(`/approve/${plan?.proposal?.digest}`));
    expect(text).toMatch(/Meanwhile: 1 disk [^()]*\(shop\/orders\)\./);
  });

  it('no longer waits once a person has approved it elsewhere', async () => {
    const { headroom, digest } = await waiting();
    await approve(headroom.ports, { prefix: digest, by: 'ann', exact: false }, policyDefaults.guardrails);
    const { page } = pagesOf(headroom.store);
    expect(seen(await page('/'))).toContain('Needs a person now Nothing needs a person.');
    const text = seen(await page(`/approve/${digest}`));
    expect(text).toContain(`Plan ${digest} is approved by ann. The next run carries it out.`);
    expect(text).not.toContain('headroom approve');
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect(seen(await page(`/approve/${digest}`))).toBe(`Approved Plan ${digest.slice(0, 12)} was approved by ann.`);
  });

  it('asks for no approval any more on the page of the run that applied it', async () => {
    const { headroom, digest } = await waiting();
    const { page } = pagesOf(headroom.store);
    expect(seen(await page('/runs/run-1'))).toMatch(/Guardrails exceeded .*Approve this plan/);
    await approve(headroom.ports, { prefix: digest, by: 'ann', exact: false }, policyDefaults.guardrails);
    const { runId } = await headroom.reconcile();
    const applied = seen(await page(`/runs/${runId}`));
    expect(applied).toContain('Guardrails exceeded, approved by ann');
    expect(applied).not.toContain('Approve this plan');
  });

  it('of an undo is on the overview too, beside the changes that failed before', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40));
    await headroom.control('faults', [{ operation: 'ServiceIntegrationCreate', times: 1, status: 400 }]);
    const { runId } = await headroom.reconcile();
    await headroom.store.put(keys.policy, careful);
    const undo = await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'ann' }, undo: runId } });
    expect(undo.plan?.proposal?.changes.map(({ waits }) => waits)).toContain('protection');
    const overview = await pagesOf(headroom.store, { clock: headroom.ports.clock }).page('/');
    expect(seen(overview)).toContain(`headroom approve ${undo.plan?.proposal?.digest.slice(0, 12)}`);
    expect(overview).toContain(`href="${entry.path}/runs/${undo.runId}"`);
    expect(seen(overview)).toContain('1 write failed, and the next run tries again');
  });

  it('is approved by its digest, once the page may, with the secret of the form, from its own origin only', async () => {
    const { headroom, digest } = await waiting();
    const approved: string[] = [];
    const approve = async (one: string) => void approved.push(one);
    const { ask, page } = pagesOf(headroom.store, { approving: { csrf: 'secret', approve } });
    expect(await page(`/approve/${digest}`)).toContain('name="csrf" value="secret"');
    const form = { csrf: 'secret', confirm: digest.slice(0, 12) };
    const path = `/approve/${digest}`;
    expect((await ask(path, post(form, 'http://evil.example'))).status).toBe(403);
    expect((await ask(path, post({ ...form, csrf: 'guess' }))).status).toBe(403);
    expect((await ask(path, post({ ...form, confirm: 'another' }))).status).toBe(403);
    expect(approved).toEqual([]);
    expect((await ask(path, post(form))).status).toBe(200);
    expect(approved).toEqual([digest]);
  });

  it('that cannot be approved any more is answered with the reason, and not as approved', async () => {
    const { headroom, digest } = await waiting();
    const approve = () => Promise.reject(new Error('The plan is <too> old.'));
    const { ask } = pagesOf(headroom.store, { approving: { csrf: 'secret', approve } });
    const answer = await ask(`/approve/${digest}`, post({ csrf: 'secret', confirm: digest.slice(0, 12) }));
    expect([answer.status, seen(await answer.text())]).toEqual([409, 'Not approved The plan is &lt;too&gt; old.']);
  });
});
