import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { entry, everyPage, pagesOf } from './pages-of.ts';

const served = [...everyPage, '/services/a/b', '/runs/a', '/approve/a', '/none', '/state'];
const assets = ['/assets/style.css', '/assets/live.js', '/assets/icon.svg'];
const origin = 'http://127.0.0.1:8090';
const { path: root, key, session } = entry;

describe('without access to the dashboard', () => {
  it('no page, asset or stream of events answers, and no approval; the answer says how to get in', async () => {
    const approved: string[] = [];
    const approve = async (digest: string) => void approved.push(digest);
    const { askStranger } = pagesOf(createMemoryStore(), { approving: { csrf: 'secret', approve } });
    for (const path of [...served, ...assets].flatMap((one) => [one, `${root}${one}`, `${root}x${one}`])) {
      const answer = await askStranger(path);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.text()).toContain('Open the address that the command printed');
    }
    const form = { method: 'POST', body: new URLSearchParams({ csrf: 'secret', confirm: 'a' }), headers: { origin } };
    for (const path of ['/approve/a', `/approve/a?key=${key}`])
      for (const one of [path, `${root}${path}`]) expect((await askStranger(one, form)).status).toBe(403);
    expect(approved).toEqual([]);
  });

  it.each(['', 'wrong', `${key}x`, key.slice(1), key.toUpperCase()])('a wrong key opens nothing: %j', async (wrong) => {
    const { askStranger } = pagesOf(createMemoryStore());
    const answer = await askStranger(`${root}/?key=${wrong}`);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it.each(['', 'wrong', key, session.slice(1), `${session}x`])('a wrong cookie opens nothing: %j', async (wrong) => {
    const { askStranger } = pagesOf(createMemoryStore());
    expect((await askStranger(`${root}/`, { headers: { cookie: `headroom=${wrong}` } })).status).toBe(403);
  });

  it('neither the key nor the cookie opens anything outside of the random path, which no answer names', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    const headers = { cookie: `headroom=${session}` };
    for (const path of ['/', '/services', '/assets/live.js', '/metrics', root, `${root}x/`, `/x${root}/`]) {
      for (const asked of [path, `${path}?key=${key}`]) {
        const answer = await askStranger(asked, { headers });
        expect([asked, answer.status, answer.headers.get('set-cookie')]).toEqual([asked, 403, null]);
        expect(await answer.text()).not.toContain(root);
      }
    }
  });
});

describe('the key in the address', () => {
  it('becomes a cookie that scripts cannot read and other sites do not send, and leaves the address', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    const answer = await askStranger(`${root}/runs?a=1&key=${key}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}${root}/runs?a=1`]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', `Path=${root}/`, 'SameSite=Strict']);
    expect(cookie).not.toContain(key);
    expect(await answer.text()).not.toContain(key);
    const headers = { cookie: `other=1; ${cookie.split(';')[0]}` };
    expect((await askStranger(`${root}/runs?a=1`, { headers })).status).toBe(200);
  });

  it('lets in one browser, which may open the address again', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    const open = (init?: RequestInit) => askStranger(`${root}/?key=${key}`, init);
    // What looks at an address without opening it does not use it up.
    expect((await open({ method: 'HEAD' })).status).toBe(403);
    const cookie = (await open()).headers.get('set-cookie')?.split(';')[0] ?? '';
    const second = await open();
    expect([second.status, second.headers.get('set-cookie')]).toEqual([403, null]);
    const again = await open({ headers: { cookie } });
    expect([again.status, again.headers.get('location')]).toEqual([303, `${origin}${root}/`]);
  });

  it('leads to no other host', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    const answer = await askStranger(`${root}//elsewhere.example/?key=${key}`);
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(origin);
  });

  it('stands on no page', async () => {
    const { page } = pagesOf(createMemoryStore());
    for (const path of everyPage) {
      const text = await page(path);
      for (const secret of [key, session]) expect(text).not.toContain(secret);
    }
  });
});

describe('a page', () => {
  it('links to the random path only', async () => {
    const { page } = pagesOf(createMemoryStore());
    for (const path of everyPage) {
      const links = [...(await page(path)).matchAll(/ (?:href|src|action|formaction)="([^"]*)"/g)].map(
        ([, link = '']) => link,
      );
      expect(links.filter((link) => !link.startsWith(`${root}/`) && !link.startsWith('#'))).toEqual([]);
    }
  });

  it('shows a name that looks like a link as it is', async () => {
    const { page } = pagesOf(createMemoryStore());
    const text = await page(`/services?search=${encodeURIComponent('a href="/b')}`);
    expect(text).toContain('value="a href=&quot;/b"');
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
    for (const path of ['/', '/state', '/assets/live.js']) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 403]);
    }
  });

  it('may link to a page, but not to one that calculates', async () => {
    const { ask } = pagesOf(createMemoryStore());
    const from = (site: string) => ({ headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } });
    for (const path of ['/', '/audit', '/approve/a'])
      expect((await ask(path, from('cross-site'))).status).not.toBe(403);
    for (const path of ['/audit?verify=1']) {
      expect([path, (await ask(path, from('cross-site'))).status]).toEqual([path, 403]);
      expect([path, (await ask(path, from('same-origin'))).status]).toEqual([path, 200]);
      expect([path, (await ask(path, from('none'))).status]).toEqual([path, 200]);
    }
  });
});
