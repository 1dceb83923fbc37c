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
    tied: integrations
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
        expect(err).toContain('The next reconcile under the same policy does again what is undone here');
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
      trigger: { kind: 'manual', by: expect.stringMatching(/^headroom undo run-1, process/) },
      status: 'confirmed',
    });
    await shell.run('undo', 'run-2', '--policy', policy, '--yes');
    expect(autoscalers(shell)).toEqual(left);
    expect((await shell.run('audit', '--verify')).status).toBe(0);
  });
});

describe('headroom undo', () => {
  it('leaves what was changed since, and says so', async () => {
    const shell = await openShell(even(1, 2));
    await shell.run('apply', '--policy', policyFile(policies.low));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const { status, out } = await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    expect(status).toBe(0);
    expect(out).toContain('Run run-1 left a maximum of 100 GB and the autoscaler on, now there is a maximum of 200 GB');
    expect(out).toContain('Nothing to do.');
  });

  it('does not set a maximum below what has grown, and says so', async () => {
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
    expect(autoscalers(shell).flatMap(({ tied }) => tied)).toEqual([]);
  });

  it('writes a plan to a file that apply carries out', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const file = join(temporaryDirectory(), 'undo.json');
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--out', file)).status).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ undo: 'run-1', summary: { disable: 2 } });
    expect((await shell.run('apply', '--policy', policy, '--plan', file)).status).toBe(0);
    expect(autoscalers(shell).flatMap(({ tied }) => tied)).toEqual([]);
    expect((await shell.run('apply', '--policy', policy, '--plan', file)).err).toContain('was used by run run-3');
  });

  it.each(['observe', 'stop'])('writes nothing in mode %s', async (mode) => {
    const shell = await openShell(even(1, 1));
    await shell.run('apply', '--policy', policyFile(policies.high));
    const policy = policyFile(policies.high.replace('enforce', mode));
    const writes = await writesOf(shell, async () => {
      const { status, out } = await shell.run('undo', 'run-1', '--policy', policy, '--yes');
      expect([status, out]).toEqual([0, expect.stringContaining(`The mode is ${mode}`)]);
    });
    expect(writes).toBe(0);
  });

  it('says so of a run that the audit does not know', async () => {
    const shell = await openShell(even(1, 1));
    for (const flags of [[], ['--yes']]) {
      const { status, err } = await shell.run('undo', 'run-9', '--policy', policyFile(policies.high), ...flags);
      expect(status).toBe(1);
      expect(err).toContain('error: run run-9 has no writes in the audit; see headroom audit for the runs that have\n');
    }
  });

  it('undoes a run whose other objects are gone already', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    for (let run = 0; run < 31; run += 1) await shell.run('apply', '--policy', policy);
    expect((await shell.run('undo', 'run-1', '--policy', policy, '--yes')).status).toBe(0);
    expect(autoscalers(shell)[0]?.tied).toEqual([]);
  });

  it('refuses to restore from records that somebody has changed', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(policies.high);
    await shell.run('apply', '--policy', policy);
    const file = join(shell.store, 'audit', '0000000001.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"before":null', '"before":{}'));
    const { status, err } = await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    expect([status, err]).toEqual([1, expect.stringContaining('error: audit/0000000001.json in the store:')]);
  });
});
