import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planFileText } from '../../../../lib/cli/session/plan-file.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell, type Shell } from '../shell.ts';

const planned = async (shell: Shell, policy: string, ...more: string[]): Promise<string> => {
  const file = join(temporaryDirectory(), 'plan.json');
  expect((await shell.run('plan', '--policy', policy, '--out', file, ...more)).status).toBe(0);
  return file;
};

interface Written {
  readonly changes: readonly object[];
  readonly seal: string;
  readonly proposedAt: string;
  readonly organization: string;
  readonly baseUrl: string;
}

const read = (file: string): Written => JSON.parse(readFileSync(file, 'utf8'));

/** Edits a plan file as a person could, who leaves its seal as it was. */
const edited = (file: string, edit: (document: Written) => object): void =>
  writeFileSync(file, JSON.stringify(edit(read(file))));

/** The same plan as a plan file of another time, platform or organization. */
const made = (file: string, other: Partial<Written>): void => {
  const { seal: _, proposedAt, organization, baseUrl, ...document } = read(file);
  writeFileSync(file, planFileText(document, { proposedAt, organization, baseUrl, ...other }));
};

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();

const apply = (shell: Shell, policy: string, ...more: string[]) => shell.run('apply', '--policy', policy, ...more);

describe('a plan in a file', () => {
  it('is carried out once, and only its owner can read it', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await apply(shell, policy, '--plan', file)).status).toBe(0);
    const again = await apply(shell, policy, '--plan', file);
    expect([again.status, lastLine(again.out)]).toEqual([0, 'All 2 changes are already in place.']);
    const json = JSON.parse((await apply(shell, policy, '--plan', file, '--json')).out);
    expect(json).toMatchObject({ outcome: 'nothing', inPlace: 2, changes: [], results: [] });
    expect(shell.platform.requests().writes).toBe(2);
    await apply(shell, policyFile(enableAll(100)));
    const undone = await apply(shell, policy, '--plan', file);
    expect(undone.status).toBe(4);
    expect(undone.err).toMatch(
      /\nerror: plan \w+ was used by run run-2 at .*; run 'headroom plan' and approve the current plan/,
    );
  });

  it('is in place where others have made every change of it, and is refused where they have made a part', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    const one = policyFile(enableAll(200).replace("project: '*'", "service: 'service-0'"));
    await apply(shell, one);
    expect((await apply(shell, policy, '--plan', file)).status).toBe(4);
    await apply(shell, policy);
    const again = await apply(shell, policy, '--plan', file);
    expect([again.status, lastLine(again.out)]).toEqual([0, 'All 4 changes are already in place.']);
  });

  it('is refused with the differences after a change', async () => {
    const shell = await openShell(even(1, 1));
    const file = await planned(shell, policyFile(enableAll(200)));
    const { status, err } = await apply(shell, policyFile(enableAll(300)), '--plan', file);
    expect(status).toBe(4);
    expect(err).toContain(
      'different numbers: create-endpoint project-0/service-0, proposed 0 → 200 GB, now 0 → 300 GB',
    );
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('is refused when it is too old', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    made(file, { proposedAt: hoursFromNow(-25) });
    const { status, err } = await apply(shell, policy, '--plan', file);
    expect(status).toBe(4);
    expect(err).toContain('approvalHours in the guardrails is 24');
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('is refused when its time is in the future, which the clock of its machine must have been', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    made(file, { proposedAt: hoursFromNow(2) });
    const { status, err } = await apply(shell, policy, '--plan', file);
    expect([status, err]).toEqual([4, expect.stringMatching(/was proposed in the future, at .*check the clocks/)]);
    expect(shell.platform.requests().writes).toBe(0);
  });

  it.each<[string, (document: Written) => object]>([
    [
      'what it writes',
      ({ changes, ...rest }) => ({ ...rest, changes: changes.map((one) => ({ ...one, toGb: 9000 })) }),
    ],
    ['its age', (document) => ({ ...document, proposedAt: hoursFromNow(0) })],
    ['its projects', (document) => ({ ...document, projects: ['project-0'] })],
    ['its platform', (document) => ({ ...document, baseUrl: 'https://api.example.com' })],
    ['a reason', ({ changes, ...rest }) => ({ ...rest, changes: changes.map((one) => ({ ...one, reason: 'safe' })) })],
    ['its seal', (document) => ({ ...document, seal: '0'.repeat(64) })],
  ])('is rejected entirely after an edit of %s', async (_, edit) => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    edited(file, edit);
    const { status, err } = await apply(shell, policy, '--plan', file);
    expect([status, err]).toEqual([2, expect.stringContaining('was edited after it was written')]);
    expect(shell.platform.requests()).toMatchObject({ writes: 0 });
  });

  it('may be reformatted, because only its content counts', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    edited(file, (document) => Object.fromEntries(Object.entries(document).toReversed()));
    expect((await apply(shell, policy, '--plan', file)).status).toBe(0);
  });

  it.each([
    ['another file', '{"digest":"x"}'],
    ['no JSON', 'plan'],
    ['a plan of which the changes are not those of its digest', undefined],
  ])('is not %s', async (_, text) => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    if (text === undefined) made(file, { changes: [] });
    else writeFileSync(file, text);
    const { status, err } = await apply(shell, policy, '--plan', file);
    expect([status, err]).toEqual([2, expect.stringContaining('create it again with headroom plan --out')]);
    expect(shell.platform.requests().writes).toBe(0);
  });

  it.each([
    ['another organization', { organization: 'orgelsewhere' }, 'of organization orgelsewhere'],
    ['another platform', { baseUrl: 'https://api.example.com' }, 'at https://api.example.com'],
  ])('for %s is refused, and the error names its own scope', async (_, other, text) => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy);
    made(file, other);
    const { status, err } = await apply(shell, policy, '--plan', file);
    expect([status, err]).toEqual([2, expect.stringContaining(text)]);
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
    const [, ...argv] = /^Not applied.* headroom (apply --approve .*)$/m.exec(refused.out)?.[1]?.split(' ') ?? [];
    expect(argv).toContain('--plan');
    expect((await shell.run('apply', ...argv)).status).toBe(0);
    expect(shell.platform.requests().writes).toBe(8);
  });

  it('names its own projects', async () => {
    const shell = await openShell(even(3, 1));
    const policy = policyFile(enableAll(200));
    const file = await planned(shell, policy, '--project', 'project-1');
    expect((await apply(shell, policy, '--plan', file)).status).toBe(0);
    expect(shell.platform.state().projects.map(({ integrations }) => integrations.length)).toEqual([0, 1, 0]);
  });
});

describe('a plan in a file from another machine', () => {
  const guarded = () => policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3'));

  /** A plan that a guardrail stands against, made with one store, and another machine with a store of its own. */
  const elsewhere = async () => {
    const shell = await openShell(even(2, 2));
    const policy = guarded();
    const file = await planned(shell, policy);
    const environment = { HEADROOM_STORE: temporaryDirectory() };
    const there = (...more: string[]) => shell.runWith({ environment }, 'apply', '--policy', policy, ...more);
    const { digest } = JSON.parse(readFileSync(file, 'utf8'));
    return { shell, file, digest, there };
  };

  it('is carried out with an empty store once its digest is approved, exactly and at most once', async () => {
    const { shell, file, digest, there } = await elsewhere();
    expect((await there('--plan', file, '--approve', digest)).status).toBe(0);
    expect(shell.platform.requests().writes).toBe(8);
    const again = await there('--plan', file, '--approve', digest);
    expect([again.status, lastLine(again.out)]).toEqual([0, 'All 8 changes are already in place.']);
    expect(shell.platform.requests().writes).toBe(8);
  });

  it('is approved by the first characters of its digest, and by no others', async () => {
    const { shell, file, digest, there } = await elsewhere();
    expect((await there('--plan', file, '--approve', digest.slice(0, 11))).status).toBe(2);
    expect((await there('--plan', file, '--approve', `${digest.slice(0, 12)}x`)).status).toBe(2);
    expect(shell.platform.requests().writes).toBe(0);
    expect((await there('--plan', file, '--approve', digest.slice(0, 12))).status).toBe(0);
  });

  it('without an approval stops at the guardrail, and is led on by the command it is given', async () => {
    const { shell, file, there } = await elsewhere();
    const refused = await there('--plan', file);
    expect(refused.status).toBe(4);
    const [, , ...argv] = /^Not applied.* headroom (apply --approve .*)$/m.exec(refused.out)?.[1]?.split(' ') ?? [];
    expect((await there('--approve', ...argv)).status).toBe(0);
    expect(shell.platform.requests().writes).toBe(8);
  });

  it('is refused with the differences after a change', async () => {
    const { shell, file, digest, there } = await elsewhere();
    const late = { project: 'project-0', service: 'late', type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' };
    await fetch(`${shell.platform.url}/_control/service`, { method: 'POST', body: JSON.stringify(late) });
    const { status, err } = await there('--plan', file, '--approve', digest);
    expect([status, err]).toEqual([4, expect.stringContaining('newly needed: create-endpoint project-0/late')]);
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('is as old as it says, whatever was proposed there since', async () => {
    const { shell, file, digest, there } = await elsewhere();
    made(file, { proposedAt: hoursFromNow(-25) });
    const { status, err } = await there('--plan', file, '--approve', digest);
    expect([status, err]).toEqual([4, expect.stringContaining('approvalHours in the guardrails is 24')]);
    expect(shell.platform.requests().writes).toBe(0);
  });
});
