import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell, type Shell } from '../shell.ts';
import { autoscalers, policies, policyFile, writesOf } from './undo-shell.ts';

describe('headroom undo of a part of a run', () => {
  const tiedTo = (shell: Shell) =>
    autoscalers(shell).flatMap(({ name, attached }) => attached.map((text) => `${name}/${text.split(' ')[0]}`));

  it.each([
    [
      ['--project', '*-1', '--service', '*-1'],
      ['project-0/service-0', 'project-0/service-1', 'project-1/service-0'],
    ],
    [['--project', 'project-0', '--project', 'project-1'], []],
  ])('with %j leaves %j, and the rest can be undone after it', async (flags, left) => {
    const shell = await openShell(even(2, 2));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const shown = await shell.run('undo', 'run-1', '--policy', policy, ...flags);
    const command = /To write it: headroom (.*)$/m.exec(shown.err)?.[1]?.split(' ') ?? [];
    const done = await shell.run(...command.map((word) => word.replaceAll("'", '')));
    expect([done.status, tiedTo(shell)]).toEqual([0, left]);
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--yes')).status).toBe(0);
    expect(tiedTo(shell)).toEqual([]);
  });

  it('that the run did not write is rejected, with the names it wrote to, and undoes nothing', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const writes = await writesOf(shell, async () => {
      const { status, err } = await shell.run('undo', 'run-1', '--policy', policy, '--project', 'prject-*', '--yes');
      const text =
        'error: run run-1 wrote nothing for project prject-*; it wrote to project-0/service-0, project-0/service-1\n';
      expect([status, err]).toEqual([1, expect.stringContaining(text)]);
    });
    expect(writes).toBe(0);
  });

  it('goes into a plan file with its part, and out of it again', async () => {
    const shell = await openShell(even(2, 1));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const file = join(temporaryDirectory(), 'undo.json');
    await shell.run('undo', 'run-1', '--policy', policy, '--project', 'project-1', '--out', file);
    expect((await shell.run('apply', '--policy', policy, '--plan', file)).status).toBe(0);
    expect(tiedTo(shell)).toEqual(['project-0/service-0']);
  });
});

describe('what the next run would repeat', () => {
  it('is said before anything is written', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const before = shell.platform.requests().writes;
    const writesWhenSaid: number[] = [];
    const listen = (text: string) => {
      if (text.includes('would repeat')) writesWhenSaid.push(shell.platform.requests().writes - before);
    };
    const { status, err } = await shell.runWith({ listen }, 'undo', 'run-1', '--policy', policy, '--yes');
    expect([status, writesWhenSaid]).toEqual([0, [0]]);
    expect(err).toContain(
      'The next run would repeat: 2 × enable by rule "everything". ' +
        'To prevent that, change the policy first, or add --and-observe.\n',
    );
    expect(err).toMatch(/\nTo keep this undone: headroom mode observe\n$/);
  });

  const budget = "budgets: [{ name: all, match: { project: '*' }, monthly: '100000.00' }]";

  it.each([
    ['without budgets', policies.high],
    ['under a budget', `${policies.high}${budget}`],
  ])('is what it does, %s', async (_, text) => {
    const shell = await openShell(even(2, 2));
    const policy = policyFile(text);
    await shell.run('apply', '--policy', policy);
    const { redone } = JSON.parse((await shell.run('undo', 'run-1', '--policy', policy, '--yes', '--json')).out);
    const next = JSON.parse((await shell.run('plan', '--policy', policy, '--json')).out);
    const written = ({ kind, project, service, toGb }: Record<string, unknown>) => ({ kind, project, service, toGb });
    expect(next.changes).toHaveLength(8);
    expect(redone.map(written)).toEqual(next.changes.map(written));
  });

  it('is empty if the policy no longer requires the changes', async () => {
    const shell = await openShell(even(1, 2));
    await shell.run('apply', '--policy', policyFile(policies.high));
    const policy = policyFile(policies.off);
    const { err } = await shell.run('undo', 'run-1', '--policy', policy);
    expect(err).toContain('The next run does not repeat these changes');
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--yes')).err).not.toContain('To keep this undone');
  });
});

describe('headroom undo --and-observe', () => {
  it('sets mode observe, so that no apply does it again', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const flags = ['undo', 'run-1', '--policy', policy, '--yes', '--and-observe'];
    const { status, err } = await shell.runWith({ environment: { USER: 'ada' } }, ...flags);
    expect([status, err]).toEqual([0, expect.stringContaining('Mode is now observe.')]);
    expect((await shell.run('mode')).out).toMatch(/override: observe, set by ada on /);
    expect((await shell.run('apply', '--policy', policy)).status).toBe(5);
    expect(autoscalers(shell)[0]?.attached).toEqual([]);
  });

  it('sets no mode if nothing was undone, or guardrails need approval', async () => {
    const shell = await openShell(even(1, 2));
    const guarded = policyFile(policies.high.replace('needApproval: []', 'needApproval: [disable]'));
    await shell.run('apply', '--policy', guarded);
    const refused = await shell.run('undo', 'run-1', '--policy', guarded, '--yes', '--and-observe');
    expect([refused.status, refused.out]).toEqual([4, expect.stringMatching(/--and-observe --approve \w{12}$/m)]);
    expect((await shell.run('mode')).out).toContain('override: none');
    const policy = policyFile(policies.high);
    await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    const again = await shell.run('undo', 'run-1', '--policy', policy, '--yes', '--and-observe');
    expect([again.status, again.out]).toEqual([0, expect.stringContaining('Nothing to do.')]);
    expect((await shell.run('mode')).out).toContain('override: none');
  });
});
