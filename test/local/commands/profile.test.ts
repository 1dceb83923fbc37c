import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { openShell } from './shell.ts';

const policyFile = (): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, enableAll(200));
  return file;
};

describe('--profile current', () => {
  test.each([
    ['as an option', ['--profile', 'current'], {}],
    ['in the environment', [], { HEADROOM_PROFILE: 'current' }],
  ])(
    '%s plans in additional storage, writes totals, and explains what is there',
    async (_where, flags, environment) => {
      const shell = await openShell(even(1, 1));
      const policy = policyFile();
      const run = (...argv: string[]) => shell.runWith({ environment }, ...argv, '--policy', policy, ...flags);
      const planned = await run('plan', '--json');
      expect(JSON.parse(planned.out).changes[0]).toMatchObject({ toGb: 200, maximum: { kind: 'total', gb: 280 } });
      expect((await run('apply')).status).toBe(0);
      expect(shell.platform.state().projects[0]?.endpoints[0]).toMatchObject({
        type: 'autoscaler',
        userConfig: { autoscaling: [{ type: 'autoscale_disk', cap_gb: 280 }] },
      });
      expect((await run('explain', 'project-0/service-0')).out).toContain(
        'Actual: autoscaler headroom-service-0 with 280 GB in all',
      );
      expect((await run('plan', '--detailed-exitcode')).status).toBe(0);
    },
  );

  it('is one of two profiles: any other is wrong usage', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('plan', '--profile', 'latest');
    expect([status, err]).toEqual([
      2,
      'error: there is no profile latest: give --profile documented or current, or set HEADROOM_PROFILE\n',
    ]);
    expect((await shell.run('plan', '--search-engine', 'saml')).status).toBe(2);
    expect((await shell.run('platform', '--search-engine', 'saml')).status).toBe(2);
  });
});
