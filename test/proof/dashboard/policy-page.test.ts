import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openDashboard } from '../../../lib/cli/from-store/open-dashboard.ts';
import { appears, barriers, inBrowser, openTab, overflows, startBrowser } from '../../dashboard/browser.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const policyOf = (gb: number): string => enableAll(gb, "prices: { default: '0.10' }\n");

inBrowser(
  'a person edits the policy and sees what the text would do; a run that ends meanwhile leaves it',
  async () => {
    const headroom = await startHeadroom(even(1, 2), policyOf(40));
    await headroom.reconcile();
    const dashboard = await openDashboard(headroom.store, { port: 0 });
    onTestFinished(() => dashboard.close());
    const { page, faults } = await openTab(browser, dashboard.address);
    await page.goto('./policy');
    const text = page.getByRole('textbox');
    expect(await text.inputValue()).toBe(policyOf(40));
    await text.fill(policyOf(100));
    await page.getByRole('heading', { level: 1 }).click();
    const renewed = page.waitForResponse(
      (answer) => answer.url() === page.url() && answer.request().method() === 'GET',
    );
    await headroom.reconcile();
    await (await renewed).finished();
    expect(await text.inputValue()).toBe(policyOf(100));
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await appears(page.getByText('0 gained, 2 raised (+120 GB, +12.00 USD a month)'));
    expect(await text.inputValue()).toBe(policyOf(100));
    expect(await overflows(page, [400, 1280, 2560])).toEqual([]);
    expect(await barriers(page, 'all')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriers(page, 'colours')).toEqual([]);
    expect(faults).toEqual([]);
  },
);
