import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell } from '../shell.ts';

describe('headroom plan', () => {
  it('shows pending changes, ends with the Plan line and writes nothing to the platform', async () => {
    const shell = await openShell(even(2, 2));
    const { status, out } = await shell.run(
      'plan',
      '--policy',
      policyFile(enableAll(200, 'prices: { default: "0.15" }')),
    );
    expect(status).toBe(0);
    expect(lastLine(out)).toBe(
      'Plan: 4 to enable, 0 to raise (+800 GB, +120.00 USD a month), 0 to lower, 0 to disable; 0 findings.',
    );
    expect(out).toContain('service-1');
    // The projects, two lists and the alerts of each of the two, and the size of their one plan.
    expect(shell.platform.requests()).toMatchObject({ reads: 1 + 3 * 2 + 1 + 1, writes: 0 });
  });

  it('says which of its findings would reach no channel of the policy', async () => {
    const scenario = even(1, 2);
    const [project] = scenario.projects;
    const stopped = project?.services?.map((one) => ({ ...one, state: 'POWEROFF' as const })) ?? [];
    const shell = await openShell({ ...scenario, projects: [{ name: 'shop', services: stopped }] });
    const noticed = async (match: string) => {
      const policy = policyFile(enableAll(200, `notify: [{ channel: on-call, match: ${match} }]`));
      return (await shell.run('plan', '--policy', policy)).err;
    };
    expect(await noticed('{ code: drift }')).toContain(
      '2 findings match no entry of notify in the policy, so no channel is notified: not-eligible',
    );
    expect(await noticed('{ owner: storage }')).not.toContain('no entry of notify');
  });

  it('prints one JSON document with the fixed names, and nothing else, on standard output', async () => {
    const shell = await openShell(even(1, 1));
    const { out } = await shell.run('plan', '--json', '--policy', policyFile(enableAll(200)));
    const document = JSON.parse(out);
    expect(Object.keys(document).slice(0, 9)).toEqual([
      'digest',
      'mode',
      'verdict',
      'summary',
      'changes',
      'decisions',
      'budgets',
      'findings',
      'violations',
    ]);
    expect(document).toMatchObject({
      mode: 'enforce',
      verdict: 'apply',
      summary: { enable: 1, raise: 0, lower: 0, disable: 0, addedGb: 200 },
      calls: { reads: 1 + 3 + 1, writes: 0 },
    });
    expect(document.changes[0]).toMatchObject({
      phase: 'grant',
      kind: 'create-endpoint',
      project: 'project-0',
      service: 'service-0',
      fromGb: 0,
      toGb: 200,
      rule: 'everything',
    });
    expect(document.decisions).toEqual([expect.objectContaining({ effect: 'enable', rule: 'everything' })]);
  });

  it('gives the same bytes for the same organization', async () => {
    const shell = await openShell(even(2, 3));
    const policy = policyFile(enableAll(200));
    // The first one asks for the size of the plan, which is kept for a day.
    await shell.run('plan', '--json', '--policy', policy);
    const first = await shell.run('plan', '--json', '--policy', policy);
    expect((await shell.run('plan', '--json', '--policy', policy)).out).toBe(first.out);
  });

  it('exits 2 with --detailed-exitcode only while changes are pending', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    expect((await shell.run('plan', '--detailed-exitcode', '--policy', policy)).status).toBe(2);
    await shell.run('apply', '--policy', policy);
    expect((await shell.run('plan', '--detailed-exitcode', '--policy', policy)).status).toBe(0);
  });

  it('exits 3 with --detailed-exitcode while nothing is pending but not every project was read', async () => {
    const shell = await openShell(even(2, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('apply', '--policy', policy);
    const fail = (times: number) =>
      fetch(`${shell.platform.url}/_control/faults`, {
        method: 'POST',
        body: JSON.stringify([{ operation: 'ServiceList', times, status: 403 }]),
      });
    const looked = async (...flags: string[]) => (await shell.run('plan', '--policy', policy, ...flags)).status;
    await fail(2);
    expect([await looked('--detailed-exitcode'), await looked(), await looked('--detailed-exitcode')]).toEqual([
      3, 0, 0,
    ]);
    await shell.run('mode', 'stop');
    expect(await looked('--detailed-exitcode')).toBe(3);
  });

  it('looks only at the projects asked for, and refuses one that is not of the organization', async () => {
    const shell = await openShell(even(3, 1));
    const policy = policyFile(enableAll(200));
    const { out } = await shell.run('plan', '--json', '--policy', policy, '--project', 'project-1');
    expect(JSON.parse(out).changes.map(({ project }: { project: string }) => project)).toEqual([
      'project-1',
      'project-1',
    ]);
    const { status, err } = await shell.run('plan', '--policy', policy, '--project', 'elsewhere');
    expect(status).toBe(1);
    expect(err).toBe('error: not a project of this organization: elsewhere\n');
  });

  it('does not stand in the way of a run that writes', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('plan', '--policy', policy);
    expect(readdirSync(shell.store)).not.toContain('lease.json');
  });
});

it('headroom plan names the projects in which the token may not write, and only those', async () => {
  const secret = 'canary-of-the-reader';
  const roles = { 'project-0': 'operator', 'project-1': 'read_only' } as const;
  const shell = await openShell({ ...even(2, 1), tokens: [{ name: 'reader', token: secret, roles }] });
  const policy = policyFile(enableAll(100));
  const refused = await shell.runWith({ environment: { HEADROOM_TOKEN: secret } }, 'plan', '--policy', policy);
  expect([refused.status, refused.err]).toEqual([
    0,
    expect.stringMatching(/The token may only read in project-1: the platform will refuse \d+ of \d+ changes\. /),
  ]);
  const operator = await (await openShell(even(2, 1))).run('plan', '--policy', policy);
  expect(operator.err).not.toContain('may only read');
});
