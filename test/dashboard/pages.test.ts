import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDashboard } from '../../lib/cli/stored/open-dashboard.ts';
import { createMemoryStore } from '../../lib/local/memory-store.ts';
import type { Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { startWorld } from '../workflow/world.ts';
import { barriers, openTab, overflows, startBrowser } from './browser.ts';
import { hostileNames, hostileStore } from './hostile-store.ts';
import { everyPage } from './http/pages-of.ts';
import { largeReport, largeStore } from './large-store.ts';

const policies = join(import.meta.dirname, '..', '..', 'docs', 'policies');
const budgetPolicy = readFileSync(join(policies, 'budget.yaml'), 'utf8');

const serve = async (store: Store): Promise<string> => {
  const dashboard = await openDashboard(store, { port: 0 });
  onTestFinished(() => dashboard.close());
  return dashboard.url;
};

/** The sample organization after a run with budgets. */
const afterRun = async () => {
  const world = await startWorld(sampleOrganization(), budgetPolicy);
  await world.reconcile();
  return world;
};

/** Every page about the sample organization. */
const samplePages = [
  ...everyPage,
  '/services/shop-prod/orders-pg',
  '/runs/run-1',
  '/budgets?simulate=staging+storage&amount=1',
  '/services?sort=days&search=pg',
  '/services/none/none',
];

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/**
 * Visits pages at all widths; answers everything that is wrong with them, and what the slowest of them weighs.
 * @param hasColours whether to check their colours too, in light and dark: those of all stores are the same
 */
const visit = async (url: string, paths: readonly string[], hasColours = false) => {
  const { page, faults } = await openTab(browser, url);
  const found: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const answer = await page.goto(path);
    bytes = Math.max(bytes, (await answer?.body())?.byteLength ?? 0);
    for (const width of await overflows(page, [400, 1280, 2560])) found.push(`${path} is wider than ${width} px`);
    found.push(...(await barriers(page, hasColours ? 'all' : 'all but colours')));
    if (!hasColours) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await barriers(page, 'colours')));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  // The browser reports a page that is not there.
  const isAsked = (fault: string) => !(fault.includes('/none') && fault.includes('404'));
  return { found: [...found, ...faults.filter(isAsked)], bytes };
};

describe('in a browser, every page fits its window, has no barrier, no error and no request elsewhere', () => {
  it('about the sample organization', async () => {
    const { store } = await afterRun();
    expect((await visit(await serve(store), samplePages, true)).found).toEqual([]);
  });

  it('about an empty store', async () => {
    expect((await visit(await serve(createMemoryStore()), everyPage)).found).toEqual([]);
  });

  it('about 10,000 services, in less than 300 KB each', async () => {
    const report = largeReport(10_000);
    const pages = [
      ...everyPage,
      '/services?page=200&sort=cost',
      '/services/project-3/service-7',
      '/runs/large',
      `/approve/${report.plan?.digest}`,
      '/findings?code=not-eligible',
    ];
    const { found, bytes } = await visit(await serve(await largeStore(report)), pages);
    expect(found).toEqual([]);
    expect(bytes).toBeLessThan(300_000);
  });

  it('about names with markup, turned text and a million characters', async () => {
    const { store } = await afterRun();
    const summary = (await store.list(keys.runSummaries))[0] ?? '';
    const texts = await Promise.all(
      [keys.latestReport, summary].map(async (key) => (await store.get(key))?.body ?? ''),
    );
    const hostile = await hostileStore(texts[0] ?? '', texts[1] ?? '', budgetPolicy);
    const name = encodeURIComponent(hostileNames[0] ?? '');
    const pages = [
      ...everyPage,
      `/services/${name}/${name}`,
      `/runs/${encodeURIComponent(hostile.runId)}`,
      `/runs/${encodeURIComponent(hostile.openRunId)}`,
      `/budgets?simulate=${name}&amount=${name}`,
      `/findings?code=${name}`,
      `/services?search=${name}&tag=${name}&owner=${name}`,
    ];
    const url = await serve(hostile.store);
    const { found, bytes } = await visit(url, pages);
    expect(found).toEqual([]);
    expect(bytes).toBeLessThan(1_000_000);
    // Names of runs and of services stand on the pages as text.
    for (const path of ['/audit', '/runs', '/services']) {
      expect(await (await fetch(`${url}${path}`)).text(), path).toContain('&lt;img src=x onerror=alert(1)&gt;');
    }
  });
});

it('without scripts every page says the same', async () => {
  const { store } = await afterRun();
  const url = await serve(store);
  const read = async (options: { readonly javaScriptEnabled?: boolean }) => {
    const { page } = await openTab(browser, url, options);
    const texts: string[] = [];
    // A check of the audit changes what the page says afterwards.
    for (const path of samplePages.filter((one) => one !== '/audit')) {
      await page.goto(path);
      // The ages of times come from a script.
      texts.push((await page.locator('main').innerText()).replaceAll(/\s*(just now|\d+ \w+ ago)/g, ''));
    }
    return texts;
  };
  expect(await read({ javaScriptEnabled: false })).toEqual(await read({}));
});

/** What a reader of the keyboard meets on a page, in the order of the Tab key. */
const controlsOf = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary, [tabindex]')]
  .filter((one) => one.checkVisibility() && one.tabIndex >= 0)`;

it('the keyboard reaches every control of every page in its order, shows where it is, and can skip the navigation', async () => {
  const { store } = await afterRun();
  const { page } = await openTab(browser, await serve(store));
  for (const path of ['/', '/services?state=protectedByOthers', '/budgets', '/runs/run-1', '/runs', '/policy']) {
    await page.goto(path);
    // The names of a run's services are a hundred alike.
    await page.evaluate("document.querySelectorAll('tbody tr:nth-child(n + 3)').forEach((row) => row.remove())");
    await page.evaluate(`${controlsOf}.forEach((one, at) => { one.dataset.at = at; })`);
    const count = Number(await page.evaluate(`${controlsOf}.length`));
    const reached: string[] = [];
    for (let presses = 0; presses < count; presses += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        String(
          await page.evaluate(
            `(() => { const { activeElement: at } = document; return at.dataset.at + (getComputedStyle(at).outlineStyle === 'none' ? ' unseen' : ''); })()`,
          ),
        ),
      );
    }
    expect(reached, path).toEqual(Array.from({ length: count }, (_, at) => String(at)));
  }
  await page.goto('/findings');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
});

it('the keyboard sorts the services by their columns, and the order is announced', async () => {
  const { store } = await afterRun();
  const { page } = await openTab(browser, await serve(store));
  await page.goto('/services?state=protectedByUs');
  await page.getByRole('link', { name: 'a month' }).press('Enter');
  await page.waitForURL(/sort=cost/);
  expect(page.url()).toContain('state=protectedByUs');
  const header = page.getByRole('columnheader', { name: 'a month' });
  expect(await header.getAttribute('aria-sort')).toBe('descending');
  const amounts = await page.locator('td[data-label="a month"]').allInnerTexts();
  const numbers = amounts.map((text) => Number.parseFloat(text));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
});

it('the pointer shows day and values of a curve', async () => {
  const { store } = await afterRun();
  const { page, faults } = await openTab(browser, await serve(store));
  await page.goto('/services/shop-prod/orders-pg');
  await page.locator('svg.curves.wide').hover();
  expect(await page.locator('.curves.wide .cursor').textContent()).toMatch(/\d{4}-\d\d-\d\d.*\d+ GB/);
  expect(faults).toEqual([]);
});
