import { expect, it } from 'vitest';
import { retryNotes } from '../../../lib/cli/session/retry-notes.ts';
import { even } from '../../workflow/scenarios.ts';
import { openShell, type Shell } from '../commands/shell.ts';

const failOnce = ({ platform }: Shell, operation: string) =>
  fetch(`${platform.url}/_control/faults`, {
    method: 'POST',
    body: JSON.stringify([{ operation, times: 1, status: 503 }]),
  });

it('a command says why it waits, and how long', async () => {
  const shell = await openShell(even(1, 1));
  for (const [command, operation] of [
    [['forecast'], 'OrganizationProjectsList'],
    [['status'], 'OrganizationProjectsList'],
    [['integration-list', '--project', 'project-0', 'service-0'], 'ServiceIntegrationList'],
  ] as const) {
    await failOnce(shell, operation);
    const { err } = await shell.run(...command);
    expect([command[0], err]).toEqual([
      command[0],
      expect.stringMatching(/: 503 .*[^.]\. Trying again in \d s, 2 of 6\.$/m),
    ]);
  }
  await failOnce(shell, 'OrganizationProjectsList');
  expect((await shell.run('--quiet', 'forecast')).err).toBe('');
});

it('many calls that fail alike are one note, until a wait is much longer', () => {
  const notes: string[] = [];
  const onRetry = retryNotes({ note: (text) => notes.push(text) });
  const retrying = { method: 'GET', path: '/project/p/service', tries: 1, most: 6, isConnection: false };
  for (const [reason, waitMs] of [
    ['500 down', 1_000],
    ['500 down', 1_900],
    ['500 down', 2_000],
    ['429 try again in 28s', 28_000],
    ['429 try again in 27s', 27_000],
  ] as const)
    onRetry({ ...retrying, reason, waitMs });
  expect(notes).toEqual([
    '[GET] "/project/p/service": 500 down. Trying again in 1 s, 2 of 6.',
    '[GET] "/project/p/service": 500 down. Trying again in 2 s, 2 of 6.',
    '[GET] "/project/p/service": 429 try again in 28s. Trying again in 28 s, 2 of 6.',
  ]);
});

it('a connection that fails is noted without the call, whatever the call was', () => {
  const notes: string[] = [];
  const onRetry = retryNotes({ note: (text) => notes.push(text) });
  const reason = 'Cannot connect to https://api.example.com (refused)';
  onRetry({ method: 'GET', path: '/project', tries: 1, most: 2, isConnection: true, waitMs: 12_100, reason });
  expect(notes).toEqual(['Cannot connect to https://api.example.com (refused). Trying again in 13 s, 2 of 2.']);
});
