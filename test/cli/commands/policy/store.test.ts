import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell } from '../shell.ts';

const digestIn = (text: string): string => /version (\w+)\./.exec(text)?.[1] ?? '';

it('headroom policy put decides later runs, and get and history show what was put', async () => {
  const shell = await openShell(even(1, 1));
  const [first, second] = [enableAll(100), enableAll(200)];
  const put = await shell.run('policy', 'put', policyFile(first), '--message', 'the first');
  expect([put.status, put.out]).toEqual([0, expect.stringMatching(/is in force as version \w{12}\./)]);
  expect(lastLine((await shell.run('plan')).out)).toContain('1 to enable');
  expect((await shell.run('policy', 'get')).out).toBe(first);

  const file = policyFile(second);
  await shell.run('policy', 'put', file, '--message', 'more');
  expect((await shell.run('policy', 'put', file)).out).toBe(`${file} is in force already; nothing was written.\n`);
  const { out } = await shell.run('policy', 'history');
  expect(out).toMatch(/more[^\n]*in force[\s\S]*the first/);
  expect(out.match(/in force/g)).toHaveLength(1);
  const { current, versions } = JSON.parse((await shell.run('policy', 'history', '--json')).out);
  expect(versions).toMatchObject([
    { digest: current, message: 'more', inForce: { from: versions[0].at, to: null } },
    { message: 'the first', inForce: { from: versions[1].at, to: versions[0].at } },
  ]);

  const copy = join(temporaryDirectory(), 'policy.yaml');
  await shell.run('policy', 'get', digestIn(put.out), '--out', copy);
  expect(readFileSync(copy, 'utf8')).toBe(first);
  await shell.run('policy', 'put', copy, '--message', 'back');
  expect((await shell.run('policy', 'history')).out).toMatch(/back[^\n]*in force/);
  expect(shell.platform.requests().writes).toBe(0);
});

it('headroom policy put puts the calendar of the policy too, and nothing that is invalid', async () => {
  const shell = await openShell(even(1, 1));
  const file = policyFile(enableAll(100, 'freeze: { calendar: calendars/freeze.ics }'));
  const without = await shell.run('policy', 'put', file);
  expect([without.status, without.err]).toEqual([1, expect.stringContaining('calendars/freeze.ics does not exist')]);
  const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nEND:VCALENDAR\r\n';
  mkdirSync(join(dirname(file), 'calendars'));
  writeFileSync(join(dirname(file), 'calendars', 'freeze.ics'), calendar);
  expect((await shell.run('policy', 'put', file)).status).toBe(0);
  expect(readFileSync(join(shell.store, 'calendars', 'freeze.ics'), 'utf8')).toBe(calendar);

  const invalid = policyFile('version: 1\n');
  const refused = await shell.run('policy', 'put', invalid);
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining(`${invalid}:1:1 rules`)]);
  expect((await shell.run('policy', 'get')).out).toContain('calendars/freeze.ics');
});

it('headroom policy get and history say what an empty store lacks', async () => {
  const shell = await openShell(even(1, 1));
  const got = await shell.run('policy', 'get');
  expect([got.status, got.err]).toEqual([1, 'error: the store has no policy; put one with headroom policy put FILE\n']);
  const version = await shell.run('policy', 'get', 'abc');
  expect([version.status, version.err]).toEqual([1, 'error: no version abc; see headroom policy history\n']);
  expect((await shell.run('policy', 'history')).out).toBe('No version yet; put one with headroom policy put FILE.\n');
});
