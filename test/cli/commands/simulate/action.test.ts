import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallOrganization } from '../../../simulate/organization.ts';
import { enableAll } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const folder = mkdtempSync(join(tmpdir(), 'headroom-simulate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const scenario = file('org.yaml', JSON.stringify(smallOrganization));
const none = file('none.yaml', enableAll(0));
const all = file('all.yaml', enableAll(100));
const firstAsked = file('first-asked.yaml', enableAll(100).replace(', firstRun: apply', ''));

const simulate = async (...flags: string[]) => {
  const shell = await openShell(smallOrganization);
  return shell.run('simulate', '--scenario', scenario, '--threads', '1', '--days', '4', '--every', '6h', ...flags);
};

describe('headroom simulate', () => {
  it('shows the life without an autoscaler beside those of the policies', async () => {
    const { status, out } = await simulate('--seeds', '2', '--policy', none, '--against', all);
    expect(status).toBe(0);
    expect(out).toContain('Test: 2 services in 1 project, 4 days from 2026-03-02, 2 seeds, a pass every 6 hours');
    expect(out).toMatch(new RegExp(`│ +│ no policy +│ ${none} +│ ${all} +│`));
    expect(out).toMatch(/│ services ever full, production +│ 1 +│ 1 +│ 0 +│/);
    expect(out).toMatch(/│ better │ shop-prod │ orders +│ shop +│ [\d.]+ → 0 +│/);
    expect(out).not.toContain('Full disks:');
  });

  it('prints one JSON document without any time of this machine: the same command, the same bytes', async () => {
    const flags = ['--seeds', '1', '--policy', all, '--json'];
    const [one, other] = [await simulate(...flags), await simulate(...flags)];
    expect(one.out).toBe(other.out);
    const document = JSON.parse(one.out);
    expect(document).toMatchObject({ format: 1, days: 4, seeds: 1, services: 2, everyHours: 6 });
    expect(document.policies.map(({ name }: { name: string | null }) => name)).toEqual([null, all]);
    expect(document.policies[1].measures.cost.p50).toMatch(/^\d+\.\d{2,12}$/);
    expect(document.policies[1].days).toHaveLength(4);
  });

  it('is a check: exit 1 where the last policy meets a condition', async () => {
    const { status, out } = await simulate(
      '--seeds',
      '1',
      '--policy',
      none,
      '--fail-on',
      'production-full-hours>0',
      'writes>99',
    );
    expect(status).toBe(1);
    expect(out).toMatch(/failed: production-full-hours>0 \(P90 is [\d.]+\)/);
    expect(out).toContain('passed: writes>99 (P90 is 4)');
    expect((await simulate('--seeds', '1', '--policy', all, '--fail-on', 'full-hours>0')).status).toBe(0);
  });

  it('says first which plan waits for an approval since the first day', async () => {
    const policy = file('first.yaml', enableAll(100).replace('firstRun: apply', 'firstRun: propose'));
    const { out } = await simulate('--seeds', '1', '--policy', policy, '--approve-after', 'never');
    expect(out.split('\n')[0]).toContain(`${policy}: changes of 2 services wait for an approval since day 0.`);
  });

  it('is a comment for a pull request: the verdict first, within the size of a comment, and no text becomes markup', async () => {
    const { out, status } = await simulate(
      '--seeds',
      '1',
      '--policy',
      none,
      '--fail-on',
      'full-hours>0',
      '-o',
      'markdown',
    );
    expect(status).toBe(1);
    expect(out.split('\n')[0]).toBe('### Headroom: simulation failed');
    expect(out).toMatch(/^- failed: full-hours&gt;0 \(P90 is [\d.]+\)$/m);
    expect(out).toContain('| hours full, production |');
    expect(Buffer.byteLength(out)).toBeLessThan(60_000);
  });

  it('is one file with curves that loads nothing', async () => {
    const { out } = await simulate('--seeds', '2', '--policy', all, '-o', 'html');
    expect(out).toMatch(/^<!doctype html>/);
    expect(out.match(/<path class="band used"/g)).toHaveLength(4);
    expect(out).not.toMatch(/<script|<link|src=|https?:/);
  });

  it.each([
    [['--against', all], '--against needs --policy'],
    [['--policy', all, '--fail-on', 'hours>0'], '--fail-on "hours>0": no measure is called hours'],
    [['--json', '-o', 'html'], 'use --json or -o html, not both'],
    [['--from-store'], 'use --scenario or --from-store, not both'],
    [['--store', 'a-folder'], 'use --store, --bucket and --stack with --from-store'],
    [['--every', '5h'], 'Must be one of 1h, 2h, 6h, 12h, 1d.'],
    [['--approve-after', 'soon'], 'Must be hours or days such as 24h or 3d, or never.'],
  ])('refuses what cannot be simulated, in one line: %j', async (flags, message) => {
    const { status, err, out } = await simulate(...flags);
    expect([status, out === '' || JSON.parse(out).code]).toEqual([2, flags.includes('--json') ? 'usage' : true]);
    expect(err).toContain(message);
  });

  it('says which scenario or policy cannot be read', async () => {
    const shell = await openShell(smallOrganization);
    expect(await shell.run('simulate', '--scenario', '/nowhere.yaml')).toMatchObject({
      status: 1,
      err: expect.stringContaining('/nowhere.yaml: cannot be read (ENOENT); use the path of a scenario file'),
    });
    expect((await simulate('--policy', '/nowhere.yaml')).err).toContain('/nowhere.yaml: cannot be read (ENOENT)');
  });

  it('ends at an interrupt with what there is, or says that there is nothing', async () => {
    const shell = await openShell(smallOrganization);
    const { status, err } = await shell.runWith({ signal: AbortSignal.abort() }, 'simulate', '--scenario', scenario);
    expect(status).toBe(130);
    expect(err).toContain('interrupted before the first seed was lived');
  });

  it('takes the organization of the store, without a file and without a call', async () => {
    const shell = await openShell(smallOrganization);
    await shell.run('apply', '--policy', none, '--yes');
    const before = shell.platform.requests();
    const flags = ['--seeds', '1', '--threads', '1', '--days', '2', '--every', '1d'];
    const stored = await shell.run('simulate', '--from-store', ...flags);
    expect(stored).toMatchObject({ status: 0, out: expect.stringContaining('2 services in 1 project, 2 days') });
    expect(stored.err).toContain('growth unknown and typical of their types: ');
    expect(shell.platform.requests()).toEqual(before);
    // A plan was applied there before, so none is the first.
    const lived = await shell.run(
      'simulate',
      '--from-store',
      '--policy',
      firstAsked,
      '--approve-after',
      'never',
      ...flags,
    );
    expect(lived).toMatchObject({ status: 0, out: expect.stringMatching(/^│ platform writes +│ 0 +│ 4 /m) });
  });
});
