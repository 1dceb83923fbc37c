import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { it, onTestFinished } from 'vitest';
import { findBrowser, noBrowser, skipsPages } from './find-browser.ts';
import { packagedBrowser } from './packaged-browser.ts';
import { cookiesOf } from './signed-in.ts';
import { thisMachine } from './this-machine.ts';

/** Starts the browser of this machine. @throws Error that says how to get one */
export const startBrowser = async (): Promise<Browser> => {
  const found = findBrowser(thisMachine());
  if (found === undefined) throw new Error(noBrowser);
  return chromium.launch(found.kind === 'packaged' ? await packagedBrowser() : { executablePath: found.path });
};

/** A test of a page, which runs where there is a browser. */
export const inBrowser = it.skipIf(skipsPages(thisMachine()));

export interface Tab {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests to any other origin, since the tab was opened. */
  readonly faults: readonly string[];
}

/** Address of the pages of a tab: whatever they ask of another origin is a fault. */
export interface Home {
  url: string;
}

const originOf = (url: string): string => (url.startsWith('http') ? new URL(url).origin : url);

/** A tab that notes what must not happen; it stays open until its browser closes. */
export const openLastingTab = async (
  browser: Browser,
  home: Home,
  options: BrowserContextOptions = {},
): Promise<Tab> => {
  const context = await browser.newContext(options);
  // The limit of the test counts, which is generous.
  context.setDefaultTimeout(0);
  await context.addCookies(await cookiesOf(home.url));
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== originOf(home.url)) faults.push(`asked ${request.url()}`);
  });
  return { page, faults };
};

/** A tab that notes what must not happen; it is closed after the test. */
export const openTab = async (browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Tab> => {
  const tab = await openLastingTab(browser, { url }, { baseURL: url, ...options });
  onTestFinished(() => tab.page.context().close());
  return tab;
};

/** Waits until the page has it. */
export const appears = async (locator: Locator): Promise<void> => {
  await locator.first().textContent();
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Rules of axe: all, the colours alone, or all but the colours, which take most of the time. */
const ruleSets = {
  all: {},
  colours: { runOnly: ['color-contrast'] },
  'all but colours': { rules: { 'color-contrast': { enabled: false } } },
} as const;

/** Rows of a table that are looked at; further ones are alike and cost time. */
const looked = 8;

/** Has axe in every page of a tab from its start: the browser reads it once, which takes less than to get it again for each page. */
export const withAxe = ({ page }: Tab): Promise<unknown> => page.addInitScript({ content: axe });

/** What axe finds serious or critical on the page as it is, but for the further rows of its tables, which it loses. */
export const barriers = async (page: Page, rules: keyof typeof ruleSets): Promise<readonly string[]> => {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...ruleSets[rules] };
  const violations = (await page.evaluate(
    `for (const row of document.querySelectorAll('tbody tr:nth-child(n + ${looked + 1}), pre span:nth-child(n + 30)')) row.remove();
     axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes: [first] }) => `${page.url()} ${id}: ${first?.html.slice(0, 200)} ${first?.failureSummary}`);
};

/** Widths, in pixels, at which the page is wider than its window. */
export const overflows = async (page: Page, widths: readonly number[]): Promise<readonly number[]> => {
  const wider: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const is = await page.evaluate('document.documentElement.scrollWidth');
    if (Number(is) > width) wider.push(width);
  }
  return wider;
};
