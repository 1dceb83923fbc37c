import { describe, expect, it } from 'vitest';
import { scraped } from '../../../prometheus.ts';
import { enableAll, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { openShell, token } from '../shell.ts';

describe('headroom metrics', () => {
  it('prints what a scraper reads: ages, rooms, coverage and findings of the last run, without a call', async () => {
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('orders'), pg('carts')] }]));
    expect((await shell.run('apply', '--policy', policyFile(enableAll(40)))).status).toBe(0);
    const before = shell.platform.requests();
    const { status, out, err } = await shell.run('metrics');
    expect([status, err]).toEqual([0, '']);
    expect(scraped(out)).toMatchObject({
      'headroom_last_run_outcome applied': 1,
      headroom_projects_listed: 1,
      headroom_projects_read: 1,
      headroom_projects_never_read: 0,
      'headroom_disks unknown': 2,
      headroom_unreported_full_disks: 0,
      'headroom_services_by_policy enable': 2,
      'headroom_services_by_protection protectedByUs': 2,
    });
    expect(shell.platform.requests()).toEqual(before);
    expect(out).not.toContain(token);
  });

  it('counts all services of the organization after a run for one project, and says how old that is', async () => {
    const services = [pg('orders'), pg('carts')];
    const shell = await openShell(
      organizationOf([
        { name: 'shop', services },
        { name: 'data', services },
      ]),
    );
    const policy = policyFile(enableAll(40));
    expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    expect((await shell.run('apply', '--policy', policy, '--project', 'shop')).status).toBe(0);
    const figures = scraped((await shell.run('metrics')).out);
    expect(figures).toMatchObject({
      headroom_projects_listed: 2,
      'headroom_services_by_policy enable': 4,
      headroom_findings_open: 0,
    });
    expect(figures.headroom_plan_age_seconds).toBeGreaterThanOrEqual(figures.headroom_last_run_age_seconds ?? 0);
  });

  it('prints nothing for a store without a run', async () => {
    const shell = await openShell(organizationOf([]));
    expect(await shell.run('metrics')).toMatchObject({ status: 0, out: '' });
  });
});
