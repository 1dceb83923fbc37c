import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openDashboard } from '../../../../lib/cli/from-store/open-dashboard.ts';
import { numeric, table } from '../../../../lib/dashboard/pages/tables.ts';
import { diskBar } from '../../../../lib/dashboard/pictures/bars.ts';
import type { Dashboard } from '../../../../lib/dashboard/serve.ts';
import { appears, inBrowser, openTab, startBrowser } from '../../../dashboard/browser.ts';
import { everyPage } from '../../../dashboard/http/pages-of.ts';
import { largeReport, largeStore } from '../../../dashboard/large-store.ts';
import { sampleOrganization } from '../../../sample-organization.ts';
import { startHeadroom } from '../../../workflow/local-headroom.ts';

const budgetPolicy = readFileSync(
  join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'policies', 'budget.yaml'),
  'utf8',
);

let browser: Browser;
let dashboard: Dashboard;
beforeAll(async () => {
  browser = await startBrowser();
  dashboard = await openDashboard(await largeStore(largeReport(400)), { port: 0 });
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});

inBrowser('thirty services stand on a screen of 1280 by 900 pixels', async () => {
  const { page } = await openTab(browser, dashboard.address, { viewport: { width: 1280, height: 900 } });
  await page.goto('./services');
  const inView = `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= 900)`;
  expect(await page.evaluate(`${inView}.length`)).toBeGreaterThanOrEqual(30);
});

inBrowser('on a phone no service takes as much as ten lines', async () => {
  // Its services have all columns: disks, states, costs, owners and findings.
  const { store, reconcile } = await startHeadroom(sampleOrganization(), budgetPolicy);
  await reconcile();
  const sample = await openDashboard(store, { port: 0 });
  onTestFinished(() => sample.close());
  const { page } = await openTab(browser, sample.address, { viewport: { width: 400, height: 900 } });
  await page.goto('./services');
  const lines = `[...document.querySelectorAll('tbody tr')].map((row) =>
    row.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(row.cells[0]).lineHeight))`;
  const most = await page.evaluate(`Math.max(...${lines})`);
  expect(Number(most)).toBeLessThan(10);
});

inBrowser('a page uses the whole width of a wide screen', async () => {
  const { page } = await openTab(browser, dashboard.address, { viewport: { width: 2560, height: 900 } });
  await page.goto('./services');
  expect(await page.evaluate("document.querySelector('table').getBoundingClientRect().width")).toBeGreaterThan(2400);
});

inBrowser('no column of any page is empty, and no number above 999 lacks its separator', async () => {
  const { page } = await openTab(browser, dashboard.address);
  for (const path of [...everyPage, '/runs/large', '/services/project-1/service-1']) {
    await page.goto(`.${path}`);
    const empty = await page.evaluate(`[...document.querySelectorAll('table.stack')].flatMap((table) =>
      [...table.tHead.rows[0].cells].filter((_, at) => [...table.tBodies[0].rows].every((row) => row.cells[at].innerHTML === ''))
        .map((head) => head.textContent))`);
    expect([path, empty]).toEqual([path, []]);
    const bare =
      await page.evaluate(`[...document.querySelectorAll('td.number, .tile .value, .tile .detail, .legend b')]
      .map((one) => one.textContent.replaceAll(/\\d{4}-\\d\\d-\\d\\d/g, '')).filter((text) => /(?<![\\d.])\\d{4,}/.test(text))`);
    expect([path, bare]).toEqual([path, []]);
  }
});

inBrowser('services are found by a part of their names, and the address is that of the search', async () => {
  const { page } = await openTab(browser, dashboard.address);
  await page.goto('./services');
  await page.getByLabel('Search').fill('project-7/service-1');
  await page.getByLabel('Search').press('Enter');
  await appears(page.getByText('11 of 400 services'));
  expect(page.url()).toContain('search=project-7');
  expect(await page.locator('datalist#names-of-project option').count()).toBe(8);
});

it('a column without any value is left out, and a table without rows too', () => {
  const shown = String(
    table(
      't',
      ['service', 'owner', numeric('GB')],
      [
        ['a', '', '1'],
        ['b', '', ''],
      ],
    ),
  );
  expect(shown).not.toContain('owner');
  expect(shown).toContain('GB');
  expect(table('t', ['service'], [])).toBe('');
});

it('a disk stands on the scale of its limit, and unknown use is not drawn as a free disk', () => {
  const disk = { sizeGb: 80, limitGb: 160, thresholdPercent: 85, isNearlyFull: false };
  const known = String(diskBar({ ...disk, usedGb: 40 }));
  expect(known).toContain('class="part size" x="0.0" y="0" width="500.0"');
  expect(known).toContain('class="part use" x="0.0" y="7" width="250.0"');
  expect(known).toContain('class="threshold" x="425.0"');
  const unknown = String(diskBar({ ...disk, usedGb: null }));
  expect(unknown).toContain('class="part unknown" x="0.0" y="10" width="500.0"');
  expect(unknown).not.toContain('class="part use');
  expect(diskBar({ ...disk, usedGb: 1, sizeGb: null })).toBe('');
});
