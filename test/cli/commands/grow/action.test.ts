import { describe, expect, it } from 'vitest';
import { organizationOf, pg } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell, type Shell } from '../shell.ts';

const always = 'freeze: { windows: [{ name: year end, start: 2000-01-01, end: 2999-12-31 }] }';

/** Enforces, and enables nothing. */
const policyWith = (more = ''): string =>
  policyFile(
    `version: 1\nmode: enforce\nrules: [{ name: none, match: { project: nowhere }, effect: ignore }]\n${more}`,
  );

const open = (): Promise<Shell> =>
  openShell(organizationOf([{ name: 'shop', services: [pg('orders', { usedGb: 79 })] }]));

const diskGbOf = ({ platform }: Shell) => (platform.state().projects[0]?.services[0]?.diskMb ?? 0) / 1024;

describe('headroom grow', () => {
  it('adds storage at once, also without an autoscaler, and the audit names the command', async () => {
    const shell = await open();
    const policy = policyWith();
    const grown = await shell.run('grow', 'shop/orders', '45', '--policy', policy, '--yes');
    expect([grown.status, diskGbOf(shell)]).toEqual([0, 130]);
    expect(lastLine(grown.out)).toContain('every change is confirmed');
    expect((await shell.run('audit')).out).toContain('headroom grow shop/orders 45');
    expect((await shell.run('explain', 'shop/orders', '--policy', policy)).out).toContain('Last write: grown');
  });

  it('carries on with the policy of the latest run that might write, and says so', async () => {
    const shell = await open();
    expect((await shell.run('grow', 'shop/orders', '45', '--yes')).err).toContain('the store has no policy.yaml');
    await shell.run('apply', '--policy', policyWith('limits: { maxAdditionalGb: 50 }'), '--yes');
    await shell.run('plan', '--policy', policyWith());
    const { status, err, out } = await shell.run('grow', 'shop/orders', '60', '--yes');
    expect(err).toContain('policy: that of run run-2, because the store has none; --policy names another');
    expect([status, out]).toEqual([3, expect.stringContaining('limits.maxAdditionalGb of the policy is 50 GB')]);
    expect((await shell.run('apply', '--yes')).err).toContain('the store has no policy.yaml');
  });

  it('shows with --dry-run what it would write', async () => {
    const shell = await open();
    const { status, out } = await shell.run('grow', 'shop/orders', '50', '--policy', policyWith(), '--dry-run');
    expect([status, diskGbOf(shell)]).toEqual([0, 80]);
    expect(out.replaceAll(/[│\s]+/g, ' ')).toContain('grant shop orders ~ grow disk 80 → 130');
  });

  it('exits 3 with the sum where the budget has no money for it', async () => {
    const shell = await open();
    const budget = 'budgets: [{ name: storage, match: { project: "*" }, monthly: "1.00" }]';
    const policy = policyWith(budget);
    const { status, err } = await shell.run('grow', 'shop/orders', '50', '--policy', policy);
    expect([status, diskGbOf(shell), err]).toEqual([3, 80, expect.stringContaining('more would do')]);
  });

  it('waits in a freeze, and with a reason and a name does not: the notice has both', async () => {
    const shell = await open();
    const policy = policyWith(always);
    const run = (...more: string[]) => shell.run('grow', 'shop/orders', '50', '--policy', policy, ...more);
    expect([(await run()).status, diskGbOf(shell)]).toEqual([5, 80]);
    const nameless = await run('--during-freeze', 'the disk is full');
    expect([nameless.status, nameless.err]).toEqual([2, expect.stringContaining('add --requester NAME')]);
    const named = await run('--during-freeze', 'the disk is full', '--requester', 'ada');
    expect([named.status, diskGbOf(shell)]).toEqual([0, 130]);
    expect(named.out).toContain('freeze-overruled');
    const { out } = await shell.run('audit');
    expect(out).toContain('during the freeze: the disk is full by ada');
  });

  it.each([['0'], ['1.5'], ['much']])('is not for %s GB', async (size) => {
    const { status, err } = await (await open()).run('grow', 'shop/orders', size);
    expect([status, err]).toEqual([2, expect.stringContaining('whole GB')]);
  });
});
