import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../../lib/cli/from-store/open-dashboard.ts';
import type { Trials } from '../../../lib/dashboard/http/policy-routes.ts';
import type { Trial } from '../../../lib/dashboard/pages/policy.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { even } from '../../workflow/scenarios.ts';
import { signIn } from '../signed-in.ts';
import { careful, pagesOf, seen } from './pages-of.ts';

const origin = 'http://127.0.0.1:8090';

const valid: Trial = {
  changes: { lines: ['Policy: 1 gained.'], warnings: [], tables: [] },
};

/** Longer than a name, and with a character that turns the text: a page that cut or replaced them would change the policy. */
const first = `first: <b>\u202e\n${'#'.repeat(3000)}\n`;

const trials: Trials = { start: async () => first, run: async () => valid };

const post = (policy: string, more: RequestInit = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ policy }),
  ...more,
  headers: { origin, ...more.headers },
});

describe('the page of the policy', () => {
  it('has the policy in force as a text to edit', async () => {
    const { page } = pagesOf(createMemoryStore(), { trials });
    expect(await page('/policy')).toContain(`wrap="off">\n${first.replace('<b>', '&lt;b&gt;')}</textarea>`);
  });

  it('says what to do where there is no policy, and where it is larger than a page', async () => {
    const store = createMemoryStore();
    const { page } = pagesOf(store);
    expect(seen(await page('/policy'))).toContain('No policy is in the store;');
    await store.put(keys.policy, '#'.repeat(300_001));
    expect(seen(await page('/policy'))).toContain('The policy is larger than this page edits. Compare a file:');
  });

  it('shows the effect of each rule of the latest run, if its policy came from a file', async () => {
    const { store, reconcile } = await startHeadroom(even(1, 2), careful);
    await reconcile();
    await store.delete(keys.policy);
    const text = seen(await pagesOf(store).page('/policy'));
    expect(text).toContain('everything enable');
    expect(text).not.toContain('no longer in the policy');
  });

  it('answers a form with the edited text and what it would change', async () => {
    const { ask } = pagesOf(createMemoryStore(), { trials });
    const text = await (await ask('/policy', post('quick'))).text();
    expect(text).toContain('>\nquick</textarea>');
    expect(seen(text)).toContain('Policy: 1 gained.');
    expect(seen(text)).toContain('headroom simulate --from-store --policy policy.yaml');
  });

  it('says each problem with its line', async () => {
    const run: Trials['run'] = async () => ({ problems: ['policy.yaml:7:3 mode: must be <one>'] });
    const { ask } = pagesOf(createMemoryStore(), { trials: { ...trials, run } });
    expect(await (await ask('/policy', post('mode: no'))).text()).toContain(
      '<li>policy.yaml:7:3 mode: must be &lt;one&gt;</li>',
    );
  });
});

describe('a trial of a policy', () => {
  it.each([
    ['of a page of another site', { headers: { origin: 'https://elsewhere.example' } }, 403],
    ['without the cookie', { headers: { cookie: '' } }, 403],
    ['with more than a policy', { body: new URLSearchParams({ policy: 'x'.repeat(1_000_001) }) }, 413],
    ['with a policy that the page does not edit', { body: new URLSearchParams({ policy: 'x'.repeat(300_001) }) }, 413],
    ['without a policy', { body: new URLSearchParams({ file: 'policy.yaml' }) }, 413],
  ])('%s is refused', async (_name, more: RequestInit, status) => {
    const { ask } = pagesOf(createMemoryStore(), { trials });
    const answer = await ask('/policy', { ...post('quick'), ...more, headers: { origin, ...more.headers } });
    expect(answer.status).toBe(status);
  });

  it('over a socket has the limits of a policy and not those of other forms', async () => {
    const dashboard = await openDashboard(createMemoryStore(), { port: 0 });
    const { ask, origin } = await signIn(dashboard.address);
    const policy = `# ${'x'.repeat(200_000)}\nversion: 9\n`;
    const answer = await ask('/policy', post(policy, { headers: { origin } }));
    expect(seen(await answer.text())).toContain('policy.yaml:2:');
    await dashboard.close();
  });
});
