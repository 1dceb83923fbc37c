import { expect, it } from 'vitest';
import { enableAll, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell } from '../shell.ts';

const open = () =>
  openShell(
    organizationOf([
      {
        name: 'shop-prod',
        services: ['orders', 'billing', 'audit', 'plain'].map((name) => pg(name)),
        endpoints: [
          { name: 'team-asc', maxAdditionalGb: 120 },
          { name: 'shared-asc', maxAdditionalGb: 80 },
        ],
        integrations: [
          { service: 'orders', endpoint: 'team-asc' },
          { service: 'billing', endpoint: 'shared-asc' },
          { service: 'audit', endpoint: 'shared-asc' },
        ],
      },
    ]),
  );

it('headroom adopt shows what it would adopt, adopts it, and undo gives it back', async () => {
  const shell = await open();
  const policy = policyFile(enableAll(200));
  const found = shell.platform.state().projects;

  const looked = await shell.run('adopt', '--all', '--dry-run', '--policy', policy);
  expect([looked.status, lastLine(looked.out)]).toEqual([
    0,
    'Plan: 0 to enable, 0 to raise (+0 GB, +0.00 USD a month), 0 to lower, 0 to disable, 1 to adopt; 2 findings.',
  ]);
  expect(looked.out).toContain('endpoint shared-asc is also used by audit');
  expect(looked.err).toContain(`Nothing was written. To adopt: headroom adopt --all --policy ${policy}`);

  const adopted = await shell.run('adopt', 'shop-prod/orders', '--policy', policy);
  expect([adopted.status, adopted.out]).toEqual([0, expect.stringContaining('Applied: every change is confirmed.')]);
  expect(adopted.err).toContain('To see what policy changes next: headroom plan. To revert: headroom undo run-2');
  expect(shell.platform.requests().writes).toBe(0);

  const explained = await shell.run('explain', 'shop-prod/orders', '--policy', policy);
  expect(explained.out).toContain('autoscaler team-asc with 120 GB');
  expect(explained.out).toContain('update-endpoint 120 → 200 GB');
  const audited = await shell.run('audit');
  expect(audited.out).toMatch(/adopt-endpoint.*shop-prod.*orders.*made by hand.*managed by Headroom.*confirmed/);

  const undone = await shell.run('undo', 'run-2', '--policy', policy, '--yes');
  expect([undone.status, lastLine(undone.out)]).toEqual([0, expect.any(String)]);
  expect(undone.out).toContain('1 to give back');
  const runs = (await shell.run('runs', '-o', 'csv')).out;
  expect(runs).toMatch(/,1 to give back,1 of 1,.*\r\n.*,1 to adopt,1 of 1,/);
  const again = await shell.run('explain', 'shop-prod/orders', '--policy', policy);
  expect(again.out).toContain('autoscaler team-asc (not managed by Headroom)');
  expect(shell.platform.state().projects).toEqual(found);
});

it.each([
  [[], 'name services as PROJECT/SERVICE, or use --all'],
  [['--all', 'shop-prod/orders'], 'use --all without services'],
  [['orders'], "'orders' is not a service; use PROJECT/SERVICE, or globs such as 'shop-*/*'"],
])('headroom adopt %j is wrong usage', async (argv, message) => {
  const shell = await open();
  const policy = policyFile(enableAll(200));
  const { status, err } = await shell.run('adopt', ...argv, '--policy', policy);
  expect([status, err]).toEqual([2, `error: ${message}\n`]);
});

it('needs the mode enforce, and an approval above a guardrail', async () => {
  const shell = await open();
  const observed = policyFile(enableAll(200).replace('mode: enforce', 'mode: observe'));
  const looked = await shell.run('adopt', '--all', '--dry-run', '--policy', observed);
  expect([looked.status, looked.err]).toEqual([
    0,
    expect.stringContaining('Mode is observe: adopt needs mode enforce'),
  ]);
  expect((await shell.run('adopt', '--all', '--policy', observed)).status).toBe(5);
  const guarded = policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 0'));
  const refused = await shell.run('adopt', 'shop-prod/orders', '--policy', guarded);
  expect(refused.status).toBe(4);
  const approving = /headroom (adopt .*--approve \w+)/.exec(refused.out)?.[1]?.split(' ') ?? [];
  const approved = await shell.run(...approving);
  expect([approved.status, approved.out]).toEqual([0, expect.stringContaining('1 to adopt')]);
});

it('ends with 3 where a service that was named is not adopted, and with 0 where Headroom manages it already', async () => {
  const shell = await open();
  const policy = policyFile(enableAll(200));
  const adopt = (...named: string[]) => shell.run('adopt', ...named, '--policy', policy);
  const missing = await adopt('shop-prod/orders', 'shop-prod/nowhere', 'shop-prod/plain');
  expect([missing.status, missing.err]).toEqual([
    3,
    expect.stringContaining('Not adopted: shop-prod/nowhere, shop-prod/plain; the findings above say why.'),
  ]);
  expect((await adopt('shop-prod/orders')).status).toBe(0);
  expect((await adopt('shop-prod/*')).status).toBe(0);
});
