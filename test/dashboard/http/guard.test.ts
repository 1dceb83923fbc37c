import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { everyPage, key, pagesOf } from './pages-of.ts';

const served = [...everyPage, '/services/a/b', '/runs/a', '/approve/a', '/none', '/events'];
const assets = ['/assets/style.css', '/assets/live.js', '/assets/icon.svg'];
const origin = 'http://127.0.0.1:8090';

describe('without the key of the dashboard', () => {
  it('no page, asset or stream of events answers, and no approval; the answer says how to get in', async () => {
    const approved: string[] = [];
    const approve = async (digest: string) => void approved.push(digest);
    const { askStranger } = pagesOf(createMemoryStore(), { approving: { csrf: 'secret', approve } });
    for (const path of [...served, ...assets]) {
      const answer = await askStranger(path);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.text()).toContain('Open the address that the command printed');
    }
    const form = { method: 'POST', body: new URLSearchParams({ csrf: 'secret', confirm: 'a' }), headers: { origin } };
    expect((await askStranger('/approve/a', form)).status).toBe(403);
    expect((await askStranger(`/approve/a?key=${key}`, form)).status).toBe(403);
    expect(approved).toEqual([]);
  });

  it.each(['', 'wrong', `${key}x`, key.slice(1), key.toUpperCase()])('a wrong key opens nothing: %j', async (wrong) => {
    const { askStranger } = pagesOf(createMemoryStore());
    const answer = await askStranger(`/?key=${wrong}`);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    expect((await askStranger('/', { headers: { cookie: `headroom-8090=${wrong}` } })).status).toBe(403);
  });

  it('the cookie of another port opens nothing', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    expect((await askStranger('/', { headers: { cookie: 'headroom-8091=x' } })).status).toBe(403);
  });
});

describe('the key in the address', () => {
  it('becomes a cookie that scripts cannot read and other sites do not send, and leaves the address', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    const answer = await askStranger(`/runs?a=1&key=${key}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/runs?a=1`]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
    expect(await answer.text()).not.toContain(key);
    const headers = { cookie: `other=1; ${cookie.split(';')[0]}` };
    expect((await askStranger('/runs?a=1', { headers })).status).toBe(200);
  });

  it('leads to no other host', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    const answer = await askStranger(`//elsewhere.example/?key=${key}`);
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(origin);
  });

  it('stands on no page', async () => {
    const { page } = pagesOf(createMemoryStore());
    for (const path of everyPage) expect(await page(path)).not.toContain(key);
  });
});

describe('a write', () => {
  const write = { method: 'POST', body: new URLSearchParams({ csrf: 'secret', confirm: 'a' }) };
  const dashboard = () =>
    pagesOf(createMemoryStore(), { approving: { csrf: 'secret', approve: async () => expect.unreachable() } });

  it.each<Record<string, string>>([
    {},
    { origin: 'null' },
    { origin: 'http://elsewhere.example' },
    { origin: 'http://127.0.0.1:8091' },
  ])('without the Origin of the dashboard is refused: %j', async (headers) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await dashboard().ask('/approve/a', { ...write, method, headers });
      expect([method, answer.status, await answer.text()]).toEqual([
        method,
        403,
        'Only pages of this dashboard may write.\n',
      ]);
    }
  });

  it('of more than a form has is refused', async () => {
    const body = new URLSearchParams({ csrf: 'secret', confirm: 'a', more: 'x'.repeat(100_000) });
    expect((await dashboard().ask('/approve/a', { method: 'POST', body, headers: { origin } })).status).toBe(413);
  });
});

describe('a page of another site', () => {
  it.each(['cross-site', 'same-site'])('loads nothing from the dashboard (%s)', async (site) => {
    const { ask } = pagesOf(createMemoryStore());
    for (const path of ['/', '/events', '/assets/live.js']) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 403]);
    }
  });

  it('may link to a page, but not to one that calculates', async () => {
    const { ask } = pagesOf(createMemoryStore());
    const from = (site: string) => ({ headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } });
    for (const path of ['/', '/audit', '/approve/a'])
      expect((await ask(path, from('cross-site'))).status).not.toBe(403);
    for (const path of ['/audit?verify=1', '/budgets?simulate=all&amount=1']) {
      expect([path, (await ask(path, from('cross-site'))).status]).toEqual([path, 403]);
      expect([path, (await ask(path, from('same-origin'))).status]).toEqual([path, 200]);
      expect([path, (await ask(path, from('none'))).status]).toEqual([path, 200]);
    }
  });
});
