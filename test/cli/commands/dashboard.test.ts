import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BudgetResult } from '../../../lib/core/budget/result.ts';
import { cents } from '../../../lib/core/model/money.ts';
import { protectionLabels, protections } from '../../../lib/core/service/protection.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { seen } from '../../dashboard/http/pages-of.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { openShell } from './shell.ts';

const policy = readFileSync(join(import.meta.dirname, '../../../docs/policies/budget.yaml'), 'utf8').replace(
  'mode: observe',
  'mode: enforce',
);

/** Starts `headroom dashboard` and answers what its pages say; it ends after the test body. */
const withPages = async (
  { runWith }: Awaited<ReturnType<typeof openShell>>,
  body: (page: (path: string) => Promise<string>) => Promise<void>,
): Promise<void> => {
  const stop = new AbortController();
  let listen = (_: string) => {};
  const heard = new Promise<string>((resolve) => {
    listen = resolve;
  });
  const ended = runWith({ signal: stop.signal, listen }, 'dashboard');
  try {
    const url = (await heard).trim().replace('listening on ', '');
    await body(async (path) => seen(await (await fetch(`${url}${path}`)).text()));
  } finally {
    stop.abort();
  }
  expect((await ended).status).toBe(0);
};

it('pages, report and command line say the same numbers', async () => {
  const shell = await openShell(sampleOrganization());
  writeFileSync(join(shell.store, keys.policy), policy);
  await shell.run('apply', '--calls-per-minute', 'off');
  const report = JSON.parse((await shell.run('report', '--format', 'json')).out);
  const file = seen((await shell.run('report', '--format', 'html')).out);
  const shown = JSON.parse((await shell.run('budget', '--json', '--calls-per-minute', 'off')).out);
  const { plan, coverage } = report;
  expect(plan.budgets.length).toBeGreaterThan(1);
  await withPages(shell, async (page) => {
    const [overview, budgets, services, findings] = await Promise.all(
      ['/', '/budgets', '/services', '/findings'].map(page),
    );
    for (const protection of protections) {
      const text = `${coverage.protection[protection]} ${protectionLabels[protection]}`;
      expect(overview).toContain(text);
      expect(file).toContain(text);
    }
    expect(services).toContain(`${plan.decisions.length} of ${plan.decisions.length} services`);
    for (const { code } of plan.findings) {
      const count = plan.findings.filter((one: { code: string }) => one.code === code).length;
      expect(findings).toContain(`${code}: ${count}`);
    }
    plan.budgets.forEach(({ monthly, floorMonthly, allocatedMonthly, services: count }: BudgetResult, at: number) => {
      const text = `${cents(monthly)} EUR a month`.replace('EUR', plan.budgets[at].currency);
      for (const where of [budgets, file]) {
        expect(where).toContain(text);
        expect(where).toContain(`${cents(floorMonthly)} provisioned, ${cents(allocatedMonthly)} for all maximums`);
        expect(where).toContain(`${count} services.`);
      }
      expect(shown.budgets[at].monthly).toBe(monthly);
      expect(shown.budgets[at].allocatedMonthly).toBe(allocatedMonthly);
    });
  });
});
