import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../../lib/cli/from-store/open-dashboard.ts';
import type { Trials } from '../../../lib/dashboard/http/trial-routes.ts';
import type { Trial } from '../../../lib/dashboard/pages/simulation/trial.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { signIn } from '../signed-in.ts';
import { pagesOf, seen } from './pages-of.ts';

const origin = 'http://127.0.0.1:8090';

const valid: Trial = {
  changes: { lines: ['Policy: 1 gained.'], warnings: [], tables: [] },
  months: { kind: 'failed', message: 'no months' },
  patch: '--- a/policy.yaml\n+++ b/policy.yaml\n',
};

/** Longer than a name, and with a character that turns the text: a page that cut or replaced them would change the policy. */
const first = `first: <b>\u202e\n${'#'.repeat(3000)}\n`;

/** Trials whose run waits until its signal ends it, but for the text `quick`. */
const waiting = () => {
  const ended: string[] = [];
  const trials: Trials = {
    start: async () => first,
    patch: async ({ policy, file }) => `${file}: ${policy}`,
    run: async ({ policy }, { signal }, show) => {
      show({ ...valid, months: { kind: 'running', doneDays: 1, days: 9 } });
      if (policy === 'quick') return valid;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      ended.push(policy);
      return { problems: ['ended'] };
    },
  };
  return { trials, ended };
};

const post = (policy: string, more: RequestInit = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ policy, file: '' }),
  ...more,
  headers: { origin, ...more.headers },
});

const streamed = { headers: { accept: 'application/x-ndjson' } };

describe('the page of a simulation', () => {
  it('has the policy in force as a text to edit', async () => {
    const { page } = pagesOf(createMemoryStore(), waiting());
    expect(await page('/simulation')).toContain(
      `wrap="off" aria-describedby="trial-status">\n${first.replace('<b>', '&lt;b&gt;')}</textarea>`,
    );
  });

  it('says what to do where there is no policy, and where it is larger than a page', async () => {
    const store = createMemoryStore();
    const { page } = pagesOf(store);
    expect(seen(await page('/simulation'))).toContain('No policy is in the store. Simulate a file:');
    await store.put(keys.policy, '#'.repeat(300_001));
    expect(seen(await page('/simulation'))).toContain('The policy is larger than this page edits.');
  });

  it('answers a form without scripts with the edited text and all that it would do', async () => {
    const { ask } = pagesOf(createMemoryStore(), waiting());
    const text = await (await ask('/simulation', post('quick'))).text();
    expect(text).toContain('>\nquick</textarea>');
    expect(seen(text)).toContain('Policy: 1 gained.');
    expect(seen(text)).toContain('no months');
    expect(seen(text)).toContain('--- a/policy.yaml');
  });

  it('sends a script each state in a line of its own', async () => {
    const { ask } = pagesOf(createMemoryStore(), waiting());
    const lines = (await (await ask('/simulation', post('quick', streamed))).text()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual([
      'What changes today is counted. The months are still counted: 1 of 9 days.',
      'What changes today is counted. The months are not.',
    ]);
  });

  it('sends the patch as a file, with the line ends of the text and not of the form', async () => {
    const { ask } = pagesOf(createMemoryStore(), waiting());
    const answer = await ask('/simulation/patch', post('a\r\nb\r\n'));
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="policy.patch"');
    expect(await answer.text()).toBe('policy.yaml: a\nb\n');
  });

  it('says of a problem which line it is in, with a link to the text', async () => {
    const trials = { ...waiting().trials, run: async () => ({ problems: ['policy.yaml:7:3 mode: must be <one>'] }) };
    const { ask } = pagesOf(createMemoryStore(), { trials });
    expect(await (await ask('/simulation', post('mode: no'))).text()).toContain(
      '<a href="#policy-text" data-line="7">Line 7</a>: mode: must be &lt;one&gt;',
    );
  });
});

describe('a simulation', () => {
  it('ends when a newer one begins', async () => {
    const { trials, ended } = waiting();
    const { ask } = pagesOf(createMemoryStore(), { trials });
    const older = await ask('/simulation', post('older', streamed));
    await ask('/simulation', post('quick'));
    expect(await older.text()).toContain('The policy is not valid');
    expect(ended).toEqual(['older']);
  });

  it('ends when its reader leaves', async () => {
    const { trials, ended } = waiting();
    const { ask } = pagesOf(createMemoryStore(), { trials });
    const answer = await ask('/simulation', post('left', streamed));
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
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
    for (const path of ['/simulation', '/simulation/patch']) {
      const answer = await ask(path, { ...post('quick'), ...more, headers: { origin, ...more.headers } });
      expect(answer.status, path).toBe(status);
    }
  });

  it('over a socket has the limits of a policy and not those of other forms', async () => {
    const dashboard = await openDashboard(createMemoryStore(), { port: 0 });
    const { ask, origin } = await signIn(dashboard.address);
    const policy = `# ${'x'.repeat(200_000)}\nversion: 9\n`;
    const answer = await ask('/simulation', post(policy, { headers: { origin } }));
    expect(seen(await answer.text())).toContain('Line 2');
    await dashboard.close();
  });
});
