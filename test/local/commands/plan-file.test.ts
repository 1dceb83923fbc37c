import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { openShell, type Shell } from './shell.ts';

const planned = async (shell: Shell, policy: string, ...more: string[]): Promise<string> => {
  const file = join(temporaryDirectory(), 'plan.json');
  expect((await shell.run('plan', '--policy', policy, '--out', file, ...more)).status).toBe(0);
  return file;
};

const edited = (file: string, edit: (document: { readonly changes: readonly object[] }) => object): void =>
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));

const apply = (shell: Shell, policy: string, ...more: string[]) => shell.run('apply', '--policy', policy, ...more);

describe('a plan in a file', () => {
  it('is carried out once, and only its owner can read it', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await apply(shell, policy, '--plan', file)).status).toBe(0);
    const again = await apply(shell, policy, '--plan', file);
    expect(again.status).toBe(4);
    expect(again.err).toMatch(/\nerror: the plan \w+ was used by run run-2 at .*; look at the plan that is needed now/);
  });

  it('is refused with what moved when the world is another one', async () => {
    const shell = await openShell(even(1, 1));
    const file = await planned(shell, policyFile(enableAll(200)));
    const { status, err } = await apply(shell, policyFile(enableAll(300)), '--plan', file);
    expect(status).toBe(4);
    expect(err).toContain('other numbers: create-endpoint project-0/service-0, proposed 0 → 200 GB, now 0 → 300 GB');
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('is refused when it is too old', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
    edited(file, (document) => ({ ...document, proposedAt: old }));
    const { status, err } = await apply(shell, policy, '--plan', file);
    expect(status).toBe(4);
    expect(err).toContain('approvalHours in the guardrails lets a plan wait 24 hours');
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('is no plan any more once somebody has edited what it writes, and nothing of it is believed', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    edited(file, (document) => ({
      ...document,
      changes: document.changes.map((change) => ({ ...change, toGb: 9000 })),
    }));
    const { status, err } = await apply(shell, policy, '--plan', file);
    expect(status).toBe(2);
    expect(err).toContain('its changes are not those of its digest, so somebody has edited it');
    writeFileSync(file, '{"digest":"x"}');
    expect((await apply(shell, policy, '--plan', file)).err).toContain(
      'is not a plan; make one with headroom plan --out',
    );
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('needs an approval as well when a guardrail stands against it, of that very plan', async () => {
    const shell = await openShell(even(2, 2));
    const policy = policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3'));
    const file = await planned(shell, policy);
    const refused = await apply(shell, policy, '--plan', file);
    expect(refused.status).toBe(4);
    expect(shell.platform.requests().writes).toBe(0);
    expect((await apply(shell, policy, '--plan', file, '--approve', 'another')).status).toBe(2);
    const [, ...argv] = /^Refused.* headroom (apply --approve .*)$/m.exec(refused.out)?.[1]?.split(' ') ?? [];
    expect(argv).toContain('--plan');
    expect((await shell.run('apply', ...argv)).status).toBe(0);
    expect(shell.platform.requests().writes).toBe(8);
  });

  it('says itself for which projects it is', async () => {
    const shell = await openShell(even(3, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy, '--project', 'project-1');
    expect((await apply(shell, policy, '--plan', file)).status).toBe(0);
    expect(shell.platform.state().projects.map(({ integrations }) => integrations.length)).toEqual([0, 1, 0]);
  });
});
