import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openDashboard } from '../../lib/cli/from-store/open-dashboard.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { appears, inBrowser, startBrowser } from './browser.ts';

/** Browsers send a cookie to every port of its host. */

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** A web server of another user of the machine, whose page opens itself again: that request is of the same site. */
const serveOther = async (path: string) => {
  const asked: IncomingMessage[] = [];
  const again = `<!doctype html><meta http-equiv="refresh" content="0;url=${path}again"><img src="${path}picture">`;
  const server: Server = createServer((request, response) => {
    asked.push(request);
    const isFirst = request.url === path;
    response.writeHead(200, { 'content-type': 'text/html' }).end(isFirst ? again : '<p>again</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` };
};

inBrowser('no other server of the machine gets a cookie of the browser that reads the dashboard', async () => {
  const dashboard = await openDashboard(createMemoryStore(), { port: 0 });
  onTestFinished(() => dashboard.close());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(dashboard.address);
  expect(page.url()).toBe(`${dashboard.url}/`);
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await appears(page.getByRole('heading', { name: 'Services', level: 1 }));
  await appears(page.getByText('live', { exact: true }));
  for (const path of ['/', '/services/']) {
    const other = await serveOther(path);
    await page.goto(other.address);
    await appears(page.getByText('again'));
    expect(other.asked.map(({ url }) => url)).toEqual(expect.arrayContaining([path, `${path}again`]));
    expect(other.asked.map(({ headers }) => headers.cookie)).toEqual(other.asked.map(() => undefined));
  }
  // Neither does it learn the path, by which the browser would send it.
  const other = await serveOther('/');
  await page.goto(`${dashboard.url}/services`);
  await page.evaluate(`location.href = ${JSON.stringify(other.address)}`);
  await appears(page.getByText('again'));
  const path = new URL(dashboard.url).pathname;
  for (const { url, headers } of other.asked) expect(`${url} ${JSON.stringify(headers)}`).not.toContain(path);
});
