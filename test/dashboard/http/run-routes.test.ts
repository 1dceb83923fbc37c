import { describe, expect, it } from 'vitest';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { pagesOf, seen } from './pages-of.ts';

it('the list of runs says in which currency they change what a month costs', async () => {
  const policy = `${enableAll(40)}prices: { currency: EUR, exchangeRate: "0.90", default: "0.10" }\n`;
  const headroom = await startHeadroom(
    even(1, 2),
    `${policy}budgets: [{ name: all, match: { project: '*' }, monthly: "100.00" }]\n`,
  );
  await headroom.reconcile();
  expect(seen(await pagesOf(headroom.store).page('/runs'))).toMatch(/\+\d+ GB, \+\d+\.\d\d EUR /);
});

describe('the page of the audit', () => {
  it('has the time of each write as the link to its run, so that most writes take one line', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(40));
    const { runId } = await headroom.reconcile();
    const text = await pagesOf(headroom.store).page('/audit');
    expect(text).toMatch(new RegExp(`<a href="[^"]*/runs/${runId}"[^>]*><time datetime="\\d{4}-`));
    expect(text).not.toContain('data-label="run"');
  });

  it('checks the whole chain only when a reader asks for it, and shows what that check found from then on', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40));
    await headroom.reconcile();
    const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
    expect(seen(await page('/audit'))).toContain('not verified yet');
    const verified = 'Verified: 4 records of 1 run are unchanged.';
    expect(seen(await page('/audit?verify=1'))).toContain(verified);
    expect(seen(await page('/audit'))).toContain(verified);
  });

  it('finds writes by what they are about and by who asked for them', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40));
    await headroom.reconcile();
    const { page } = pagesOf(headroom.store);
    const about = seen(await page('/audit?search=SERVICE-1'));
    expect(about).toMatch(/service-1 project-0/);
    expect(about).not.toMatch(/service-0 project-0/);
    expect(seen(await page('/audit?who=no-such-person'))).not.toMatch(/service-\d project-0/);
    expect(seen(await page('/audit?search=service-1&who='))).toMatch(/service-1 project-0/);
  });
});
