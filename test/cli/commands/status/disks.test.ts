import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keys } from '../../../../lib/run/store/keys.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

interface Told {
  readonly verdict: string;
  readonly lines: readonly { readonly subject: string; readonly verdict: string }[];
}

it('calls a disk that is full and cannot grow a problem, though every setting is as the policy wants it', async () => {
  const shell = await openShell(even(1, 1));
  const place = { project: 'project-0', service: 'service-0' };
  writeFileSync(
    join(shell.store, keys.policy),
    enableAll(200).replace('effect: enable, maxAdditionalGb: 200', 'effect: ignore'),
  );
  const control = (route: string, body: object) =>
    fetch(`${shell.platform.url}/_control/${route}`, { method: 'POST', body: JSON.stringify(body) });
  await control('service', {
    ...place,
    service: 'by-hand',
    type: 'pg',
    plan: 'startup-4',
    cloud: 'aws-eu-west-1',
    usedGb: 80,
  });
  const applied = await shell.run('apply', '--calls-per-minute', 'off');
  expect(applied.status).toBe(0);
  expect(applied.out).toMatch(
    /\n1 disk full or nearly full, without room to grow \(project-0\/by-hand\)\.\nPlan: 0 to enable/,
  );
  const { status, out } = await shell.run('status', '--json');
  const { verdict, lines }: Told = JSON.parse(out);
  expect([status, verdict]).toEqual([1, 'problem']);
  expect(lines.find(({ subject }) => subject === 'disks')).toMatchObject({
    verdict: 'problem',
    says: expect.stringMatching(
      /^1 disk full or nearly full, without room to grow \(project-0\/by-hand\); use known of/,
    ),
    remedy: 'headroom runbook when-a-disk-is-full',
  });
});
