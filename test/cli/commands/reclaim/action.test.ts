import { describe, expect, it } from 'vitest';
import { enableAll, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell, type Shell } from '../shell.ts';

const enabled = enableAll(200, 'reclaim: { enabled: true }');

/** Disks of a plan of 80 GB with steps of 10: one whose use is far below its size, one that needs it, one without added storage. */
const open = (): Promise<Shell> =>
  openShell({
    ...organizationOf([
      {
        name: 'shop',
        services: [
          pg('shrunk', { diskGb: 200, usedGb: 60 }),
          pg('needed', { diskGb: 200, usedGb: 170 }),
          pg('plain', { usedGb: 10 }),
        ],
      },
    ]),
    historyDays: 60,
  });

const digestIn = (err: string): string => /--approve ([0-9a-f]{12})/.exec(err)?.[1] ?? 'no digest';

const diskOf = ({ platform }: Shell, name: string) =>
  platform
    .state()
    .projects.flatMap(({ services }) => services)
    .find((service) => service.name === name)?.diskMb;

const use = (shell: Shell, service: string, usedGb: number) =>
  fetch(`${shell.platform.url}/_control/usage`, {
    method: 'POST',
    body: JSON.stringify({ project: 'shop', service, usedGb }),
  });

/** The services with their autoscalers, and a digest of what can be reclaimed. */
const offered = async (shell: Shell, policy: string) => {
  expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
  const looked = await shell.run('reclaim', '--policy', policy);
  return { looked, digest: digestIn(looked.err) };
};

describe('headroom reclaim', () => {
  it('shows what can be removed and what that saves, removes what is approved, and says who removed it', async () => {
    const shell = await open();
    const policy = policyFile(enabled);
    const { looked, digest } = await offered(shell, policy);
    expect([looked.status, lastLine(looked.out)]).toEqual([
      0,
      'Plan: 0 to enable, 0 to raise (+0 GB, +0.00 USD a month), 0 to lower, 0 to disable, 1 to reclaim (-120 GB, -43.80 USD a month); 0 findings.',
    ]);
    const shown = looked.out.replaceAll(/[│\s]+/g, ' ');
    expect(shown).toMatch(/release shop shrunk ~ reclaim disk 200 → 80/);
    expect(shown).toContain('with a rolling restart');
    expect(shown).toContain('60 GB are used');
    expect(shown).toContain('1 disk would change size, each with a rolling restart: that always needs an approval.');
    expect(looked.err).toContain(`To remove exactly this: headroom reclaim --policy ${policy} --approve ${digest}`);
    expect(diskOf(shell, 'shrunk')).toBe(200 * 1024);

    const reclaimed = await shell.run('reclaim', '--policy', policy, '--approve', digest);
    expect([reclaimed.status, reclaimed.out]).toEqual([
      0,
      expect.stringContaining('Applied: every change is confirmed.'),
    ]);
    expect(['shrunk', 'needed', 'plain'].map((name) => diskOf(shell, name))).toEqual(
      [80, 200, 80].map((gb) => gb * 1024),
    );

    const explained = await shell.run('explain', 'shop/shrunk', '--policy', policy);
    expect(explained.out).toMatch(/Last write: reclaimed, disk of 200 GB → disk of 80 GB, confirmed, .*, by /);
    expect((await shell.run('audit')).out).toMatch(
      /resize-disk.*shop.*shrunk.*disk of 200 GB.*disk of 80 GB.*confirmed/,
    );
    expect((await shell.run('runs', '-o', 'csv')).out).toContain('1 to reclaim,1 of 1');
    const undone = await shell.run('undo', 'run-3', '--policy', policy);
    expect(undone.out.replaceAll(/[│\s]+/g, ' ')).toContain('A new disk size cannot be undone');
    expect(undone.out).toContain('0 to disable; 1 finding.');
  });

  it('removes nothing from a service whose use grows between its plan and its approval', async () => {
    const shell = await open();
    const policy = policyFile(enabled);
    const { digest } = await offered(shell, policy);
    await use(shell, 'shrunk', 75);
    const refused = await shell.run('reclaim', '--policy', policy, '--approve', digest);
    expect(refused.status).toBe(3);
    expect(refused.out).toContain('75 GB are used by now, too much for a disk of 80 GB; nothing was written');
    expect(refused.out).toContain('Partly applied: see above. For what is left: headroom reclaim');
    expect(diskOf(shell, 'shrunk')).toBe(200 * 1024);
    expect((await shell.run('audit')).out).not.toContain('resize-disk');
  });

  it('needs the approval of a digest, and never more than it covers', async () => {
    const shell = await open();
    const policy = policyFile(enabled);
    const { digest } = await offered(shell, policy);
    const unknown = await shell.run('reclaim', '--policy', policy, '--approve', '0123456789ab');
    expect([unknown.status, unknown.err]).toEqual([1, expect.stringContaining('no pending plan 0123456789ab')]);
    // An approval alone, or a run that applies the policy, removes nothing.
    expect((await shell.run('approve', digest, '--store', shell.store)).status).toBe(0);
    const applied = await shell.run('apply', '--policy', policy);
    expect([applied.status, applied.out]).toEqual([0, expect.stringContaining('Nothing to do.')]);
    expect((await shell.run('apply', '--policy', policy, '--approve', digest)).out).toContain('Nothing to do.');
    expect(diskOf(shell, 'shrunk')).toBe(200 * 1024);
  });

  it('writes nothing in a freeze, in mode observe and where the policy no longer enables it', async () => {
    const shell = await open();
    const policy = policyFile(enabled);
    const { digest } = await offered(shell, policy);
    const frozen = policyFile(
      `${enabled}\nfreeze: { windows: [{ name: sale, start: 2000-01-01, end: 2999-12-31 }], allow: [enable, raise] }`,
    );
    const looked = await shell.run('reclaim', '--policy', frozen);
    expect([looked.status, looked.err]).toEqual([0, expect.stringContaining('A freeze holds it back')]);
    expect((await shell.run('reclaim', '--policy', frozen, '--approve', digest)).status).toBe(5);
    const observing = policyFile(enabled.replace('mode: enforce', 'mode: observe'));
    expect((await shell.run('reclaim', '--policy', observing, '--approve', digest)).status).toBe(5);
    const off = policyFile(enableAll(200));
    const refused = await shell.run('reclaim', '--policy', off, '--approve', digest);
    expect([refused.status, refused.err]).toEqual([3, expect.stringContaining('Nothing was removed')]);
    expect(diskOf(shell, 'shrunk')).toBe(200 * 1024);
  });

  it('says that the policy does not enable it, with what to add, before it makes a call', async () => {
    const shell = await open();
    const { status, err } = await shell.run('reclaim', '--policy', policyFile(enableAll(200)));
    expect(shell.platform.requests()).toMatchObject({ reads: 0, writes: 0 });
    expect([status, lastLine(err)]).toEqual([
      1,
      'error: reclaim is off: add "reclaim: { enabled: true }" to the policy',
    ]);
  });

  it('answers for every service that a person names, and prints its plan as JSON', async () => {
    const shell = await open();
    const policy = policyFile(enabled);
    expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    const { out } = await shell.run('reclaim', 'shop/plain', 'shop/needed', 'shop/none', '--policy', policy, '--json');
    const { findings, changes } = JSON.parse(out);
    expect(changes).toEqual([]);
    expect(findings.map(({ service, message }: Record<string, string>) => `${service}: ${message}`)).toEqual([
      expect.stringContaining('needed: Not reclaimed: it needs its 200 GB'),
      'none: Not reclaimed: there is no such service, or its project could not be read.',
      'plain: Not reclaimed: its disk has no added storage.',
    ]);
    const offers = JSON.parse((await shell.run('reclaim', 'shop/s*', '--policy', policy, '--json')).out);
    expect(offers.changes).toMatchObject([{ kind: 'resize-disk', disk: { fromMb: 204_800, toMb: 81_920 } }]);
    expect(offers.summary).toMatchObject({ reclaim: 1, reclaimedGb: 120, reclaimedMonthly: '43.80' });
    expect((await shell.run('reclaim', 'shop', '--policy', policy)).status).toBe(2);
  });
});
