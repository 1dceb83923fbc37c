import { describe, expect, it } from 'vitest';
import { even } from '../../workflow/scenarios.ts';
import { openShell } from './shell.ts';

describe('help', () => {
  it.each(['start', 'platform', 'validate', 'plan', 'apply', 'explain'])('of %s has an example', async (command) => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run(command, '--help');
    expect(status).toBe(0);
    expect(out).toMatch(new RegExp(`Example:\\n {2}headroom ${command} `));
  });
});
