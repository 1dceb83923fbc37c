import { describe, expect, it } from 'vitest';
import { enableAll, organizationOf, pg } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { openShell } from './shell.ts';

const open = () =>
  openShell(organizationOf(['data-prod', 'shop-dev', 'shop-prod'].map((name) => ({ name, services: [pg('orders')] }))));

const unlimited = ['--calls-per-minute', 'off'];

const projectsOf = (rows: readonly { readonly project: string }[]) => [...new Set(rows.map(({ project }) => project))];

describe('--project', () => {
  it('takes globs in plan, apply, forecast, audit and report', async () => {
    const shell = await open();
    const policy = ['--policy', policyFile(enableAll(200)), ...unlimited];
    const planned = JSON.parse((await shell.run('plan', '--json', '--project', 'shop-*', ...policy)).out);
    expect(projectsOf(planned.decisions)).toEqual(['shop-dev', 'shop-prod']);
    const applied = await shell.run('apply', '--json', '--project', '*-prod', '!data-*', ...policy);
    expect(projectsOf(JSON.parse(applied.out).results)).toEqual(['shop-prod']);
    await shell.run('apply', ...policy);

    const forecast = JSON.parse((await shell.run('forecast', '--json', '--project', '*-prod', ...unlimited)).out);
    expect(projectsOf(forecast.services).sort()).toEqual(['data-prod', 'shop-prod']);
    const audited = JSON.parse((await shell.run('audit', '--json', '--project', 'shop-*', '--service', 'ord*')).out);
    expect(projectsOf(audited.records).sort()).toEqual(['shop-dev', 'shop-prod']);
    const { out: report } = await shell.run('report', '--project', 'shop-*', '!*-dev');
    expect(report).toContain('lists of');
    expect(report).toMatch(/^\| shop-prod \| orders \| enable/m);
    expect(report).not.toMatch(/^\| (?:data-prod|shop-dev) \|/m);
  });

  it('is refused where it names nothing, or takes more than one service', async () => {
    const shell = await open();
    const policy = ['--policy', policyFile(enableAll(200)), ...unlimited];
    for (const command of [['plan', ...policy], ['apply', ...policy], ['forecast']]) {
      const { status, err } = await shell.run(...command, '--project', 'gone-*');
      expect([status, err]).toEqual([1, expect.stringContaining('not a project of this organization: gone-*')]);
    }
    for (const command of ['explain', 'forecast']) {
      const { status, err } = await shell.run(command, 'shop-*/orders');
      expect([status, err]).toEqual([2, expect.stringContaining("'shop-*/orders' is a glob")]);
    }
  });
});

describe('the digest of a plan', () => {
  it('is on standard output, with the command that approves it if it needs approval', async () => {
    const shell = await open();
    const waits = policyFile(enableAll(200).replace('needApproval: []', 'needApproval: [enable]'));
    const given = ['--policy', waits, '--project', 'shop-*', ...unlimited];
    const { digest, proposal } = JSON.parse((await shell.run('plan', '--json', ...given)).out);
    const { out } = await shell.run('plan', ...given);
    const [short, waiting] = [digest, proposal.digest].map((text: string) => text.slice(0, 12));
    const line = out.split('\n').find((text) => text.startsWith(`Plan ${short}. Approve with: headroom apply `));
    expect(line).toContain(`--approve ${waiting} --calls-per-minute off --policy ${waits} --project 'shop-*'`);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Plan: 2 to enable/);
    const plain = await shell.run('plan', '--policy', policyFile(enableAll(200)), ...unlimited);
    expect(plain.out).toMatch(/^Plan [0-9a-f]{12}\.$/m);
  });
});
