import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { even } from '../../workflow/scenarios.ts';
import { careful, everyPage, pagesOf } from './pages-of.ts';

const proxy = {
  publicOrigin: 'https://headroom.example.com',
  identityHeader: 'X-Forwarded-Email',
  secret: 'secret-of-the-proxy-0123456789abcdef',
};
const host = 'headroom.example.com';
const signedIn = { host, 'x-headroom-proxy-secret': proxy.secret, 'x-forwarded-email': 'anna@example.com' };

describe('through the proxy that signs people in', () => {
  it('every page answers, by the public name and by a name that the proxy rewrites', async () => {
    const { askStranger } = pagesOf(createMemoryStore(), { proxy });
    for (const path of everyPage) {
      expect([path, (await askStranger(path, { headers: signedIn })).status]).toEqual([path, 200]);
      expect((await askStranger(path, { headers: { ...signedIn, host: '127.0.0.1:8090' } })).status).toBe(200);
    }
    expect((await askStranger('/', { headers: { ...signedIn, host: 'elsewhere.example' } })).status).toBe(421);
  });

  it('a plan is approved by the person whom it names, from a page of the public address only', async () => {
    const headroom = await startHeadroom(even(1, 2), careful);
    const digest = (await headroom.reconcile()).plan?.digest ?? '';
    const approved: unknown[] = [];
    const approve = async (...all: unknown[]) => void approved.push(all);
    const { askStranger } = pagesOf(headroom.store, { proxy, approving: { csrf: 'secret', approve } });
    const post = (origin: string) => ({
      method: 'POST',
      body: new URLSearchParams({ csrf: 'secret', confirm: digest.slice(0, 12) }),
      headers: { ...signedIn, origin },
    });
    for (const origin of ['http://127.0.0.1:8090', 'https://elsewhere.example', 'null'])
      expect((await askStranger(`/approve/${digest}`, post(origin))).status).toBe(403);
    expect(approved).toEqual([]);
    expect((await askStranger(`/approve/${digest}`, post(proxy.publicOrigin))).status).toBe(200);
    expect(approved).toEqual([[digest, 'anna@example.com']]);
  });

  it.each([
    undefined,
    '',
    ' ',
    'anna@example.com, bob@example.com',
    'a'.repeat(201),
    'änna',
    'ann (signed in at https://evil.example)',
  ])('a request without one name is refused: %j', async (name) => {
    const { askStranger } = pagesOf(createMemoryStore(), { proxy });
    const { 'x-forwarded-email': _, ...others } = signedIn;
    const headers = name === undefined ? others : { ...signedIn, 'x-forwarded-email': name };
    for (const path of ['/', '/state', '/assets/style.css']) {
      const answer = await askStranger(path, { headers });
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('X-Forwarded-Email')]);
    }
  });
});

describe('a program of this machine that is not the proxy', () => {
  it.each([undefined, '', 'guess', `${proxy.secret}x`])('gets nothing with the secret %j', async (secret) => {
    const { askStranger } = pagesOf(createMemoryStore(), { proxy });
    const { 'x-headroom-proxy-secret': _, ...others } = signedIn;
    const headers: Record<string, string> =
      secret === undefined ? others : { ...signedIn, 'x-headroom-proxy-secret': secret };
    expect((await askStranger('/', { headers })).status).toBe(403);
    expect((await askStranger('/', { headers: { ...headers, host: '127.0.0.1:8090' } })).status).toBe(403);
  });

  it('gets in by the key, and a name in a header counts for nothing', async () => {
    const approved: unknown[] = [];
    const headroom = await startHeadroom(even(1, 2), careful);
    const digest = (await headroom.reconcile()).plan?.digest ?? '';
    const approve = async (...all: unknown[]) => void approved.push(all);
    const { ask } = pagesOf(headroom.store, { proxy, approving: { csrf: 'secret', approve } });
    const body = new URLSearchParams({ csrf: 'secret', confirm: digest.slice(0, 12) });
    const headers = { origin: 'http://127.0.0.1:8090', 'x-forwarded-email': 'anna@example.com' };
    expect((await ask(`/approve/${digest}`, { method: 'POST', body, headers })).status).toBe(200);
    expect(approved).toEqual([[digest, undefined]]);
  });

  it('gets nothing by the public name of a dashboard without a proxy', async () => {
    const { askStranger } = pagesOf(createMemoryStore());
    expect((await askStranger('/', { headers: signedIn })).status).toBe(421);
    expect((await askStranger('/', { headers: { ...signedIn, host: '127.0.0.1:8090' } })).status).toBe(403);
  });
});
