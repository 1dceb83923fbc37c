import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';
import { autoscalers, openSample, policies, policyFile, writesOf } from './undo-shell.ts';

describe('headroom undo on the sample organization', () => {
  it.each([
    ['that enabled', [], 'high'],
    ['that raised', ['low'], 'high'],
    ['that lowered', ['high'], 'low'],
    ['that disabled', ['low'], 'off'],
  ] as const)(
    'brings integrations and maximums back as they were before a run %s, and only once',
    async (_what, before, last) => {
      const shell = await openSample();
      for (const name of before) await shell.run('apply', '--policy', policyFile(policies[name]));
      const found = autoscalers(shell);
      const policy = policyFile(policies[last]);
      await shell.run('apply', '--policy', policy);
      const left = autoscalers(shell);
      expect(left).not.toEqual(found);
      const runId = `run-${before.length + 1}`;

      const looked = await writesOf(shell, async () => {
        const { status, out, err } = await shell.run('undo', runId, '--policy', policy);
        expect(status).toBe(0);
        expect(out).toContain(`Undoes run ${runId}`);
        expect(err).toContain(`Nothing was written. To write it: headroom undo ${runId} --policy ${policy} --yes`);
        expect(err).toMatch(/The next run would repeat: \d+ × \w+ by rule "\w+"/);
      });
      expect(looked).toBe(0);

      const undone = await shell.run('undo', runId, '--policy', policy, '--yes');
      expect([undone.status, undone.out]).toEqual([0, expect.stringContaining('Applied: every change is confirmed.')]);
      expect(autoscalers(shell)).toEqual(found);

      const again = await writesOf(shell, async () => {
        const { status, out } = await shell.run('undo', runId, '--policy', policy, '--yes');
        expect([status, out]).toEqual([0, expect.stringContaining('Nothing to do.')]);
      });
      expect(again).toBe(0);
    },
  );

  it('is a run with records of its own, which can be undone in turn', async () => {
    const shell = await openSample();
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const left = autoscalers(shell);
    await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    const { records } = JSON.parse((await shell.run('audit', '--run', 'run-2', '--json')).out);
    expect(records.length).toBeGreaterThan(10);
    expect(records[0]).toMatchObject({
      trigger: { kind: 'manual', by: expect.stringMatching(/^headroom undo run-1 by \S+, process/) },
      status: 'confirmed',
    });
    await shell.run('undo', 'run-2', '--policy', policy, '--yes');
    expect(autoscalers(shell)).toEqual(left);
    expect((await shell.run('audit', '--verify')).status).toBe(0);
  });
});

describe('headroom undo', () => {
  it('skips later changes, and reports them', async () => {
    const shell = await openShell(even(1, 2));
    await shell.run('apply', '--policy', policyFile(policies.low));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const { status, out } = await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    expect(status).toBe(0);
    expect(out).toContain('the run left a maximum of 100 GB and the autoscaler on, now it has a maximum of 200 GB');
    expect(out).toContain('Nothing to do.');
  });

  it('does not set a maximum below the grown disk, and reports it', async () => {
    const shell = await openShell(even(1, 1));
    await shell.run('apply', '--policy', policyFile(enableAll(5)));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    await fetch(`${shell.platform.url}/_control/usage`, {
      method: 'POST',
      body: JSON.stringify({ project: 'project-0', service: 'service-0', usedGb: 76 }),
    });
    await shell.platform.advance(120);
    const provisionedGb = (shell.platform.state().projects[0]?.services[0]?.additionalMb ?? 0) / 1024;
    expect(provisionedGb).toBeGreaterThan(5);
    const { out } = await shell.run('undo', 'run-2', '--policy', policy, '--json');
    const { changes, findings } = JSON.parse(out);
    expect(changes).toEqual([
      expect.objectContaining({ kind: 'update-endpoint', fromGb: 200, toGb: Math.ceil(provisionedGb) }),
    ]);
    expect(findings).toEqual([expect.objectContaining({ code: 'floor-above-maximum' })]);
  });

  it('exits 4 at a guardrail without a single write, and undoes exactly that plan once it is approved', async () => {
    const shell = await openShell(even(2, 2));
    await shell.run('apply', '--policy', policyFile(policies.high));
    const policy = policyFile(policies.high.replace('needApproval: []', 'needApproval: [disable]'));
    const { writes } = shell.platform.requests();
    const refused = await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    expect([refused.status, shell.platform.requests().writes]).toEqual([4, writes]);
    const digest = /--approve (\w+)/.exec(refused.out)?.[1] ?? '';
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--approve', '0'.repeat(12))).status).toBe(1);
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--approve', digest)).status).toBe(0);
    expect(autoscalers(shell).flatMap(({ attached }) => attached)).toEqual([]);
  });

  it('writes a plan to a file that apply carries out', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const file = join(temporaryDirectory(), 'undo.json');
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--out', file)).status).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ undo: 'run-1', summary: { disable: 2 } });
    expect((await shell.run('apply', '--policy', policy, '--plan', file)).status).toBe(0);
    expect(autoscalers(shell).flatMap(({ attached }) => attached)).toEqual([]);
    const again = await shell.run('apply', '--policy', policy, '--plan', file);
    expect([again.status, again.out]).toEqual([0, expect.stringContaining('All 4 changes are already in place.')]);
  });

  it('rejects a run that is not in the audit', async () => {
    const shell = await openShell(even(1, 1));
    for (const flags of [[], ['--yes']]) {
      const { status, err } = await shell.run('undo', 'run-9', '--policy', policyFile(policies.high), ...flags);
      expect(status).toBe(1);
      expect(err).toContain(
        "error: run run-9 has no writes in the audit; 'headroom audit' lists the runs that wrote\n",
      );
    }
  });

  it('says of a run that changed nothing that nothing is to undo', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(policies.high);
    for (const _run of [1, 2]) expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    const { status, err } = await shell.run('undo', 'run-2', '--policy', policy);
    expect(status).toBe(1);
    expect(err).toContain('error: run run-2 wrote nothing, so nothing is to undo;');
  });

  it('undoes a run whose other objects are gone already', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const objects = join(shell.store, 'runs', 'run-1');
    expect(readdirSync(objects)).not.toEqual([]);
    rmSync(objects, { recursive: true });
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--yes')).status).toBe(0);
    expect(autoscalers(shell)[0]?.attached).toEqual([]);
  });

  it('refuses to restore from altered records', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const file = join(shell.store, 'audit', '0000000001.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"before":null', '"before":{}'));
    const { status, err } = await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    expect([status, err]).toEqual([1, expect.stringContaining('error: audit/0000000001.json in the store:')]);
  });
});

/** The command that a line ends with, as the shell takes it: without its first word. */
const nextOf = (text: string): string[] =>
  (/Next: headroom (.*)$/m.exec(text)?.[1] ?? '').split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));

describe('headroom undo under a mode that forbids writing', () => {
  it.each(['observe', 'stop'])(
    '%s writes nothing, exits 5 and names the command that does it all the same',
    async (mode) => {
      const shell = await openShell(even(1, 2));
      const policy = policyFile(policies.high);
      await shell.run('apply', '--policy', policy);
      await shell.run('mode', mode);
      const before = shell.platform.requests();
      const refused = await shell.run('undo', 'run-1', '--policy', policy, '--yes');
      expect(refused.status).toBe(5);
      expect(refused.out).toContain(`Not written: the mode in the store is ${mode}`);
      expect(refused.out).not.toContain('not there any more');
      expect(shell.platform.requests().writes).toBe(before.writes);
      if (mode === 'stop') {
        expect(shell.platform.requests().reads).toBe(before.reads);
        expect(refused.out.trimEnd().split('\n')).toHaveLength(1);
      }

      const done = await shell.run(...nextOf(refused.out));
      expect([done.status, done.out]).toEqual([0, expect.stringContaining('Applied: every change is confirmed.')]);
      expect(done.out).toContain('mode-overruled');
      expect(autoscalers(shell)[0]?.attached).toEqual([]);
      expect((await shell.run('mode')).out).toContain(`override: ${mode}`);
      const { records } = JSON.parse((await shell.run('audit', '--json')).out);
      const by = records.map(({ trigger }: { trigger: { by: string } }) => trigger.by);
      expect(by).toContainEqual(expect.stringMatching(/^headroom undo run-1 --under-stop/));
    },
  );

  it('shows nothing under stop, which makes no call, and everything with --under-stop', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    await shell.run('mode', 'stop');
    const { reads } = shell.platform.requests();
    const blind = await shell.run('undo', 'run-1', '--policy', policy);
    expect([blind.status, shell.platform.requests().reads]).toEqual([5, reads]);
    expect(blind.out).toBe(
      `Mode is stop: no calls were made. Next: headroom undo run-1 --policy ${policy} --under-stop\n`,
    );
    const shown = await shell.run(...nextOf(blind.out));
    expect([shown.status, shown.out]).toEqual([0, expect.stringContaining('Plan: 0 to enable')]);
    expect(shown.err).toContain(`headroom undo run-1 --policy ${policy} --under-stop --yes`);
  });

  it('of the policy is overruled the same way, and one that cannot be read too', async () => {
    const shell = await openShell(even(1, 2));
    await shell.run('apply', '--policy', policyFile(policies.high));
    writeFileSync(join(shell.store, 'mode.json'), 'garbage');
    const policy = policyFile(policies.high.replace('enforce', 'stop'));
    const refused = await shell.run('undo', 'run-1', '--policy', policy, '--yes', '--json');
    expect([refused.status, JSON.parse(refused.out).outcome]).toEqual([5, 'stopped']);
    expect((await shell.run(...nextOf(refused.err))).status).toBe(0);
    expect(autoscalers(shell)[0]?.attached).toEqual([]);
  });

  it('is no first plan of a policy: it needs no approval for having been stopped', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(policies.high.replace('firstRun: apply', 'firstRun: propose'));
    const proposed = JSON.parse((await shell.run('plan', '--json', '--policy', policy)).out);
    await shell.run('apply', '--policy', policy, '--approve', proposed.digest);
    await shell.run('mode', 'stop');
    expect((await shell.run('undo', 'run-2', '--policy', policy, '--under-stop', '--yes')).status).toBe(0);
    expect(autoscalers(shell)[0]?.attached).toEqual([]);
  });
});
