import { describe, expect, it } from 'vitest';
import { even } from '../../workflow/scenarios.ts';
import { openShell } from './shell.ts';

describe('a column to sort by that no table has', () => {
  it.each([
    ['plan', 'phase, project, service'],
    ['budget', 'project, service, in use now GB'],
    ['forecast', 'project, service, maximum GB'],
    ['audit', 'time, run, change'],
    ['runs', 'started, run, outcome'],
  ])('is refused by %s before anything is read', async (command, columns) => {
    const shell = await openShell(even(1, 1));
    const { status, out, err } = await shell.run(command, '--sort', '-nope');
    expect([status, out, err]).toEqual([
      2,
      '',
      expect.stringContaining(`--sort nope: no such column; the columns are ${columns}`),
    ]);
    expect(shell.platform.requests().reads).toBe(0);
  });
});

describe('help', () => {
  it.each(['start', 'platform', 'validate', 'plan', 'apply', 'explain'])('of %s has an example', async (command) => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run(command, '--help');
    expect(status).toBe(0);
    expect(out).toMatch(new RegExp(`Example:\\n {2}headroom ${command} `));
  });
});
