import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { openShell, token } from './shell.ts';

const ci = {
  GITHUB_ACTOR: 'octocat',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/disks',
  GITHUB_RUN_ID: '7',
};
const page = 'https://github.com/acme/disks/actions/runs/7';

describe('the requester of a command in CI', () => {
  it('is the person and the run in runs, audit, approvals and the mode', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 0'));
    const run = (...argv: string[]) => shell.runWith({ environment: ci }, ...argv);
    const { digest } = JSON.parse((await run('plan', '--json', '--policy', policy)).out);
    expect((await run('approve', digest)).out).toContain(` as octocat (${page}): runs carry out`);
    expect(
      (await shell.runWith({ environment: { ...ci, GITHUB_RUN_ID: '8' } }, 'apply', '--policy', policy)).status,
    ).toBe(0);
    const { records } = JSON.parse((await run('audit', '--json')).out);
    expect(records[0].approval.by).toBe(`octocat (${page})`);
    expect(records[0].trigger.by).toMatch(
      /^headroom apply by octocat \(https:\/\/github\.com\/acme\/disks\/actions\/runs\/8\), process \d+ on /,
    );
    expect((await run('runs')).out).toContain(' headroom apply by octocat (run 8) ');
    expect((await run('runs', '-o', 'csv')).out).toContain(
      'headroom apply by octocat (https://github.com/acme/disks/actions/runs/8)',
    );
    const line =
      /^Last write: create-(?:endpoint|integration), none → .*, confirmed, \d+ seconds? ago \(.*\), by headroom apply by octocat \(.*\/8\), approved by octocat \(.*\/7\)$/m;
    for (const flags of [['--policy', policy], ['--stored']]) {
      expect((await run('explain', 'project-0/service-0', ...flags)).out).toMatch(line);
    }
    await run('mode', 'observe');
    expect((await run('mode')).out).toContain(`override: observe, set by octocat (${page})`);
  });

  it('is unknown to explain if the audit cannot be read, and absent before the first write', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const explained = () => shell.run('explain', 'project-0/service-0', '--policy', policy);
    expect((await explained()).out).not.toContain('Last write');
    await shell.run('apply', '--policy', policy);
    writeFileSync(join(shell.store, 'audit', '0000000001.json'), '{}');
    const { status, out } = await explained();
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/^Last write: unknown: audit\/0000000001\.json in the store/m),
    ]);
  });

  it('is the name of --requester, before or behind the command, and no other text', async () => {
    const shell = await openShell(even(1, 1));
    expect((await shell.run('--requester', 'ada', 'mode', 'observe')).out).toContain('observe, set by ada on ');
    expect((await shell.run('mode', 'stop', '--requester', 'mona@example.org')).out).toContain(
      'stop, set by mona@example.org on ',
    );
    const { status, err } = await shell.run('mode', 'enforce', '--requester', `x ${token}`);
    expect([status, err]).toEqual([2, expect.stringContaining('error: --requester: must be 1 to 64 letters')]);
    expect(err).not.toContain(token);
    expect((await shell.run('mode')).out).toContain('override: stop');
  });
});
