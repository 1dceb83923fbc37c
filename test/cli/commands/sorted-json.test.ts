import { describe, expect, it } from 'vitest';
import { commandGroups } from '../../../lib/cli/command-table.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { beginningOnce, openShell } from './shell.ts';

/** A store with two runs that changed three services. */
const twoRuns = beginningOnce(async (atEnd) => {
  const shell = await openShell(even(1, 3), {}, atEnd);
  for (const gb of [100, 200]) await shell.run('apply', '--policy', policyFile(enableAll(gb)));
  return shell;
});

const everyName = Object.values(commandGroups).flatMap((commands) => Object.keys(commands));

describe('--sort and --limit with --json', () => {
  it('sort the document or are refused by every command that has them, before anything is read', async () => {
    const shell = await openShell(even(1, 1));
    const refused = new Map<string, string>();
    for (const name of everyName) {
      if (!(await shell.run(name, '--help')).out.includes('--sort <column>')) continue;
      const { status, out } = await shell.run(name, '--json', '--sort', 'nowhere');
      expect([name, status]).toEqual([name, 2]);
      refused.set(name, JSON.parse(out).error.replace(/;.*/, ''));
    }
    const noColumn = '--sort nowhere: no such column';
    const whole = 'use --sort and --limit with a table, csv or markdown: this JSON document is whole';
    expect(Object.fromEntries(refused)).toEqual({
      ...{ audit: noColumn, disks: noColumn, forecast: noColumn, runs: noColumn },
      ...{ budget: whole, plan: whole, report: whole },
    });
    expect(shell.platform.requests().reads).toBe(0);
  });

  it.each([
    ['disks', 'disks', '-disk', ['service-2', 'service-1'], 1],
    ['forecast', 'services', '-service', ['service-2', 'service-1'], 1],
    ['audit', 'records', '-service', ['service-2', 'service-1'], null],
  ])('of %s order and cut its list, and count the rest', async (name, list, sort, services, leftOut) => {
    const shell = await twoRuns();
    const { out } = await shell.run(name, '--json', '--sort', sort, '--limit', '2');
    const document = JSON.parse(out);
    const shown = document[list].map(({ service }: { service: string }) => service);
    expect([shown, document.leftOut]).toEqual([services, leftOut]);
  });

  it('of runs order and cut its list; without them nothing is left out', async () => {
    const shell = await twoRuns();
    const document = async (...flags: string[]) => JSON.parse((await shell.run('runs', '--json', ...flags)).out);
    expect(await document('--sort', 'started', '--limit', '1')).toMatchObject({
      runs: [{ runId: 'run-1' }],
      leftOut: 1,
    });
    expect(await document()).toMatchObject({ runs: [{ runId: 'run-2' }, { runId: 'run-1' }], leftOut: 0 });
  });
});
