import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Scenario } from '../../../lib/platform/index.ts';
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
        'Actual: autoscaler headroom-service-0 with 280 GB (whole disk)',
      );
      expect((await run('plan', '--detailed-exitcode')).status).toBe(0);
    },
  );

  it('shows the total that the endpoint of a gone service holds, not a 0', async () => {
    const [project, ...others] = even(1, 1).projects;
    const endpoints = [{ name: 'headroom-gone', type: 'autoscaler', maxTotalGb: 280 }];
    const shell = await openShell({
      ...even(1, 1),
      projects: [{ ...project, name: 'project-0', endpoints }, ...others],
    });
    const run = (...argv: string[]) => shell.run(...argv, '--policy', policyFile(), '--profile', 'current');
    expect(JSON.parse((await run('plan', '--json')).out).changes[0]).toMatchObject({
      kind: 'delete-endpoint',
      endpointName: 'headroom-gone',
      held: { kind: 'total', gb: 280 },
    });
    expect((await run('plan')).out).toMatch(/headroom-gone.*280 in all → 0/);
    expect((await run('apply')).status).toBe(0);
    expect((await shell.run('audit')).out).toMatch(/280 GB in all/);
  });

  describe('on a platform with another name for the search service', () => {
    const policy = `version: 1
mode: enforce
guardrails: { firstRun: apply }
rules:
  - { name: search, match: { serviceType: engine }, effect: enable, maxAdditionalGb: 100 }
searchConfiguration:
  - { name: few, match: { project: "*" }, config: { engine: { cluster_max_shards_per_node: 10 } } }
`;
    const scenario: Scenario = {
      ...even(1, 0),
      plans: [{ type: 'engine', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 }],
      prices: [{ type: 'engine', plan: 'startup-4', cloud: 'aws-eu-west-1', base: '0.1', additionalGb: '0.0002' }],
      projects: [
        { name: 'shop', services: [{ name: 'logs', type: 'engine', plan: 'startup-4', cloud: 'aws-eu-west-1' }] },
      ],
    };
    const policyOf = () => {
      const file = join(temporaryDirectory(), 'policy.yaml');
      writeFileSync(file, policy);
      return file;
    };
    const open = () => openShell(scenario, { searchEngine: 'finder', profile: 'current' });

    it('finds it by itself, enables it and keeps its baseline', async () => {
      const shell = await open();
      const file = policyOf();
      const run = (...argv: string[]) => shell.run(...argv, '--policy', file, '--profile', 'current');
      const planned = JSON.parse((await run('plan', '--json')).out);
      expect(planned.findings).toEqual([]);
      expect(planned.summary.enable).toBe(1);
      expect((await run('apply')).status).toBe(0);
      const [service] = shell.platform.state().projects[0]?.services ?? [];
      expect(service?.userConfig).toEqual({ finder: { cluster_max_shards_per_node: 10 } });
      expect((await run('plan', '--detailed-exitcode')).status).toBe(0);
      // 1 + 3P, and the one question what type `finder` is.
      expect(JSON.parse((await run('plan', '--json')).out).calls).toEqual({ reads: 5, writes: 0 });
    });

    it('takes a word that is set, and says what matches nothing then', async () => {
      const shell = await open();
      const flags = ['--policy', policyOf(), '--profile', 'current', '--search-engine', 'engine'];
      const { findings } = JSON.parse((await shell.run('plan', '--json', ...flags)).out);
      expect(findings.map(({ code, subject }: { code: string; subject: string }) => [code, subject])).toEqual([
        ['rule-matches-nothing', 'baseline few'],
        ['rule-matches-nothing', 'rule search'],
      ]);
    });
  });

  it('is one of two profiles: any other is wrong usage', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('plan', '--profile', 'latest');
    expect([status, err]).toEqual([
      2,
      'error: unknown profile latest: set --profile or HEADROOM_PROFILE to documented or current\n',
    ]);
    expect((await shell.run('plan', '--search-engine', 'saml')).status).toBe(2);
    expect((await shell.run('platform', '--search-engine', 'saml')).status).toBe(2);
  });
});
