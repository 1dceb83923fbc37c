import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOrganization } from '../../../sample-organization.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { policyFile } from '../policy-file.ts';
import { openShell, type Shell } from '../shell.ts';

const proposing = () =>
  policyFile(readFileSync('docs/policies/org-wide.yaml', 'utf8').replace('firstRun: apply', 'firstRun: propose'));

/** The command that a refused apply gives to go on with. */
const approving = async (shell: Shell, policy: string): Promise<string[]> => {
  const refused = await shell.run('apply', '--policy', policy);
  expect(refused.status).toBe(4);
  expect(refused.out).toContain('guardrail: ');
  return /^Not applied.* headroom (apply --approve .*)$/m.exec(refused.out)?.[1]?.split(' ') ?? [];
};

describe('approving the first plan of the sample organization', () => {
  it('applies it, and applies it again: everything is in place', async () => {
    const shell = await openShell(sampleOrganization());
    const policy = proposing();
    const command = await approving(shell, policy);
    expect(shell.platform.requests().writes).toBe(0);
    const applied = await shell.run(...command);
    expect(applied.status).toBe(0);
    expect(applied.out).toContain('Applied: every change is confirmed.');
    const { writes } = shell.platform.requests();
    const again = await shell.run(...command);
    expect([again.status, again.out]).toEqual([0, expect.stringContaining('All 34 changes are already in place.')]);
    expect(shell.platform.requests().writes).toBe(writes);
    expect((await shell.run('apply', '--policy', policy)).out).toContain('Nothing to do.');
  });

  it('changes the organization: refused with the differences where exactly this plan is asked for, else carried out', async () => {
    const shell = await openShell(sampleOrganization());
    const command = await approving(shell, proposing());
    const late = { project: 'shop-prod', service: 'late-pg', type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' };
    await fetch(`${shell.platform.url}/_control/service`, { method: 'POST', body: JSON.stringify(late) });
    const refused = await shell.run(...command, '--exact');
    expect(refused.status).toBe(4);
    expect(refused.err).toContain('  newly needed: create-endpoint shop-prod/late-pg, 0 → 500 GB\n');
    expect(shell.platform.requests().writes).toBe(0);
    expect((await shell.run(...command)).status).toBe(0);
  });

  it('is done once by headroom approve: the next apply carries out what it allows, and status shows what is left', async () => {
    const shell = await openShell(sampleOrganization());
    const policy = proposing();
    const [, , digest = ''] = await approving(shell, policy);
    const store = ['--store', shell.store];
    const none = await shell.run('approve', 'f'.repeat(12), ...store);
    expect([none.err, none.status]).toEqual([expect.stringContaining('no pending plan'), 1]);
    const approved = JSON.parse((await shell.run('approve', digest, '--json', ...store)).out);
    expect(approved).toMatchObject({ exact: false, left: approved.changes });
    const planned = (await shell.run('plan', '--policy', policy)).out;
    expect(planned).toContain('approved, although it exceeds guardrails: firstRun');
    expect(planned).toMatch(/^Plan [0-9a-f]{12} is approved\. Apply it with: headroom apply --policy \S+$/m);
    expect(planned).not.toContain('Approve this plan');
    const { out } = await shell.run('status', ...store);
    expect(out).toContain(`${approved.changes} of ${approved.changes} changes left, expires in`);
    expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    expect((await shell.run('status', ...store)).out).not.toContain('changes left');
    const [record] = JSON.parse((await shell.run('audit', '--json', ...store)).out).records;
    expect(record.approval).toMatchObject({ digest: approved.digest, by: approved.by });
  });

  it('approves a run request as its refusal gives it, and nothing that approvers do not decide about', async () => {
    const shell = await openShell(sampleOrganization());
    const approve = (...more: string[]) => shell.run('approve', '--store', shell.store, ...more);
    const { out, status } = await approve('--request', '{"undo":"run-1","underStop":true}');
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('Approved request {"undo":"run-1","underStop":true} as '),
    ]);
    const usage = 'error: --request needs no approval of its own';
    for (const request of ['{', '[]', '{}', '"x"', '{"undo":"a","unknown":1}', '{"approvedDigest":"a"}'])
      expect(await approve('--request', request)).toMatchObject({ status: 2, err: expect.stringContaining(usage) });
    const both = 'name the plan by its digest, or give the request of a run with --request';
    for (const more of [[], ['f'.repeat(12), '--request', '{"undo":"run-1"}']])
      expect(await approve(...more)).toMatchObject({ status: 2, err: expect.stringContaining(both) });
  });

  it('cannot be asked for exactly without a plan', async () => {
    const shell = await openShell(sampleOrganization());
    const { status, err } = await shell.run('apply', '--exact', '--policy', proposing());
    expect([status, err]).toEqual([2, expect.stringContaining('use --exact with --approve')]);
  });

  it('prints a command with the same platform, store and policy, for any names', async () => {
    const shell = await openShell(sampleOrganization());
    const folder = join(temporaryDirectory(), "finance's policies");
    mkdirSync(folder);
    const policy = join(folder, 'org wide.yaml');
    copyFileSync(proposing(), policy);
    const given = ['--base-url', shell.platform.url, '--store', temporaryDirectory(), '--policy', policy];
    const { out } = await shell.run('apply', ...given);
    const command = /^Not applied.* headroom (apply --approve .*)$/m.exec(out)?.[1] ?? '';
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    expect(words.slice(3)).toEqual(given);
    expect((await shell.run(...words)).status).toBe(0);
  });

  it('is never hindered, once done, by another proposed plan that cannot be read', async () => {
    const shell = await openShell(sampleOrganization());
    const command = await approving(shell, proposing());
    writeFileSync(join(shell.store, 'proposed-plans', 'torn.json'), '{"proposedAt');
    const { status, out, err } = await shell.run(...command);
    expect([status, err.includes('error:')]).toEqual([0, false]);
    expect(out).toContain('Applied: every change is confirmed.');
  });

  it('needs an approval of a plan that headroom plan has shown, and takes it as that of a run', async () => {
    const shell = await openShell(sampleOrganization());
    const policy = proposing();
    const shown = JSON.parse((await shell.run('plan', '--json', '--policy', policy)).out);
    expect(shown.verdict).toBe('needs-approval');
    for (const malformed of ['abc', shown.digest.replace(/^./, 'x'), '', `${shown.digest}0`]) {
      for (const argv of [
        ['apply', '--policy', policy, '--approve', malformed],
        ['approve', malformed],
      ]) {
        const { status, err } = await shell.run(...argv);
        expect([status, err]).toEqual([2, expect.stringContaining('Must be the digest that headroom plan prints')]);
      }
    }
    const mistyped = await shell.run('apply', '--policy', policy, '--approve', shown.digest.replace(/^../, '00'));
    expect([mistyped.status, mistyped.err]).toEqual([1, expect.stringContaining("Run 'headroom plan' first")]);
    const beginning = shown.digest.slice(0, 12);
    expect((await shell.run('apply', '--policy', policy, '--approve', beginning)).status).toBe(0);
  });
});
