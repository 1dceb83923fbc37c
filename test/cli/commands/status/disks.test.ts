import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keys } from '../../../../lib/run/store/keys.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell, type Shell } from '../shell.ts';

interface Told {
  readonly verdict: string;
  readonly lines: readonly { readonly subject: string; readonly verdict: string }[];
}

const statusOf = async ({ run }: Shell) => {
  const { status, out } = await run('status', '--json');
  const { verdict, lines }: Told = JSON.parse(out);
  return { status, verdict, disks: lines.find(({ subject }) => subject === 'disks') };
};

/** A full disk of a service that the policy ignores. */
const withFullDisk = async () => {
  const shell = await openShell(even(1, 1));
  const policy = enableAll(200).replace('effect: enable, maxAdditionalGb: 200', 'effect: ignore');
  writeFileSync(join(shell.store, keys.policy), policy);
  const service = { project: 'project-0', service: 'by-hand', type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' };
  const body = JSON.stringify({ ...service, usedGb: 80 });
  await fetch(`${shell.platform.url}/_control/service`, { method: 'POST', body });
  return shell;
};

const full = {
  verdict: 'problem',
  says: expect.stringMatching(/^1 disk full or nearly full, without room to grow \(project-0\/by-hand\); use known of/),
  remedy: 'headroom runbook when-a-disk-is-full',
};

it('calls a disk that is full and cannot grow a problem, though every setting is as the policy wants it', async () => {
  const shell = await withFullDisk();
  const applied = await shell.run('apply', '--calls-per-minute', 'off');
  expect(applied.status).toBe(0);
  expect(applied.out).toMatch(
    /\n1 disk full or nearly full, without room to grow \(project-0\/by-hand\)\.\nPlan: 0 to enable/,
  );
  expect(await statusOf(shell)).toMatchObject({ status: 1, verdict: 'problem', disks: full });
});

it('calls the disks of an organization without services ok, and nothing known under stop', async () => {
  const shell = await openShell(even(1, 0));
  writeFileSync(join(shell.store, keys.policy), enableAll(200));
  await shell.run('mode', 'stop');
  await shell.run('apply', '--calls-per-minute', 'off');
  expect((await statusOf(shell)).disks).toMatchObject({
    verdict: 'attention',
    says: expect.stringMatching(/^unknown/),
  });
  await shell.run('mode', 'enforce');
  await shell.run('apply', '--calls-per-minute', 'off');
  expect((await statusOf(shell)).disks).toMatchObject({
    verdict: 'ok',
    says: expect.stringMatching(/^use known of 0 of 0/),
  });
});
