import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openDashboard } from '../../../lib/cli/from-store/open-dashboard.ts';
import type { Dashboard } from '../../../lib/dashboard/serve.ts';
import type { Store } from '../../../lib/ports.ts';
import { readLatestReport } from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import {
  barriers,
  type Home,
  inBrowser,
  openLastingTab,
  openTab,
  overflows,
  startBrowser,
  type Tab,
  withAxe,
} from '../../dashboard/browser.ts';
import { hostileNames, hostileStore } from '../../dashboard/hostile-store.ts';
import { everyPage } from '../../dashboard/http/pages-of.ts';
import { largeReport, largeStore, repeated } from '../../dashboard/large-store.ts';
import { cookiesOf, signIn } from '../../dashboard/signed-in.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';

const policies = join(import.meta.dirname, '..', '..', '..', 'docs', 'policies');
const budgetPolicy = readFileSync(join(policies, 'budget.yaml'), 'utf8');

let browser: Browser;
const dashboards: Dashboard[] = [];
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const dashboard of dashboards) await dashboard.close();
});

/** Serves a store when the first test asks for it, and until the last has ended. */
const served = (made: () => Promise<Store>): (() => Promise<string>) => {
  let url: Promise<string> | undefined;
  return () => {
    url ??= made().then(async (store) => {
      const dashboard = await openDashboard(store, { port: 0 });
      dashboards.push(dashboard);
      return dashboard.address;
    });
    return url;
  };
};

let ran: Promise<Store> | undefined;

/** The store of the sample organization after a run with budgets, which all tests read. */
const afterRun = (): Promise<Store> => {
  ran ??= (async () => {
    const { store, reconcile } = await startHeadroom(sampleOrganization(), budgetPolicy);
    await reconcile();
    return store;
  })();
  return ran;
};

/** Every page about the sample organization. */
const samplePages = [
  ...everyPage,
  '/services/shop-prod/orders-pg?days=30',
  '/runs/run-1',
  '/services?sort=days&search=pg',
  '/services/none/none',
];

const sample = served(afterRun);

const home: Home = { url: '' };
let tab: Promise<Tab> | undefined;

/** One tab for all pages of all stores: to open one costs more than to look at a page. */
const tabAt = async (address: string): Promise<Tab> => {
  tab ??= openLastingTab(browser, home).then(async (opened) => {
    await withAxe(opened);
    return opened;
  });
  const { page } = await tab;
  if (home.url !== address) {
    await page.goto('about:blank');
    await page.context().addCookies(await cookiesOf(address));
  }
  home.url = address;
  return tab;
};

/**
 * Visits a page at all widths; answers everything that is wrong with it.
 * @param mostBytes what it may weigh
 * @param hasColours whether to check its colours too, in light and dark: those of all stores are the same
 */
const faultsOf = async (address: string, path: string, mostBytes: number, hasColours = false) => {
  const { page, faults } = await tabAt(address);
  const before = faults.length;
  const found: string[] = [];
  await page.emulateMedia({ colorScheme: 'light' });
  const answer = await page.goto(new URL(`.${path}`, address).href);
  const bytes = Number(await page.evaluate("performance.getEntriesByType('navigation')[0].decodedBodySize"));
  if (!(bytes > 0 && bytes <= mostBytes)) found.push(`it has ${bytes} bytes`);
  for (const width of await overflows(page, [400, 1280, 2560])) found.push(`it is wider than ${width} px`);
  found.push(...(await barriers(page, hasColours ? 'all' : 'all but colours')));
  if (hasColours) {
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await barriers(page, 'colours')));
  }
  // The browser reports a page that is not there.
  return [...found, ...faults.slice(before).filter((fault) => !(answer?.status() === 404 && fault.includes('404')))];
};

const hostile = encodeURIComponent(hostileNames[0] ?? '');

describe('in a browser, the page fits its window, has no barrier, no error and no request elsewhere', () => {
  inBrowser.each(samplePages)('about the sample organization: %s', async (path) => {
    expect(await faultsOf(await sample(), path, 300_000, true)).toEqual([]);
  });

  const empty = served(async () => createMemoryStore());
  inBrowser.each(everyPage)('about an empty store: %s', async (path) => {
    expect(await faultsOf(await empty(), path, 300_000)).toEqual([]);
  });

  const large = served(async () => largeStore(repeated(largeReport(500), 20)));
  inBrowser.each([
    ...everyPage,
    '/services?page=200&sort=cost',
    '/services/project-3-7/service-7',
    '/runs/large',
    '/findings?code=not-eligible',
  ])('about 10,000 services: %s', async (path) => {
    expect(await faultsOf(await large(), path, 300_000)).toEqual([]);
  });

  const named = served(async () => {
    const store = await afterRun();
    const summary = (await store.list(keys.runSummaries))[0] ?? '';
    const report = await readLatestReport(store);
    if (report === undefined) throw new Error('no report');
    return hostileStore(report, (await store.get(summary))?.body ?? '', budgetPolicy);
  });
  inBrowser.each([
    ...everyPage,
    `/services/${hostile}/${hostile}`,
    `/runs/${hostile}`,
    `/runs/${encodeURIComponent(hostileNames[3] ?? '')}`,
    `/findings?code=${hostile}`,
    `/services?search=${hostile}&tag=${hostile}&owner=${hostile}`,
  ])('about names with markup, turned text and a million characters: %s', async (path) => {
    expect(await faultsOf(await named(), path, 1_000_000)).toEqual([]);
  });

  inBrowser.each(['/audit', '/runs', '/services'])('such names stand on it as text: %s', async (path) => {
    const { ask } = await signIn(await named());
    expect(await (await ask(path)).text()).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

inBrowser('without scripts every page says the same', async () => {
  const url = await sample();
  const read = async (options: { readonly javaScriptEnabled?: boolean }) => {
    const { page } = await openTab(browser, url, options);
    const texts: string[] = [];
    // A check of the audit changes what the page says afterwards.
    for (const path of samplePages.filter((one) => one !== '/audit')) {
      await page.goto(`.${path}`);
      // The ages of times come from a script; the moment of a check is that of the visit.
      const text = (await page.locator('main').innerText()).replaceAll(/\s*(just now|\d+ \w+ ago)/g, '');
      texts.push(text.replace(/(?<=^verified .*)\d{4}-\d\d-\d\d \d\d:\d\d$/m, ''));
    }
    return texts;
  };
  expect(await read({ javaScriptEnabled: false })).toEqual(await read({}));
});

/** What a reader of the keyboard meets on a page, in the order of the Tab key. */
const controlsOf = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]')]
  .filter((one) => one.checkVisibility() && one.tabIndex >= 0)`;

/** Notes what gets the focus, and whether a reader sees that it has it. */
const noteFocus = `window.reached = [];
document.addEventListener('focusin', ({ target }) => {
  reached.push(target.dataset.at + (getComputedStyle(target).outlineStyle === 'none' ? ' unseen' : ''));
})`;

inBrowser(
  'the keyboard reaches every control of every page in its order, shows where it is, and can skip the navigation',
  async () => {
    const { page } = await openTab(browser, await sample());
    for (const path of [
      '/',
      '/services?state=protectedByOthers',
      '/services/shop-prod/orders-pg?days=30',
      '/budgets',
      '/findings',
      '/runs/run-1',
      '/runs',
      '/audit',
      '/policy',
    ]) {
      await page.goto(`.${path}`);
      // The names of a run's services are a hundred alike.
      await page.evaluate("document.querySelectorAll('tbody tr:nth-child(n + 3)').forEach((row) => row.remove())");
      await page.evaluate(`${controlsOf}.forEach((one, at) => { one.dataset.at = at; })`);
      await page.evaluate(noteFocus);
      const count = Number(await page.evaluate(`${controlsOf}.length`));
      for (let presses = 0; presses < count; presses += 1) await page.keyboard.press('Tab');
      const reached = await page.evaluate('window.reached');
      expect(reached, path).toEqual(Array.from({ length: count }, (_, at) => String(at)));
    }
    await page.goto('./findings');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  },
);

inBrowser('the keyboard sorts the services by their columns, and the order is announced', async () => {
  const { page } = await openTab(browser, await sample());
  await page.goto('./services?state=protectedByUs');
  await page.getByRole('link', { name: 'a month' }).press('Enter');
  await page.waitForURL(/sort=cost/);
  expect(page.url()).toContain('state=protectedByUs');
  const header = page.getByRole('columnheader', { name: 'a month' });
  expect(await header.getAttribute('aria-sort')).toBe('descending');
  const amounts = await page.locator('td[data-label="a month"]').allInnerTexts();
  const numbers = amounts.map((text) => Number.parseFloat(text));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
});
