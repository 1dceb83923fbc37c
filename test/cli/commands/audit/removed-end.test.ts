import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { openShell } from '../shell.ts';

describe('an audit whose last file was removed, with the head that named it', () => {
  it('is reported by audit --verify and status', async () => {
    const shell = await openShell(even(1, 1));
    await shell.run('apply', '--policy', policyFile(enableAll(100)));
    const head = readFileSync(join(shell.store, 'audit-head.json'));
    await shell.run('apply', '--policy', policyFile(enableAll(200)));
    expect((await shell.run('status')).out).not.toContain('audit');
    rmSync(join(shell.store, 'audit', '0000000002.json'));
    writeFileSync(join(shell.store, 'audit-head.json'), head);
    const missing = /audit\/0000000002\.json in the store: it is missing, but run-summaries\/.* names it/;
    expect(await shell.run('audit', '--verify')).toMatchObject({ status: 1, err: expect.stringMatching(missing) });
    const status = JSON.parse((await shell.run('status', '--json')).out);
    expect(status.lines).toContainEqual(
      expect.objectContaining({
        subject: 'audit',
        verdict: 'problem',
        says: expect.stringMatching(/^ends at file 1, but run \S+ names file 2: its end was removed$/),
      }),
    );
  });
});

describe('headroom audit --verify --head', () => {
  it('finds out that the last files were removed together with the head that named them', async () => {
    const shell = await openShell(even(1, 1));
    for (const gb of [100, 200]) await shell.run('apply', '--policy', policyFile(enableAll(gb)));
    const { end } = JSON.parse((await shell.run('audit', '--verify', '--json')).out);
    const head = `${end.sequence}:${end.hash}`;
    expect((await shell.run('audit', '--verify', '--head', head)).out).toContain('file 2 is the one that --head names');
    rmSync(join(shell.store, 'audit', '0000000002.json'));
    rmSync(join(shell.store, 'audit-head.json'));
    // Who removes the records of the runs too leaves no other trace in the store.
    rmSync(join(shell.store, 'run-summaries'), { recursive: true });
    expect((await shell.run('audit', '--verify')).status).toBe(0);
    const { status, err } = await shell.run('audit', '--verify', '--head', head);
    expect([status, err]).toEqual([
      1,
      expect.stringContaining('0000000002.json in the store: it is missing, but --head names it'),
    ]);
    const other = `1:${'0'.repeat(64)}`;
    expect((await shell.run('audit', '--verify', '--head', other)).err).toContain(
      'it is not the file that --head names',
    );
    expect((await shell.run('audit', '--verify', '--head', 'x')).status).toBe(2);
    expect((await shell.run('audit', '--head', head)).status).toBe(2);
  });
});
