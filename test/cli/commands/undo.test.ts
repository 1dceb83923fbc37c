import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOrganization } from '../../sample-organization.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { disableAll, enableAll, even } from '../../workflow/scenarios.ts';
import { openShell, type Shell } from './shell.ts';

const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};

const openSample = () => openShell(sampleOrganization());

/** Who has the autoscaler, and at which maximum; ids say nothing, as what is made again has others. */
const autoscalers = ({ platform }: Shell) =>
  platform.state().projects.map(({ name, endpoints, integrations }) => ({
    name,
    attached: integrations
      .map(({ service, endpointId }) => {
        const endpoint = endpoints.find(({ id }) => id === endpointId);
        return `${service} ${endpoint?.name} ${JSON.stringify(endpoint?.userConfig)}`;
      })
      .sort(),
  }));

const writesOf = async (shell: Shell, action: () => Promise<unknown>): Promise<number> => {
  const before = shell.platform.requests().writes;
  await action();
  return shell.platform.requests().writes - before;
};

const policies = { low: enableAll(100), high: enableAll(200), off: disableAll };

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
        expect(err).toMatch(/The next reconcile would repeat: \d+ × \w+ by rule "\w+"/);
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
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--approve', 'other')).status).toBe(4);
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
    expect((await shell.run('apply', '--policy', policy, '--plan', file)).err).toContain('was used by run run-3');
  });

  it('rejects a run that is not in the audit', async () => {
    const shell = await openShell(even(1, 1));
    for (const flags of [[], ['--yes']]) {
      const { status, err } = await shell.run('undo', 'run-9', '--policy', policyFile(policies.high), ...flags);
      expect(status).toBe(1);
      expect(err).toContain("error: run run-9 has no writes in the audit; 'headroom audit' lists the runs that do\n");
    }
  });

  it('undoes a run whose other objects are gone already', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    for (let run = 0; run < 31; run += 1) await shell.run('apply', '--policy', policy);
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

describe('what the next reconcile would repeat', () => {
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
      'The next reconcile would repeat: 2 × enable by rule "everything". ' +
        'To prevent that, change the policy first, or add --and-observe.\n',
    );
    expect(err).toMatch(/\nTo keep this undone: headroom mode observe\n$/);
  });

  it('is what it does', async () => {
    const shell = await openShell(even(2, 2));
    const policy = policyFile(policies.high);
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
    expect(err).toContain('The next reconcile does not repeat these changes');
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
