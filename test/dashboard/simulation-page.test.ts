import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openDashboard } from '../../lib/cli/from-store/open-dashboard.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';
import { enableAll, even } from '../workflow/scenarios.ts';
import { appears, barriers, inBrowser, openTab, overflows, startBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const policyOf = (gb: number): string => enableAll(gb, "prices: { default: '0.10' }\n");

const served = async () => {
  const headroom = await startHeadroom(even(1, 2), policyOf(40));
  await headroom.reconcile();
  const dashboard = await openDashboard(headroom.store, { port: 0, setup: { days: 3, seeds: 2 } });
  onTestFinished(() => dashboard.close());
  return { ...headroom, address: dashboard.address };
};

inBrowser(
  'while a person edits the policy, the page shows what the text would do, and never an older answer',
  async () => {
    const { address, reconcile } = await served();
    const { page, faults } = await openTab(browser, address);
    await page.goto('./simulation');
    const text = page.getByRole('textbox', { name: 'Policy' });
    expect(await text.inputValue()).toBe(policyOf(40));
    for (const gb of [50, 60, 100]) await text.fill(policyOf(gb));
    await appears(page.getByText('0 gained, 2 raised (+120 GB, +12.00 USD a month)'));
    await appears(page.getByText('Counted.', { exact: true }));
    expect(await page.getByRole('status').allTextContents()).toContain('Counted.');
    const results = page.locator('#trial-results');
    expect(await results.locator('svg.curves').count()).toBeGreaterThan(0);
    expect(await results.locator('pre').textContent()).toMatch(/\n-.*maxAdditionalGb: 40.*\n\+.*maxAdditionalGb: 100/);
    // A run that ends meanwhile renews other pages; what is edited stays.
    await page.getByRole('heading', { level: 1 }).click();
    const renewed = page.waitForResponse(
      (answer) => answer.url() === page.url() && answer.request().method() === 'GET',
    );
    await reconcile();
    await (await renewed).finished();
    expect(await text.inputValue()).toBe(policyOf(100));
    expect(await overflows(page, [400, 1280, 2560])).toEqual([]);
    expect(await barriers(page, 'all')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriers(page, 'colours')).toEqual([]);
    expect(faults).toEqual([]);
  },
);

inBrowser('a mistake in the text is named with its line, which a click selects', async () => {
  const { address } = await served();
  const { page } = await openTab(browser, address);
  await page.goto('./simulation');
  const text = page.getByRole('textbox', { name: 'Policy' });
  const wrong = policyOf(40).replace('effect: enable', 'effect: enabel');
  await text.fill(wrong);
  await page.getByRole('link', { name: /^Line \d+$/ }).click();
  const selected = await page.evaluate('document.getSelection().toString()');
  expect(String(selected)).toContain('enabel');
  expect(wrong.split('\n')).toContain(selected);
  expect(await page.evaluate('document.activeElement.id')).toBe('policy-text');
  await text.fill(policyOf(50));
  await appears(page.getByText('2 raised'));
});

inBrowser.each([true, false])('a person downloads the patch (scripts: %s)', async (javaScriptEnabled) => {
  const { address } = await served();
  const { page } = await openTab(browser, address, { javaScriptEnabled });
  await page.goto('./simulation');
  await page.getByRole('textbox', { name: 'Policy' }).fill(policyOf(100));
  await page.getByLabel('File in your repository').fill('disks/policy.yaml');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await appears(page.getByText('2 raised'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the patch' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('policy.patch');
  expect(readFileSync(await download.path(), 'utf8')).toContain('+++ b/disks/policy.yaml\n');
});
