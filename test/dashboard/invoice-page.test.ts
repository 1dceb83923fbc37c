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

const prices = "prices: { default: '0.10' }\n";

/** An invoice for two services, of which Headroom does not know the second. */
const lines = ['service-0', 'a-service-that-was-deleted'].map((name) => ({
  line_type: 'extra_charge',
  line_total_usd: '1250.00',
  project_name: 'project-0',
  service_name: name,
  timestamp_end: '2100-01-01T00:00:00Z',
}));
const file = { name: 'lines.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ lines })) };

inBrowser.each([true, false])(
  'a person compares an invoice with what the store knows; a run that ends takes neither the file nor the answer away (scripts: %s)',
  async (javaScriptEnabled) => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40, prices));
    await headroom.reconcile();
    const dashboard = await openDashboard(headroom.store, { port: 0 });
    onTestFinished(() => dashboard.close());
    const { page, faults } = await openTab(browser, dashboard.address, { javaScriptEnabled });
    const runAgain = async () => {
      if (!javaScriptEnabled) return;
      const renewed = page.waitForResponse(
        (answer) => answer.url().endsWith('/budgets') && answer.request().method() === 'GET',
      );
      await headroom.reconcile();
      await (await renewed).finished();
    };
    await page.goto('/budgets');
    await page.getByLabel('Lines of an invoice (JSON)').setInputFiles(file);
    await runAgain();
    await page.getByRole('button', { name: 'Compare' }).click();
    const unexplained = page.getByText('Unexplained storage: 2,500.00 USD', { exact: true });
    await appears(unexplained);
    await runAgain();
    expect(await page.getByRole('row', { name: /^a-service-that-was-deleted/ }).innerText()).toContain('1,250.00');
    if (javaScriptEnabled) {
      expect(await overflows(page, [400, 1280, 2560])).toEqual([]);
      expect(await barriers(page, 'all')).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await barriers(page, 'colours')).toEqual([]);
    }
    expect(await unexplained.count()).toBe(1);
    expect(faults).toEqual([]);
  },
);
