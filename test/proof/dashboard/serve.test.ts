import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { reportDocument } from '../../../lib/cli/commands/report/document.ts';
import { asHtml } from '../../../lib/cli/commands/report/formats.ts';
import { openDashboard } from '../../../lib/cli/from-store/open-dashboard.ts';
import { reportPictures } from '../../../lib/dashboard/http/growth-of.ts';
import { pictured } from '../../../lib/dashboard/pages/report/page.ts';
import type { Store } from '../../../lib/ports.ts';
import { readLatestReport } from '../../../lib/run/publish/reports.ts';
import { appears, barriers, inBrowser, openTab, overflows, startBrowser } from '../../dashboard/browser.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { type Handler, startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

const policies = join(import.meta.dirname, '..', '..', '..', 'docs', 'policies');
const budgetPolicy = readFileSync(join(policies, 'budget.yaml'), 'utf8');

const serve = async (store: Store, approver?: string): Promise<string> => {
  const dashboard = await openDashboard(store, { port: 0, ...(approver && { approver: async () => approver }) });
  onTestFinished(() => dashboard.close());
  return dashboard.address;
};

/** The sample organization after a run with budgets. */
const afterRun = async () => {
  const headroom = await startHeadroom(sampleOrganization(), budgetPolicy);
  await headroom.reconcile();
  return headroom;
};

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const widths = [400, 1280, 2560];

inBrowser(
  'the report in a file has no barrier, fits every window and a sheet of paper, and asks for nothing',
  async () => {
    const { store } = await afterRun();
    const report = await readLatestReport(store);
    if (report === undefined) throw new Error('no report');
    const { page, faults } = await openTab(browser, 'file://');
    const text = asHtml(pictured(reportDocument(report), await reportPictures(store, report)));
    await page.setContent(text);
    expect(await overflows(page, widths)).toEqual([]);
    expect(await barriers(page, 'all')).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    // An upright A4 sheet without its margins.
    expect(await overflows(page, [680])).toEqual([]);
    expect(faults).toEqual([]);
  },
);

inBrowser('without scripts a reader finds a service by links and forms', async () => {
  const { store } = await afterRun();
  const { page } = await openTab(browser, await serve(store), { javaScriptEnabled: false });
  await page.goto('./');
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await page.getByLabel('Search').fill('orders-pg');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name: 'orders-pg' }).first().click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('shop-prod/orders-pg');
  expect(await page.locator('.chain').textContent()).toContain('rule');
});

/** A gate that a test opens. */
const gate = () => {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};

inBrowser(
  'a run shows from its start to its end on an open page, with its changes as they are done, without a reload',
  async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(40));
    // The clock of the machine decides whether a run may still work.
    headroom.pass(Date.now() - headroom.ports.clock.now());
    const { page, faults } = await openTab(browser, await serve(headroom.store));
    await page.goto('./runs');
    await appears(page.getByText('No runs yet.'));
    const [plan, apply] = [gate(), gate()];
    const held = (handlers: Record<string, Handler>) => ({
      ...handlers,
      plan: async (input: unknown) => {
        await plan.passed;
        return handlers.plan?.(input);
      },
      apply: async (input: unknown) => {
        if ((input as { readonly project: number }).project === 1) await apply.passed;
        return handlers.apply?.(input);
      },
    });
    const run = headroom.reconcile({ handlers: held });
    await appears(page.getByText('running'));
    await page.locator('a[href$="/runs/run-1"]').click();
    await appears(page.getByText('Its plan and its writes are shown when it has ended.'));
    await page.getByRole('link', { name: 'Overview' }).click();
    await appears(page.getByRole('heading', { name: 'In progress or interrupted' }));
    await appears(page.getByText('reads the organization and plans'));
    await page.evaluate('window.isTheSamePage = true');
    plan.open();
    await appears(page.getByText('4 of 8 changes done'));
    const bar = page.getByRole('progressbar');
    expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['4', '8']);
    apply.open();
    await run;
    await appears(page.getByText('as applied'));
    expect(await page.evaluate('window.isTheSamePage')).toBe(true);
    expect(faults).toEqual([]);
  },
);

inBrowser('a page whose connection dropped catches up when it is back', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  const entry = { path: '/path-of-both', key: 'key-of-both', session: 'session-of-both' };
  const first = await openDashboard(headroom.store, { port: 0, entry });
  const { page } = await openTab(browser, first.address);
  await page.goto('./');
  await appears(page.getByText('No run has ended yet.'));
  await appears(page.getByText('live'));
  await first.close();
  await appears(page.getByText('reconnecting'));
  await headroom.reconcile();
  const second = await openDashboard(headroom.store, { port: Number(new URL(first.url).port), entry });
  onTestFinished(() => second.close());
  await appears(page.getByText('as applied'));
  await appears(page.getByText('live'));
});

inBrowser(
  'ten pages that are open at once all load: one that no one sees follows nothing, and catches up when it is seen',
  async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(40));
    const url = await serve(headroom.store);
    const { page: first } = await openTab(browser, url);
    const hide = (isHidden: boolean) =>
      `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
     document.dispatchEvent(new Event('visibilitychange'));`;
    // A browser has six connections for one host, and a page that follows the runs keeps one.
    for (let page = first, opened = 0; opened < 10; opened += 1, page = await first.context().newPage()) {
      await page.goto('./');
      await appears(page.getByText('live'));
      await page.evaluate(hide(true));
    }
    await headroom.reconcile();
    await first.evaluate(hide(false));
    await appears(first.getByText('as applied'));
  },
);

inBrowser('a person approves a waiting plan on its page, and the next run applies it', async () => {
  const headroom = await startHeadroom(even(1, 2), enableAll(40).replace('maxChanges: 100000', 'maxChanges: 1'));
  // Approvals expire by the clock of the machine.
  headroom.pass(Date.now() - headroom.ports.clock.now());
  const { plan } = await headroom.reconcile();
  expect(plan?.verdict).toBe('needs-approval');
  const { page, faults } = await openTab(browser, await serve(headroom.store, 'a person'));
  await page.goto('./');
  await page.getByRole('link', { name: 'plan needs approval' }).click();
  await page.getByRole('textbox').fill(plan?.proposal?.digest.slice(0, 12) ?? '');
  await page.getByRole('button', { name: 'Approve' }).click();
  await appears(page.getByText('is approved'));
  const after = await headroom.reconcile();
  expect(after.outcome).toBe('applied');
  await page.goto('./');
  expect(await page.locator('main').textContent()).not.toContain('plan needs approval');
  expect(faults).toEqual([]);
});
