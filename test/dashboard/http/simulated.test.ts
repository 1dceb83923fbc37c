import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { pagesOf, seen } from './pages-of.ts';

describe('a simulated budget', () => {
  const budgets = `
budgets: [{ name: all storage, match: { project: '*' }, monthly: "20.00" }]
prices: { default: "0.10" }
`;

  it('is divided as the real one: the page says who would gain, and writes nothing', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200, budgets));
    await headroom.reconcile();
    const before = await headroom.store.list('');
    const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
    const text = seen(await page('/budgets?simulate=all+storage&amount=40,00'));
    expect(text).toContain('With 40.00 USD instead of 20.00');
    expect(text).toContain('2 would gain');
    expect(text).toMatch(/service-1 project-0 \d+ → \d+ \+\d+/);
    const less = seen(await page('/budgets?simulate=all+storage&amount=10.00'));
    expect(less).toContain('0 would gain 0 GB, 2 would lose');
    expect(await headroom.store.list('')).toEqual(before);
  });

  it('is not there before the first run', async () => {
    const { ask } = pagesOf(createMemoryStore());
    const [plain, simulated] = await Promise.all(
      ['/budgets', '/budgets?simulate=all+storage&amount=1'].map(async (path) => seen(await (await ask(path)).text())),
    );
    expect(simulated).toBe(plain);
  });

  it('asks the platform for nothing: what is not in the store is unknown, and the page says which', async () => {
    const budget = `budgets: [{ name: all, match: { project: '*' }, monthly: "20.00" }]`;
    const headroom = await startHeadroom(even(1, 2), enableAll(200, budget));
    await headroom.reconcile();
    const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
    const path = '/budgets?simulate=all&amount=40.00';
    expect(seen(await page(path))).toContain('2 would gain');
    for (const key of await headroom.store.list('lookups/disk/')) await headroom.store.delete(key);
    expect(seen(await page(path))).toContain(
      'Budget "all" grants nothing now: the disk size of plan pg/startup-4 could not be read',
    );
  });

  it('says what is missing', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200, budgets));
    await headroom.reconcile();
    const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
    expect(seen(await page('/budgets?simulate=none&amount=1'))).toContain(
      'No budget of the latest run is called none.',
    );
    expect(seen(await page('/budgets?simulate=all+storage&amount=much'))).toContain('much is no amount');
    // To one reader this is one and a half, to another fifteen hundred.
    expect(seen(await page('/budgets?simulate=all+storage&amount=1,500'))).toContain('1,500 is no amount');
    const reading = (await headroom.store.get(keys.projectRecord('project-0')))?.body ?? '';
    await headroom.store.delete(keys.projectRecord('project-0'));
    expect(seen(await page('/budgets?simulate=all+storage&amount=1'))).toContain(
      'The store has no reading of the first project yet.',
    );
    await headroom.store.put(keys.projectRecord('project-0'), reading);
    await headroom.store.delete(keys.run('run-1'));
    expect(seen(await page('/budgets?simulate=all+storage&amount=1'))).toContain(
      'The facts of run run-1 are no longer in the store.',
    );
  });
});
