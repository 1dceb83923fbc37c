import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { reportDocument } from '../../../../lib/cli/commands/report/document.ts';
import { asHtml } from '../../../../lib/cli/commands/report/formats.ts';
import type { ListedForecast } from '../../../../lib/core/forecast/plan-forecast.ts';
import { pictured } from '../../../../lib/dashboard/pages/report/page.ts';
import type { GrowthPicture } from '../../../../lib/dashboard/pictures/growth.ts';
import type { ReportObject } from '../../../../lib/run/store/run-objects.ts';
import { barriers, inBrowser, openTab, overflows, startBrowser } from '../../browser.ts';
import { largeReport } from '../../large-store.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const message = 'Disk reaches its 200 GB maximum in about 20 days (14–31). Raise it, or free space.';

const near: ListedForecast = {
  project: 'storefront-production-0',
  service: 'checkout-orders-postgres-4',
  maximum: { kind: 'additional', gb: 200 },
  isReached: false,
  daysToThreshold: 3,
  daysToMaximum: 20,
  soonestDaysToMaximum: 14,
};

/** A report of 400 services with names as people choose them; every fifth has two findings that need a person. */
const report400 = (): ReportObject => {
  const report = largeReport(400);
  const text = JSON.stringify(report)
    .replaceAll(/"service-(\d+)"/g, '"checkout-orders-postgres-$1"')
    .replaceAll(/"project-(\d+)"/g, '"storefront-production-$1"');
  const named = JSON.parse(text) as ReportObject;
  if (named.plan === null) throw new Error('no plan');
  const urgent = named.plan.decisions.filter((_, at) => at % 5 === 4);
  const findings = urgent.flatMap(({ project, service }) =>
    (['disk-fills-up', 'budget-gives-nothing'] as const).map((code) => ({ code, project, service, message })),
  );
  const forecast = { services: [near], more: 0, unknown: 0, coverage: { known: 1, disks: 1 } };
  return { ...named, plan: { ...named.plan, findings: [...named.plan.findings, ...findings], forecast } };
};

const growth: GrowthPicture = {
  name: 'storefront-production-0/checkout-orders-postgres-0',
  today: 20002,
  used: [1000, 1050, 1130].map((gb, at) => ({ day: 20000 + at, gb })),
  provisioned: [{ day: 20000, gb: 1180 }],
  ahead: [],
  thresholdPercent: 85,
  limit: [20000, 20002].map((day) => ({ day, gb: 123456 })),
};

const open = async (): Promise<Page> => {
  const report = report400();
  const { page } = await openTab(browser, 'file://', { viewport: { width: 1280, height: 900 } });
  await page.setContent(asHtml(pictured(reportDocument(report), { report, growth: [growth] })));
  return page;
};

/** Words of tables that stand on more than one line. */
const brokenWords = `(() => {
  const broken = [];
  for (const cell of document.querySelectorAll('th, td')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
})()`;

describe('the report of 400 services in a file', () => {
  inBrowser('has a bounded height, breaks no word, and says who has the services', async () => {
    const page = await open();
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(10_000);
    expect(await page.evaluate(brokenWords)).toEqual([]);
    expect(await overflows(page, [400, 1280, 2560])).toEqual([]);
    expect(await barriers(page, 'all')).toEqual([]);
    expect(await page.locator('.cut', { hasText: 'services' }).textContent()).toBe(
      '400 services: headroom report --format csv has all of them.',
    );
  });

  inBrowser('fits a sheet of paper', async () => {
    const page = await open();
    await page.emulateMedia({ media: 'print' });
    expect(await overflows(page, [680])).toEqual([]);
  });

  inBrowser('shows the labels of every picture whole', async () => {
    const page = await open();
    const clipped = await page.evaluate(`[...document.querySelectorAll('svg.curves text')]
      .filter((text) => {
        const { x, width } = text.getBBox();
        return x < 0 || x + width > text.ownerSVGElement.viewBox.baseVal.width;
      })
      .map((text) => text.textContent)`);
    expect(clipped).toEqual([]);
    expect(await page.locator('svg.curves text', { hasText: '140,000 GB' }).count()).toBe(1);
  });
});
