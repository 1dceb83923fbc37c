import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../../lib/run/store/keys.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell, type Shell, token } from '../shell.ts';

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly says: string;
  readonly remedy: string;
  readonly exit: number;
  readonly disks: { readonly known: number; readonly unknown: number; readonly nearlyFull: number } | null;
  readonly waitingApprovals: number | null;
  readonly lastRun: { readonly outcome: string } | null;
}

const baseUrl = 'https://api.example.com';

/** A file with these deployments, each with its store. */
const fileOf = (stores: Readonly<Record<string, string>>, organization: string): string => {
  const contexts = Object.entries(stores).map(([name, store]) => ({ name, baseUrl, organization, store }));
  const file = join(temporaryDirectory(), 'deployments.yaml');
  writeFileSync(file, JSON.stringify({ contexts }));
  return file;
};

/** A shell whose store has a policy and a run. */
const afterRun = async (policy = enableAll(200)) => {
  const shell = await openShell(even(2, 1));
  writeFileSync(join(shell.store, keys.policy), policy);
  await shell.run('apply', '--calls-per-minute', 'off');
  return shell;
};

const copyOf = ({ store }: Shell): string => {
  const copy = join(temporaryDirectory(), 'store');
  cpSync(store, copy, { recursive: true });
  return copy;
};

const read = async ({ run }: Shell, file: string) => {
  const { status, out } = await run('status', '--deployments', file, '--json');
  const { verdict, deployments }: { verdict: string; deployments: readonly Listed[] } = JSON.parse(out);
  const one = (name: string) => deployments.find((listed) => listed.name === name);
  return { status, verdict, deployments, one };
};

describe('headroom status --deployments', () => {
  it('is one line for each deployment, by its store alone, and writes nothing', async () => {
    const shell = await afterRun();
    const file = fileOf({ eu: shell.store, us: copyOf(shell) }, shell.platform.organization);
    const before = [shell.platform.requests(), readdirSync(shell.store, { recursive: true })];
    const { status, verdict, deployments } = await read(shell, file);
    expect([status, verdict]).toEqual([0, 'ok']);
    expect(deployments).toMatchObject(
      ['eu', 'us'].map((name) => ({
        ...{ name, state: 'ok', exit: 0, says: '', remedy: '', waitingApprovals: 0 },
        ...{ disks: { known: 0, unknown: 2, nearlyFull: 0 }, lastRun: { outcome: 'applied' } },
      })),
    );
    const { out } = await shell.run('status', '--deployments', file);
    expect(out).toMatch(/│ eu +│ ok +│ 0 of 2 \(2 unknown\) │ 0 +│ applied, \d+ seconds? ago/);
    expect(out).toContain('Deployments: ok; 2 ok. 0 disks at 90 % or more, not all known in 2 deployments.');
    expect([shell.platform.requests(), readdirSync(shell.store, { recursive: true })]).toEqual(before);
    expect(out).not.toContain(token);
  });

  it('shows a damaged, a foreign and an empty store and one that cannot be opened as what they are, beside the others', async () => {
    const shell = await afterRun();
    const [damaged, foreign] = [copyOf(shell), copyOf(shell)];
    writeFileSync(join(damaged, keys.reported), '{"runId":');
    const lease = JSON.parse(readFileSync(join(foreign, keys.lease), 'utf8'));
    writeFileSync(join(foreign, keys.lease), JSON.stringify({ ...lease, owner: { organization: 'org-other' } }));
    const stores = { eu: shell.store, damaged, foreign, empty: temporaryDirectory(), unknown: 's3://No_Bucket' };
    const { status, verdict, one } = await read(shell, fileOf(stores, shell.platform.organization));
    expect([status, verdict]).toEqual([1, 'unknown']);
    expect(one('eu')).toMatchObject({ state: 'ok', exit: 0 });
    const nothing = { exit: 1, disks: null, lastRun: null };
    expect(one('damaged')).toMatchObject({ ...nothing, state: 'unknown', waitingApprovals: null });
    expect(one('damaged')?.remedy).toBe(`headroom store verify --store ${damaged}`);
    expect(one('unknown')).toMatchObject({ ...nothing, state: 'unknown', says: expect.stringContaining('No_Bucket') });
    expect(one('empty')).toMatchObject({ ...nothing, state: 'problem', says: expect.stringContaining('no run yet') });
    expect(one('foreign')).toMatchObject({ state: 'problem', exit: 1, says: expect.stringContaining('org-other') });
  });

  it('counts a plan that waits for an approval, and gives the command that approves it', async () => {
    const shell = await afterRun(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 0'));
    const { status, one } = await read(shell, fileOf({ eu: shell.store }, shell.platform.organization));
    expect([status, one('eu')?.state, one('eu')?.waitingApprovals]).toEqual([0, 'attention', 1]);
    expect(one('eu')?.remedy).toMatch(new RegExp(`headroom approve --store ${shell.store} [0-9a-f]{64}$`));
  });

  it('reads the contexts of the user without a file', async () => {
    const shell = await afterRun();
    const home = temporaryDirectory();
    const listed = await shell.runWith({ environment: { XDG_CONFIG_HOME: home } }, 'status', '--deployments');
    expect([listed.status, listed.err]).toEqual([2, expect.stringContaining('config.yaml: has no contexts')]);
    mkdirSync(join(home, 'headroom'));
    cpSync(fileOf({ eu: shell.store }, shell.platform.organization), join(home, 'headroom', 'config.yaml'));
    const found = await shell.runWith({ environment: { XDG_CONFIG_HOME: home } }, 'status', '--deployments', '--json');
    expect(JSON.parse(found.out).deployments).toMatchObject([{ name: 'eu', state: 'ok', store: shell.store }]);
  });

  it('names line, column and remedy of a mistake in the file, and what cannot stand beside it', async () => {
    const shell = await openShell(even(1, 1));
    const file = join(temporaryDirectory(), 'deployments.yaml');
    writeFileSync(file, 'contexts:\n  - name: eu\n    baseUrl: https://a\n    organization: o\n    stores: /x\n');
    const wrong = await shell.run('status', '--deployments', file);
    expect([wrong.status, wrong.err]).toEqual([
      2,
      expect.stringMatching(/deployments\.yaml:5:5 contexts\[0\]\.stores: is not a known key; did you mean store/),
    ]);
    const absent = await shell.run('status', '--deployments', '/absent.yaml');
    expect([absent.status, absent.err]).toEqual([1, expect.stringContaining('/absent.yaml: cannot be read (ENOENT)')]);
    expect((await shell.run('status', '--deployments', file, '--all')).status).toBe(2);
  });
});
