import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sampleOrganization } from '../../../sample-organization.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { exportFile } from '../export-file.ts';
import { policyFile } from '../policy-file.ts';
import { openShell, type Shell, token } from '../shell.ts';

/** What commands say of a store, without what depends on the time of the command. */
const sayings = async (shell: Shell, store: string) => {
  const said = async (...argv: string[]) => JSON.parse((await shell.run(...argv, '--store', store, '--json')).out);
  return {
    audit: await said('audit'),
    verified: await said('audit', '--verify'),
    forecasts: (await said('forecast')).services,
    policies: await said('policy', 'history'),
    runs: await said('runs'),
    approvals: (await said('status')).lines.filter(({ subject }: { subject: string }) => subject === 'approvals'),
  };
};

/** The sample organization with a policy, an applied plan, a pending plan with its approval, and a granted maximum. */
const livedIn = async (): Promise<Shell> => {
  const shell = await openShell(sampleOrganization());
  const document = readFileSync('docs/policies/org-wide.yaml', 'utf8');
  await shell.run('policy', 'put', policyFile(document));
  expect((await shell.run('apply')).status).toBe(0);
  expect((await shell.run('grant', 'shop-prod/orders-pg', '700')).status).toBe(0);
  const narrower = policyFile(document.replace('maxAdditionalGb: 100', 'maxAdditionalGb: 50'));
  await shell.run('policy', 'put', narrower, '--message', 'less');
  const { out } = await shell.run('apply');
  const digest = /headroom apply --approve (\w+)/.exec(out)?.[1] ?? '';
  expect((await shell.run('approve', digest)).status).toBe(0);
  return shell;
};

describe('a store that is lost and restored from an export', () => {
  it('has audit, forecasts, policies, runs, approvals and last applied states as before', async () => {
    const shell = await livedIn();
    const before = await sayings(shell, shell.store);
    expect(before.audit.records.length).toBeGreaterThan(5);
    const file = exportFile();
    const exported = await shell.run('store', 'export', file);
    expect([exported.err, exported.status]).toEqual(['', 0]);
    expect(exported.out).toMatch(
      /│ inventory-index\.json +│ +1 +│ the next pass reads the projects again, and its plan needs an approval/,
    );
    const restored = temporaryDirectory();
    const { status, out } = await shell.run('store', 'import', file, '--store', restored);
    expect([status, out]).toEqual([0, expect.stringContaining('Lost: everything after the export of ')]);
    expect(await sayings(shell, restored)).toEqual(before);
    rmSync(shell.store, { recursive: true });
    const again = await shell.run('plan', '--store', restored, '--json');
    expect(JSON.parse(again.out).findings.filter(({ code }: { code: string }) => code === 'drift')).toEqual([]);
  });

  it('proposes its first plan, because the platform may have moved since the export', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(enableAll(100).replace('firstRun: apply', 'firstRun: propose'));
    const refused = await shell.run('apply', '--policy', policy);
    const digest = /--approve (\w+)/.exec(refused.out)?.[1] ?? '';
    await shell.run('apply', '--policy', policy, '--approve', digest);
    const file = exportFile();
    await shell.run('store', 'export', file);
    const restored = temporaryDirectory();
    await shell.run('store', 'import', file, '--store', restored);
    const more = policyFile(enableAll(200).replace('firstRun: apply', 'firstRun: propose'));
    expect((await shell.run('apply', '--policy', more, '--store', restored)).status).toBe(4);
    expect((await shell.run('apply', '--policy', more)).status).toBe(0);
  });
});

describe('headroom store export', () => {
  it('writes one file that only its owner can read, with no token in it', async () => {
    const shell = await livedIn();
    const file = exportFile();
    await shell.run('store', 'export', file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    expect(text).not.toContain(token);
    expect(text).toContain('"key":"policy.yaml"');
    expect(text).not.toContain('"reading\\":');
  });

  it('exports what is damaged as it is, names it, and ends with status 1', async () => {
    const shell = await livedIn();
    writeFileSync(join(shell.store, 'grants.json'), '{');
    const file = exportFile();
    const { status, err } = await shell.run('store', 'export', file);
    expect([status, err]).toEqual([1, 'damaged in the store, exported as it is: grants.json: it is not JSON\n']);
    expect((await shell.run('store', 'verify')).status).toBe(1);
    expect((await shell.run('store', 'verify', file)).err).toBe('damaged: grants.json: it is not JSON\n');
    const refused = await shell.run('store', 'import', file, '--store', temporaryDirectory());
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('1 damaged object (first: grants.json')]);
    const store = temporaryDirectory();
    const done = await shell.run('store', 'import', file, '--with-damaged', '--store', store);
    expect([done.status, done.err]).toEqual([0, 'damaged, imported as it is: grants.json: it is not JSON\n']);
    expect(readFileSync(join(store, 'grants.json'), 'utf8')).toBe('{');
  });

  it('says that an export of a changed audit is no backup', async () => {
    const shell = await openShell(even(1, 1));
    await shell.run('apply', '--policy', policyFile(enableAll(100)));
    const file = join(shell.store, 'audit', '0000000001.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"gb":100', '"gb":101'));
    const { status, err } = await shell.run('store', 'export', exportFile());
    expect([status, err]).toEqual([1, expect.stringMatching(/was written, but is no good backup: audit\/0000000001/)]);
  });

  it('names a file that cannot be written', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('store', 'export', '/proc/none/file');
    expect([status, err]).toEqual([2, 'error: /proc/none/file: cannot be written (ENOENT); use another file\n']);
  });
});

describe('headroom store import', () => {
  it('leaves a store alone that is not empty, unless --overwrite says so', async () => {
    const shell = await livedIn();
    const file = exportFile();
    await shell.run('store', 'export', file);
    await shell.run('mode', 'stop');
    const refused = await shell.run('store', 'import', file);
    expect([refused.status, refused.err]).toEqual([1, expect.stringMatching(/^error: the store is not empty: it has/)]);
    const done = await shell.run('store', 'import', file, '--overwrite', '--json');
    // The export has the records of the four projects without the last readings, and no name of a latest report.
    expect(JSON.parse(done.out)).toMatchObject({ written: 5, removed: [], format: 1 });
    expect((await shell.run('status', '--json')).out).not.toContain('"stop"');
  });

  it('refuses a file that was shortened, changed, or is no export', async () => {
    const shell = await livedIn();
    const file = exportFile();
    await shell.run('store', 'export', file);
    const whole = readFileSync(file);
    const lines = gunzipSync(whole).toString('utf8').trimEnd().split('\n');
    const altered = exportFile();
    const store = temporaryDirectory();
    const refuses = async (bytes: Buffer, problem: RegExp) => {
      writeFileSync(altered, bytes);
      const { status, err } = await shell.run('store', 'import', altered, '--store', store);
      expect([status, err]).toEqual([1, expect.stringMatching(problem)]);
    };
    await refuses(whole.subarray(0, whole.length / 2), /is no whole gzip file/);
    await refuses(Buffer.from('{}'), /is no whole gzip file/);
    await refuses(gzipSync(lines.slice(0, -1).join('\n')), /before its last line: it was shortened/);
    await refuses(
      gzipSync(lines.toSpliced(3, 1).join('\n')),
      /line \d+ of the export does not match the lines before it/,
    );
    await refuses(
      gzipSync(lines.join('\n').replace('maxAdditionalGb: 500', 'maxAdditionalGb: 501')),
      /line \d+ of the export \(.*\) was changed/,
    );
    await refuses(gzipSync('{"format":"headroom-store","version":1}'), /has version 1; this Headroom reads version 2/);
    await refuses(gzipSync('{}'), /is not the beginning of an export/);
    expect((await shell.run('store', 'verify', '--store', store)).out).toContain('0 of 0 objects');
  });
});

describe('headroom store verify', () => {
  it('finds an approval under the digest of another plan, in the store and in an export', async () => {
    const shell = await livedIn();
    const folder = join(shell.store, 'approvals', 'plans');
    const [name = ''] = readdirSync(folder);
    const other = `${'0'.repeat(64)}.json`;
    renameSync(join(folder, name), join(folder, other));
    const problem = `approvals/plans/${other}: its content belongs to approvals/plans/${name}`;
    const verified = await shell.run('store', 'verify');
    expect([verified.status, verified.err]).toEqual([1, `damaged: ${problem}\n`]);
    const file = exportFile();
    expect((await shell.run('store', 'export', file)).err).toContain(problem);
    expect((await shell.run('store', 'import', file, '--store', temporaryDirectory())).err).toContain(problem);
  });

  it('compares an export, and the store, with the end of an audit from outside', async () => {
    const shell = await livedIn();
    const { end } = JSON.parse((await shell.run('audit', '--verify', '--json')).out);
    const file = exportFile();
    await shell.run('store', 'export', file);
    const head = `${end.sequence}:${end.hash}`;
    const later = `${end.sequence + 1}:${end.hash}`;
    const other = `1:${'0'.repeat(64)}`;
    for (const argv of [
      ['store', 'verify', file],
      ['store', 'verify'],
      ['store', 'import', file, '--store', temporaryDirectory()],
    ]) {
      expect((await shell.run(...argv, '--head', later)).err).toContain(`had ${end.sequence + 1} files once`);
      expect((await shell.run(...argv, '--head', other)).err).toContain('its hash is');
      expect((await shell.run(...argv, '--head', 'x')).status).toBe(2);
      expect((await shell.run(...argv, '--head', head)).status).toBe(0);
    }
  });
});
