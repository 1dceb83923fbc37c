import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, organizationOf, pg } from '../../workflow/scenarios.ts';
import { pagesOf, seen } from './pages-of.ts';

const origin = 'http://127.0.0.1:8090';

/** What the policy says is in its currency; the platform's amounts are in dollars. */
const prices = `prices: { default: '0.80', currency: EUR, exchangeRate: '0.80' }\n`;

const line = (service: string, total: string, more: object = {}) => ({
  line_type: 'extra_charge',
  line_total_usd: total,
  project_name: 'shop',
  service_name: service,
  timestamp_end: '2026-04-01T00:00:00Z',
  ...more,
});

const textOf = (...lines: object[]): string => JSON.stringify({ lines });

const post = (text: string | Blob, more: RequestInit = {}): RequestInit => {
  const body = new FormData();
  body.set('invoice', new File([text], 'march<b>.json'));
  return { method: 'POST', body, ...more, headers: { origin, ...more.headers } };
};

/** The pages about two services, of which one has 50 GB of additional storage. */
const opened = async () => {
  const services = [pg('orders', { diskGb: 130 }), pg('billing')];
  const headroom = await startHeadroom(organizationOf([{ name: 'shop', services }]), enableAll(100, prices));
  await headroom.reconcile();
  return { ...headroom, ...pagesOf(headroom.store, { clock: headroom.ports.clock }) };
};

describe('an invoice on the page of budgets', () => {
  it('stands beside what sizes and prices explain, with the rest in bold, by the store alone', async () => {
    const { ask, store, platform } = await opened();
    const stored = await store.list('');
    const { operations } = platform.requests();
    const plan = line('orders', '1000.00', { line_type: 'service_charge' });
    const answer = await ask('/budgets', post(textOf(line('orders', '60.00'), line('gone<b>', '10.00'), plan)));
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain('<b>Unexplained storage: 16.00 EUR</b>');
    expect(page).toContain('<a href="/services/shop/orders">orders</a>');
    expect(seen(page)).toContain(
      'Unexplained storage: 16.00 EUR Not additional storage: 1 of service_charge, 800.00 EUR Invoice 856.00 EUR. Explained by sizes and prices: 40.00.',
    );
    expect(seen(page)).toContain('gone&lt;b&gt; shop ? 8.00 ? orders shop 40.00 48.00 8.00');
    expect(platform.requests().operations).toEqual(operations);
    expect(await store.list('')).toEqual(stored);
  });

  it('lists the largest differences, and says what has all of them', async () => {
    const { ask } = await opened();
    const lines = Array.from({ length: 1201 }, (_, place) => line(`service-${place}`, '1.00'));
    const text = seen(await (await ask('/budgets', post(textOf(...lines)))).text());
    expect(text).toContain('The 200 largest differences of 1,202 services. headroom budget --invoice FILE -o csv');
  });

  it('says what is wrong with the file, and not what it contains', async () => {
    const { ask, store } = await opened();
    const text = async (init: RequestInit) => seen(await (await ask('/budgets', init)).text());
    const wrong = await text(post(textOf(line('orders', 'canary'))));
    expect(wrong).toContain('march&lt;b&gt;.json: lines.0.line_total_usd: is no amount such as 12.50');
    expect(wrong).not.toContain('canary');
    expect(await text(post('', { body: new URLSearchParams() }))).toContain('Choose a file');
    await store.delete(keys.run('run-1'));
    expect(await text(post(textOf(line('orders', '1.00'))))).toContain('The facts of run run-1 are no longer');
  });

  it('has no form before the first run', async () => {
    const { ask, page } = pagesOf(createMemoryStore());
    expect(await page('/budgets')).not.toContain('type="file"');
    expect((await ask('/budgets', post(textOf(line('orders', '1.00'))))).status).toBe(200);
  });

  it.each([
    ['of a page of another site', { headers: { origin: 'https://elsewhere.example' } }, 403, 'Only pages of this'],
    ['without the cookie', { headers: { cookie: '' } }, 403, 'key'],
    ['of more than 8 MB', post('x'.repeat(8_000_001)), 413, 'headroom budget --invoice FILE'],
  ])('%s is refused', async (_name, more: RequestInit, status, message) => {
    const { ask } = pagesOf(createMemoryStore());
    const answer = await ask('/budgets', { ...post('{}'), ...more, headers: { origin, ...more.headers } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(message);
  });
});
