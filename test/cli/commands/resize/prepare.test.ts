import { describe, expect, it } from 'vitest';
import { enableAll, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell, type Shell } from '../shell.ts';

const dayMs = 86_400_000;

/** A policy with a load that comes in so many days. */
const policyFor = (inDays: number, more = '') =>
  policyFile(
    enableAll(
      200,
      `prepare: [{ name: sale, match: { project: shop }, before: ${new Date(Date.now() + inDays * dayMs).toISOString().slice(0, 10)}, room: { gb: 100 } }]\n${more}`,
    ),
  );

/** Disks of a plan of 80 GB with steps of 10: one that lacks the space, one that has it. */
const open = (): Promise<Shell> =>
  openShell({
    ...organizationOf([
      { name: 'shop', services: [pg('orders', { diskGb: 100, usedGb: 60 }), pg('large', { diskGb: 200, usedGb: 40 })] },
    ]),
    historyDays: 60,
  });

const diskOf = ({ platform }: Shell, name: string) => {
  const services = platform.state().projects.flatMap((project) => project.services);
  return (services.find((service) => service.name === name)?.diskMb ?? 0) / 1024;
};

const digestIn = (err: string): string => /--approve ([0-9a-f]{12})/.exec(err)?.[1] ?? 'no digest';

describe('headroom prepare', () => {
  it('shows what grows and what that costs, grows what is approved, and says who grew it', async () => {
    const shell = await open();
    const policy = policyFor(3);
    const first = await shell.run('apply', '--policy', policy);
    expect(first.status).toBe(0);
    const looked = await shell.run('prepare', '--policy', policy);
    expect([looked.status, lastLine(looked.out)]).toEqual([
      0,
      'Plan: 0 to enable, 0 to raise (+0 GB, +0.00 a month), 0 to lower, 0 to disable, 1 to prepare (+60 GB, +21.90 a month); 0 findings.',
    ]);
    expect(looked.out.replaceAll(/[│\s]+/g, ' ')).toMatch(/grant shop orders \S+ prepare disk 100 → 160/);
    expect(diskOf(shell, 'orders')).toBe(100);

    const planned = await shell.run('plan', '--policy', policy, '--json');
    expect(JSON.parse(planned.out).findings).toMatchObject([
      {
        code: 'preparation-due',
        service: 'orders',
        message: expect.stringContaining('headroom prepare shop/orders'),
      },
    ]);

    const grown = await shell.run('prepare', '--policy', policy, '--approve', digestIn(looked.err));
    expect([grown.status, grown.out]).toEqual([0, expect.stringContaining('Applied: every change is confirmed.')]);
    expect(['orders', 'large'].map((name) => diskOf(shell, name))).toEqual([160, 200]);
    const explained = await shell.run('explain', 'shop/orders', '--policy', policy);
    expect(explained.out).toMatch(/Last write: prepared, disk of 100 GB → disk of 160 GB, confirmed, .*, by /);
    expect((await shell.run('audit')).out).toMatch(
      /resize-disk.*shop.*orders.*disk of 100 GB.*disk of 160 GB.*confirmed/,
    );
    expect((await shell.run('runs', '-o', 'csv')).out).toContain('1 to prepare,1 of 1');
  });

  it('writes nothing in a freeze, in mode observe and before the lead time', async () => {
    const shell = await open();
    const policy = policyFor(3);
    expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    const digest = digestIn((await shell.run('prepare', '--policy', policy)).err);
    const frozen = policyFor(
      3,
      'freeze: { windows: [{ name: sale, start: 2000-01-01, end: 2999-12-31 }], allow: [enable, raise] }',
    );
    expect((await shell.run('prepare', '--policy', frozen, '--approve', digest)).status).toBe(5);
    const early = await shell.run('prepare', '--policy', policyFor(30), '--approve', digest);
    expect([early.status, early.err]).toEqual([3, expect.stringContaining('Nothing was grown')]);
    expect(diskOf(shell, 'orders')).toBe(100);
  });

  it('says that the policy knows of no load, with what to add, before it makes a call', async () => {
    const shell = await open();
    const { status, err } = await shell.run('prepare', '--policy', policyFile(enableAll(200)));
    expect(shell.platform.requests()).toMatchObject({ reads: 0, writes: 0 });
    expect([status, lastLine(err)]).toEqual([
      1,
      'error: prepare is off: add an entry with name, match, before and room to prepare in the policy',
    ]);
  });
});
