import { describe, expect, it } from 'vitest';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { pagesOf, seen } from './pages-of.ts';

describe('the page of the audit', () => {
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
