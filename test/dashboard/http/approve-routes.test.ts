import { describe, expect, it } from 'vitest';
import { even } from '../../workflow/scenarios.ts';
import { startWorld } from '../../workflow/world.ts';
import { careful, pagesOf, seen } from './pages-of.ts';

describe('a plan that waits for approval', () => {
  const waiting = async () => {
    const world = await startWorld(even(1, 2), careful);
    const { plan } = await world.reconcile();
    return { world, digest: plan?.digest ?? '' };
  };
  const post = (body: Record<string, string>, origin = 'http://127.0.0.1:8090') => ({
    method: 'POST',
    body: new URLSearchParams(body),
    headers: { origin },
  });

  it('is the first thing on the overview, and its page says how to approve it', async () => {
    const { world, digest } = await waiting();
    const { ask, page } = pagesOf(world.store);
    expect(seen(await page('/'))).toContain(`Needs a person now Plan ${digest.slice(0, 12)} waits for approval`);
    expect(seen(await page(`/approve/${digest}`))).toContain(`headroom approve ${digest.slice(0, 12)}`);
    expect((await ask(`/approve/${digest}`, post({}))).status).toBe(404);
  });

  it('is approved by its digest, once the page may, with the secret of the form, from its own origin only', async () => {
    const { world, digest } = await waiting();
    const approved: string[] = [];
    const approve = async (one: string) => void approved.push(one);
    const { ask, page } = pagesOf(world.store, { approving: { csrf: 'secret', approve } });
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
});
