import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../../lib/cli/from-store/open-dashboard.ts';
import type { Trials } from '../../../lib/dashboard/http/policy-routes.ts';
import type { Trial } from '../../../lib/dashboard/pages/trial.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { signIn } from '../signed-in.ts';
import { pagesOf, seen } from './pages-of.ts';

const origin = 'http://127.0.0.1:8090';

const valid: Trial = {
  changes: { lines: ['Policy: 1 gained.'], warnings: [], tables: [] },
  months: 'no months',
  patch: '--- a/policy.yaml\n+++ b/policy.yaml\n',
};

/** Longer than a name, and with a character that turns the text: a page that cut or replaced them would change the policy. */
const first = `first: <b>\u202e\n${'#'.repeat(3000)}\n`;

/** Trials whose run waits until its signal ends it, but for the text `quick`. */
const waiting = () => {
  const ended: string[] = [];
  const trials: Trials = {
    start: async () => first,
    run: async (policy, { signal }) => {
      if (policy === 'quick') return valid;
      if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      ended.push(policy);
      return { problems: ['ended'] };
    },
  };
  return { trials, ended };
};

const post = (policy: string, more: RequestInit = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ policy }),
  ...more,
  headers: { origin, ...more.headers },
});

describe('the page of the policy', () => {
  it('has the policy in force as a text to edit', async () => {
    const { page } = pagesOf(createMemoryStore(), waiting());
    expect(await page('/policy')).toContain(`wrap="off">\n${first.replace('<b>', '&lt;b&gt;')}</textarea>`);
  });

  it('says what to do where there is no policy, and where it is larger than a page', async () => {
    const store = createMemoryStore();
    const { page } = pagesOf(store);
    expect(seen(await page('/policy'))).toContain('No policy is in the store;');
    await store.put(keys.policy, '#'.repeat(300_001));
    expect(seen(await page('/policy'))).toContain('The policy is larger than this page edits. Simulate a file:');
  });

  it('answers a form with the edited text and all that it would do', async () => {
    const { ask } = pagesOf(createMemoryStore(), waiting());
    const text = await (await ask('/policy', post('quick'))).text();
    expect(text).toContain('>\nquick</textarea>');
    expect(seen(text)).toContain('Policy: 1 gained.');
    expect(seen(text)).toContain('no months');
    expect(seen(text)).toContain('--- a/policy.yaml');
  });

  it('says each problem with its line', async () => {
    const trials = { ...waiting().trials, run: async () => ({ problems: ['policy.yaml:7:3 mode: must be <one>'] }) };
    const { ask } = pagesOf(createMemoryStore(), { trials });
    expect(await (await ask('/policy', post('mode: no'))).text()).toContain(
      '<li>policy.yaml:7:3 mode: must be &lt;one&gt;</li>',
    );
  });
});

describe('a trial of a policy', () => {
  it('ends when a newer one begins', async () => {
    const { trials, ended } = waiting();
    const { ask } = pagesOf(createMemoryStore(), { trials });
    const older = ask('/policy', post('older'));
    while (ended.length === 0) await ask('/policy', post('quick'));
    expect(await (await older).text()).toContain('The policy is not valid');
    expect(ended).toEqual(['older']);
  });

  it('ends with the dashboard', async () => {
    const { trials: waits, ended } = waiting();
    const closing = new AbortController();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const run: Trials['run'] = (...asked) => {
      begin();
      return waits.run(...asked);
    };
    const trials = { ...waits, run };
    const { ask } = pagesOf(createMemoryStore(), { trials, closed: closing.signal });
    const answer = ask('/policy', post('left'));
    await begun;
    closing.abort();
    await answer;
    expect(ended).toEqual(['left']);
  });

  it.each([
    ['of a page of another site', { headers: { origin: 'https://elsewhere.example' } }, 403],
    ['without the cookie', { headers: { cookie: '' } }, 403],
    ['with more than a policy', { body: new URLSearchParams({ policy: 'x'.repeat(1_000_001) }) }, 413],
    ['with a policy that the page does not edit', { body: new URLSearchParams({ policy: 'x'.repeat(300_001) }) }, 413],
    ['without a policy', { body: new URLSearchParams({ file: 'policy.yaml' }) }, 413],
  ])('%s is refused', async (_name, more: RequestInit, status) => {
    const { ask } = pagesOf(createMemoryStore(), waiting());
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
