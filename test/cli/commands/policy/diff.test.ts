import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell } from '../shell.ts';

const line =
  'Policy: 0 gained, 4 raised (+400 GB, +60.00 USD a month), 0 lowered, 0 lost; net +400 GB, +60.00 USD a month.';
const priced = 'prices: { default: "0.15" }';
const policies = () => [policyFile(enableAll(100, priced)), policyFile(enableAll(200, priced))] as const;

describe('headroom policy diff', () => {
  it('compares two policies as table, markdown and JSON, with one reading of the platform and no write', async () => {
    const shell = await openShell(even(2, 2));
    const [old, changed] = policies();
    const table = await shell.run('policy', 'diff', old, changed);
    expect([table.status, lastLine(table.out)]).toEqual([0, line]);
    expect(table.out).toContain('100 → 200');
    expect(shell.platform.requests()).toMatchObject({ reads: 1 + 3 * 2 + 1, writes: 0 });
    const markdown = await shell.run('policy', 'diff', old, changed, '--format', 'markdown');
    expect(markdown.out).toContain(`**${line}**`);
    expect(markdown.out).toContain(
      '| raised | 4 | project-0/service-0, project-0/service-1 and 2 more | 100 → 200 | +60.00 USD | everything |',
    );
    expect(markdown.out).toContain('| raised | project-0 | service-0 | 100 → 200 | 15.00 | USD | everything |');
    expect(markdown.out).toContain('if every disk grows to its maximum: 60.00 USD before, 120.00 USD after.');
    const document = JSON.parse((await shell.run('policy', 'diff', old, changed, '--json')).out);
    expect(document).toMatchObject({ summary: { raised: 4, netMonthly: '60.00' }, mode: { from: 'enforce' } });
    expect(document.services[0]).toMatchObject({ move: 'raised', fromGb: 100, toGb: 200, monthly: '15.00' });
  });

  it('has separators and the currency at a terminal, and plain numbers with a column for the currency in csv', async () => {
    const shell = await openShell(even(1, 1));
    const [old, changed] = [100, 10_100].map((gb) => policyFile(enableAll(gb, 'prices: { default: "0.15" }')));
    const argv = ['policy', 'diff', old as string, changed as string];
    const terminal = await shell.runWith({ columns: 160 }, ...argv);
    expect(terminal.out).toMatch(/raised .* 100 → 10,100 +\+1,500\.00 USD +everything/);
    expect(terminal.out).toContain(
      'A month, if every disk grows to its maximum: 15.00 USD before, 1,515.00 USD after.',
    );
    const csv = await shell.run(...argv, '-o', 'csv');
    expect(csv.out.split('\r\n').slice(0, 2)).toEqual([
      'change,project,service,maximum GB,per month,currency,rule',
      'raised,project-0,service-0,100 → 10100,1500.00,USD,everything',
    ]);
  });

  it('compares one policy with the one in the store', async () => {
    const shell = await openShell(even(2, 2));
    const [, changed] = policies();
    const missing = await shell.run('policy', 'diff', changed);
    expect([missing.status, missing.err]).toEqual([
      2,
      expect.stringContaining('the store has no policy to compare with'),
    ]);
    writeFileSync(join(shell.store, 'policy.yaml'), enableAll(100, priced));
    expect(lastLine((await shell.run('policy', 'diff', changed)).out)).toBe(line);
  });

  it('names the sections that differ, also where no service is treated differently', async () => {
    const shell = await openShell(even(1, 1));
    const freeze = 'freeze: { windows: [{ name: nights, timeZone: UTC, days: [sat], from: "00:00", to: "24:00" }] }';
    const [old, frozen] = [policyFile(enableAll(100)), policyFile(`${enableAll(100)}\n${freeze}\n`)];
    const { out } = await shell.run('policy', 'diff', old, frozen);
    expect(out).toContain('sections that differ: freeze\nA month, if every disk grows to its maximum: unknown before');
    expect((await shell.run('policy', 'diff', old, old)).out).not.toContain('sections');
    const markdown = await shell.run('policy', 'diff', old, frozen, '-o', 'markdown');
    expect(markdown.out).toContain('(sections that differ: freeze)');
  });

  it('says that nothing can be compared under stop', async () => {
    const shell = await openShell(even(1, 1));
    const [old] = policies();
    const stopped = policyFile(enableAll(100).replace('mode: enforce', 'mode: stop'));
    const { status, err } = await shell.run('policy', 'diff', old, stopped);
    expect([status, err]).toEqual([1, expect.stringContaining('Mode is stop: no calls were made')]);
  });
});

describe('headroom plan', () => {
  it('with --base also shows what the policy changes, beside what the plan changes', async () => {
    const shell = await openShell(even(2, 2));
    const [old, changed] = policies();
    const { out } = await shell.run('plan', '--policy', changed, '--base', old);
    expect(out).toContain(line);
    expect(lastLine(out)).toMatch(/^Plan: 4 to enable/);
    const json = JSON.parse((await shell.run('plan', '--policy', changed, '--base', old, '--json')).out);
    expect(json.policyDifference.summary).toMatchObject({ raised: 4, netGb: 400 });
    const refused = await shell.run('plan', '--policy', changed, '--base', old, '--project', 'project-0');
    expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('use --base without --project')]);
  });

  it('with --format markdown prints the comment and nothing else on standard output', async () => {
    const shell = await openShell(even(2, 2));
    const [old, changed] = policies();
    const { out } = await shell.run('plan', '--policy', changed, '--base', old, '--format', 'markdown');
    expect(out).toMatch(/^### Headroom: ready to apply\n\n\*\*Plan: 4 to enable/);
    expect(out).toContain(`**${line}**`);
    expect(out).toContain('60.00 USD before, 120.00 USD after.');
    expect(out).toMatch(
      /\n\*\*What of the policy waits for an approval\*\*\n\n- a run that would change more than 100000 services.*\n- what disks need/,
    );
    await shell.run('apply', '--policy', changed);
    const after = await shell.run('plan', '--policy', changed, '--format', 'markdown');
    expect(after.out).toBe('**Headroom**: no changes for 4 services.\n');
  });
});
