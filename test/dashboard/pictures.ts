import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Page } from 'playwright-core';
import { openDashboard } from '../../lib/cli/from-store/open-dashboard.ts';
import { runProgram } from '../../lib/cli/program.ts';
import { dayOf } from '../../lib/core/forecast/project-history.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { type Scenario, servePlatform } from '../../lib/platform/index.ts';
import { keyOfSection, keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import type { InventoryRecord } from '../../lib/run/store/run-objects.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { forecastAndBudget, livedOrganization } from '../simulate/lived/organization.ts';
import { putSection } from '../stored-section.ts';
import { appears, startBrowser } from './browser.ts';
import { cookiesOf } from './signed-in.ts';

/**
 * `npm run pictures [FOLDER [SERVICES]]`: pictures of the pages about the sample organization for the documents; with a folder,
 * also every page at three widths in light and dark, to be looked at; with a number of services, only those, of an
 * organization of that size.
 */

const docs = join(import.meta.dirname, '..', '..', 'docs');
const token = 'token-of-the-pictures';
const days = 75;
/** Width of the pictures in documents. */
const inDocuments = 1180;
const heights = { overview: 900, services: 640, service: 800, budgets: 800, run: 640 } as const;

/** What the pages are about. */
interface Pictured {
  readonly scenario: Scenario;
  readonly policy: string;
  readonly service: string;
  /** The amount of the budget in the policy, the amounts that follow, and the last one, whose lowers need a person. */
  readonly monthly: string;
  readonly amounts: readonly string[];
  readonly lowered: string;
}

const sample = (): Pictured => ({
  scenario: sampleOrganization(),
  policy: readFileSync(join(docs, 'policies', 'budget.yaml'), 'utf8'),
  service: 'shop-prod/orders-pg',
  monthly: '650.00',
  amounts: ['310.00', '240.00', '240.00', '200.00', '240.00', '220.00', '220.00'],
  lowered: '150.00',
});

const organizationOf = (services: number): Pictured => ({
  scenario: livedOrganization(1, services),
  policy: forecastAndBudget(services),
  service: 'team-0-prod/s0',
  monthly: `${10 * services}.00`,
  amounts: [`${4 * services}.00`, `${3 * services}.00`],
  lowered: `${services}.00`,
});

/** Pages with a picture in the documents. */
const shownOf = ({ service }: Pictured) =>
  ({
    overview: '/',
    services: '/services?sort=days',
    service: `/services/${service}`,
    budgets: '/budgets',
    run: '/runs/run-1',
  }) as const;

/** The other pages, which are only looked at. */
const others = {
  runs: '/runs',
  findings: '/findings',
  audit: '/audit?verify=1',
  policy: '/policy',
} as const;

/** Use that grows from a part of the disk, at another pace for each service, with a wave. */
const historyOf = ({ services }: InventoryRecord, today: number) => ({
  days: Array.from({ length: days }, (_, at) => today - days + 1 + at),
  services: services.map(({ name, diskMb }, place) => {
    const disk = diskMb ?? 80 * 1024;
    const pace = 0.1 + ((place * 37) % 50) / 100;
    const used = Array.from({ length: days }, (_, at): [number, number] => {
      const part = 0.3 + (pace * at) / days + 0.01 * Math.sin(at / 3);
      return [today - days + 1 + at, Math.round(disk * Math.min(0.98, part))];
    });
    return { name, lastDay: today, provisioned: [[today - days + 1, disk]], used, measuredDay: today };
  }),
});

/** Runs over an organization, with a past. */
const prepare = async (
  folder: string,
  { scenario, policy: text, monthly, amounts, lowered }: Pictured,
): Promise<void> => {
  const platform = await servePlatform({ scenario, token, speed: 0 });
  const store = createDirectoryStore(folder);
  let runs = 0;
  const headroom = async (...argv: string[]) =>
    runProgram([...argv, '--calls-per-minute', 'off'], {
      in: Readable.from([]),
      out: new PassThrough().resume(),
      err: new PassThrough().resume(),
      colour: false,
      environment: {
        HEADROOM_BASE_URL: platform.url,
        HEADROOM_TOKEN: token,
        HEADROOM_ORGANIZATION: platform.organization,
        HEADROOM_STORE: folder,
      },
      signal: new AbortController().signal,
      newRunId: () => {
        runs += 1;
        return `run-${runs}`;
      },
    });
  const policy = join(folder, 'first-policy.yaml');
  writeFileSync(policy, text);
  await headroom('apply', '--yes', '--policy', policy);
  const today = dayOf(Date.now());
  for (const key of await store.list(keys.projectRecords)) {
    const record = await readObject<InventoryRecord>(store, keyOfSection(key, 'reading'));
    if (record !== undefined) putSection(folder, keyOfSection(key, 'history'), historyOf(record, today));
  }
  await headroom('forecast', '--policy', policy);
  const other = join(folder, 'other-policy.yaml');
  for (const amount of amounts) {
    writeFileSync(other, text.replace(monthly, amount));
    await headroom('apply', '--yes', '--policy', other);
  }
  // A smaller budget, whose lowers need a person.
  writeFileSync(other, text.replace(monthly, lowered).replace(/needApproval: \[[^\]]*\]/, 'needApproval: [lower]'));
  await headroom('apply', '--policy', other);
  writeFileSync(join(folder, keys.policy), readFileSync(other));
  await platform.close();
};

/** A part of the page for a document, or all of it to be looked at. */
const take = async (page: Page, path: string, width: number, file: string, height?: number): Promise<void> => {
  await page.setViewportSize({ width, height: height ?? 900 });
  await page.goto(`.${path}`, { waitUntil: 'load' });
  await appears(page.locator('.live:not(:empty)'));
  await page.screenshot({ path: file, fullPage: height === undefined });
};

const [all, services] = process.argv.slice(2);
const pictured = services === undefined ? sample() : organizationOf(Number(services));
const shown = shownOf(pictured);
const folder = mkdtempSync(join(tmpdir(), 'headroom-pictures-'));
await prepare(folder, pictured);
const dashboard = await openDashboard(createDirectoryStore(folder), { port: 0 });
const browser = await startBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ baseURL: dashboard.address, colorScheme });
  await page.context().addCookies(await cookiesOf(dashboard.address));
  for (const [name, path] of Object.entries(shown)) {
    if (services === undefined && colorScheme === 'light')
      await take(page, path, inDocuments, join(docs, 'pictures', `${name}.png`), heights[name as keyof typeof shown]);
  }
  for (const [name, path] of Object.entries(all === undefined ? {} : { ...shown, ...others })) {
    for (const width of [400, 1280, 2560])
      await take(page, path, width, join(all ?? '', `${name}-${width}-${colorScheme}.png`));
  }
}
await browser.close();
await dashboard.close();
rmSync(folder, { recursive: true, force: true });
