import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { report } from '../../../../functions/report.ts';
import { holderName } from '../../../../lib/cli/session/lease-recovery.ts';
import { version } from '../../../../lib/contract/version.ts';
import { createDirectoryStore } from '../../../../lib/local/directory-store.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { systemClock } from '../../../../lib/run/system-clock.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { beginningOnce, openShell, type Shell, token } from '../shell.ts';

const priced = (gb: number) => enableAll(gb, 'prices: { default: "0.15" }\n');

/** Runs with several outcomes: run-1 enables, run-2 finds nothing to do, run-3 only observes. */
const threeRuns = beginningOnce(async (atEnd) => {
  const shell = await openShell(even(2, 2), {}, atEnd);
  const environment = { USER: 'ada' };
  for (const text of [priced(100), priced(100), priced(200).replace('enforce', 'observe')]) {
    await shell.runWith({ environment }, 'apply', '--policy', policyFile(text));
  }
  return shell;
});

const listed = async (shell: Shell, ...flags: string[]) =>
  JSON.parse((await shell.run('runs', '--json', ...flags)).out).runs;

describe('headroom runs', () => {
  it('lists runs newest first with outcome, counts, money, trigger and who, and asks the platform nothing', async () => {
    const shell = await threeRuns();
    const { reads } = shell.platform.requests();
    const { status, out } = await shell.run('runs');
    expect([status, shell.platform.requests().reads]).toEqual([0, reads]);
    const rows = out.split('\n').filter((row) => row.includes('run-'));
    expect(rows[0]).toMatch(
      / run-3 +│ observed +│ 4 to raise +│ +│ \+400 +│ \+60\.00 +│ USD +│ 0 +│ manual +│ headroom apply by ada on /,
    );
    expect(rows[1]).toMatch(/ run-2 +│ nothing +│ +│ +│ +│ +│ USD +│ 0 +│ manual/);
    expect(rows[2]).toMatch(/ run-1 +│ applied +│ 4 to enable +│ 8 of 8 +│ \+400 +│ \+60\.00 +│/);
    expect(out).not.toContain('process ');
    const csv = await shell.run('runs', '-o', 'csv', '--limit', '1');
    expect(csv.out).toMatch(/^started,.*\r\n\d{4}-[^,]*Z,run-3,observed,4 to raise,,400,60\.00,USD,0,manual,/);
  });

  it('counts what a run takes away too: GB and money are what is left of the additions', async () => {
    const shell = await openShell(even(1, 2));
    await shell.run('apply', '--policy', policyFile(priced(100)));
    const one = '  - { name: one, match: { service: service-0 }, effect: enable, maxAdditionalGb: 120 }\n';
    const mixed = priced(40).replace('rules:\n', `rules:\n${one}`);
    await shell.run('apply', '--policy', policyFile(mixed));
    expect((await shell.run('runs', '--last', '1')).out).toMatch(
      / 1 to raise, 1 to lower +│ 2 of 2 +│ -40 +│ -6\.00 +│/,
    );
    expect((await shell.run('runs', '--last', '1', '--sort', 'GB')).status).toBe(0);
  });

  it('lists no run that had no policy: nothing began', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('apply');
    expect([status, err]).toEqual([1, expect.stringContaining('error: the store has no policy.yaml; pass')]);
    expect((await shell.run('runs')).out).toBe('No runs yet. Start one with headroom apply.\n');
  });

  it('prints them as JSON, and as many as asked for', async () => {
    const shell = await threeRuns();
    expect(await listed(shell, '--last', '1')).toEqual([
      expect.objectContaining({
        runId: 'run-3',
        outcome: 'observed',
        running: false,
        mode: 'observe',
        plan: expect.objectContaining({
          raise: 4,
          addedGb: 400,
          addedMonthly: '60.00',
          netGb: 400,
          netMonthly: '60.00',
        }),
        trigger: { kind: 'manual', by: expect.stringMatching(/^headroom apply by ada, process \d+ on /) },
      }),
    ]);
    expect(await listed(shell)).toHaveLength(3);
    expect((await shell.run('runs', '--last', '0')).status).toBe(2);
  });

  it('stamps each run with the version that began it, also in its report; a run that failed too early has none', async () => {
    const shell = await threeRuns();
    expect((await listed(shell)).map((one: { codeVersion?: string }) => one.codeVersion)).toEqual([
      version,
      version,
      version,
    ]);
    expect((await shell.run('runs')).out).toContain(` │ ${version} `);
    expect(JSON.parse((await shell.run('report', '--format', 'json')).out)).toMatchObject({ codeVersion: version });
    expect((await shell.run('report', '--format', 'markdown')).out).toContain(version);
    const [latest] = await listed(shell);
    const file = join(shell.store, keys.runSummary(latest.startedAt, 'run-3'));
    const { codeVersion: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(earlier));
    expect((await listed(shell))[0]).not.toHaveProperty('codeVersion');
  });

  it('keeps the version of a run that another version reports, as after a deployment', async () => {
    const shell = await threeRuns();
    const file = join(shell.store, keys.run('run-3'));
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), codeVersion: '0.0.9' }));
    rmSync(join(shell.store, keys.report('run-3')));
    const ports = {
      store: createDirectoryStore(shell.store),
      bus: { publish: async () => undefined },
      clock: systemClock,
      platform: { organization: 'org-example', maximumKind: 'additional' as const },
    };
    await report(ports)({ runId: 'run-3', failure: { Error: 'ABORTED', Cause: 'a test' }, unlessReported: true });
    expect((await listed(shell))[0]).toMatchObject({ runId: 'run-3', codeVersion: '0.0.9' });
  });

  it('lists refused runs, and the run that an undo reverts', async () => {
    const shell = await threeRuns();
    const policy = policyFile(priced(100));
    await shell.run('apply', '--policy', policy, '--approve', 'a'.repeat(64));
    await shell.run('undo', 'run-1', '--policy', policy, '--yes');
    const [undo, refused] = await listed(shell);
    expect(undo).toMatchObject({ outcome: 'applied', undo: 'run-1', plan: { disable: 4 } });
    expect(refused).toMatchObject({ outcome: 'refused', error: expect.stringMatching(/^ApprovalUnknown: no pending/) });
  });

  it('distinguishes a run in progress from an interrupted one', async () => {
    const shell = await threeRuns();
    const summary = join(shell.store, 'run-summaries');
    const [latest] = await listed(shell);
    const file = join(summary, `${latest.startedAt.replaceAll(/[:.]/g, '-')}~run-3.json`);
    const begun = { ...JSON.parse(readFileSync(file, 'utf8')), outcome: null, endedAt: null };
    const killed = { kind: 'manual', by: holderName('headroom apply').replace(/process \d+/, 'process 4194303') };
    writeFileSync(file, JSON.stringify({ ...begun, trigger: killed }));
    expect((await shell.run('runs')).out).toMatch(/ run-3 +│ interrupted/);
    writeFileSync(file, JSON.stringify({ ...begun, startedAt: '2026-03-02T08:00:00.000Z' }));
    expect((await shell.run('runs')).out).toMatch(/ run-3 +│ interrupted/);
    writeFileSync(file, JSON.stringify(begun));
    expect((await shell.run('runs')).out).toMatch(/ run-3 +│ running/);
    expect((await listed(shell))[0]).toMatchObject({ runId: 'run-3', running: true });
  });

  it('lists runs whose other objects are gone', async () => {
    const shell = await threeRuns();
    rmSync(join(shell.store, 'runs'), { recursive: true });
    expect(await listed(shell)).toHaveLength(3);
  });

  it('reports an empty list, skips an unreadable run, and never shows the token', async () => {
    const empty = await openShell(even(1, 1));
    expect(await empty.run('runs')).toMatchObject({ status: 0, out: 'No runs yet. Start one with headroom apply.\n' });
    const shell = await threeRuns();
    writeFileSync(join(shell.store, 'run-summaries', '9999~bad.json'), 'garbage');
    const { status, out, err } = await shell.run('runs');
    expect([status, err]).toEqual([0, expect.stringContaining('9999~bad.json in the store cannot be read')]);
    expect(out).toContain('run-3');
    expect(out + err).not.toContain(token);
  });
});
