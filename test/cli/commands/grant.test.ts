import { expect, it } from 'vitest';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { lastLine, openShell, type Shell } from './shell.ts';
import { openSample } from './undo-shell.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const maximumsOf = ({ platform }: Shell) =>
  platform.state().projects.flatMap(({ endpoints }) => endpoints.map(({ userConfig }) => JSON.stringify(userConfig)));

const gb = (maximum: number) => `{"autoscaler":{"max_additional_storage":"${maximum}"}}`;

it('headroom grant raises the maximum of one service at once, until its day, and status and explain show it', async () => {
  const shell = await openShell(even(1, 2));
  const policy = policyFile(enableAll(100));
  await shell.run('apply', '--policy', policy);

  const looked = await shell.run('grant', 'project-0/service-0', '250', '--dry-run', '--policy', policy);
  expect(looked.status).toBe(0);
  expect(looked.err).toContain(
    `project-0/service-0: 100 GB now, 250 GB granted through ${inDays(7)}; budgets allow it.`,
  );
  expect(lastLine(looked.out)).toContain('1 to raise (+150 GB');
  expect((await shell.run('plan', '--policy', policy)).out).toContain('0 to raise');

  const until = inDays(3);
  const higher = policyFile(enableAll(150));
  const granted = await shell.run('grant', 'project-0/service-0', '250', '--until', until, '--policy', higher);
  expect([granted.status, granted.out]).toEqual([0, expect.stringContaining('Applied: every change is confirmed.')]);
  expect(granted.err).toContain(
    `The grant ends by itself after ${until}. To end it before: headroom grant project-0/service-0 --end`,
  );
  expect(maximumsOf(shell)).toEqual([gb(250), gb(100)]);
  expect((await shell.run('audit', '--limit', '1', '--json')).out).toMatch(/A grant by .* to 250 GB through/);
  const explained = await shell.run('explain', 'project-0/service-0', '--policy', policy);
  expect(explained.out).toMatch(new RegExp(`A grant by .* raises the maximum to 250 GB through ${until}`));
  expect((await shell.run('status')).out).toContain(`1 in force: project-0/service-0 250 GB through ${until}`);

  const ended = await shell.run('grant', 'project-0/service-0', '--end');
  expect([ended.status, ended.out]).toEqual([
    0,
    'The grant of project-0/service-0 has ended; the next plan applies rules and tags.\n',
  ]);
  expect((await shell.run('grant', 'project-0/service-0', '--end')).out).toBe('project-0/service-0 has no grant.\n');
  expect((await shell.run('plan', '--policy', policy)).out).toContain('1 to lower');
});

it('headroom grant says what a budget gives, and what needs an approval', async () => {
  const shell = await openShell(even(1, 1));
  const monthly = (amount: string) => `budgets: [{ name: small, match: { project: '*' }, monthly: "${amount}" }]`;
  const policy = policyFile(enableAll(100, monthly('50.00')));
  await shell.run('apply', '--policy', policy);
  const { status, err } = await shell.run('grant', 'project-0/service-0', '900', '--policy', policy);
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/900 GB granted through .*; the plan sets \d+ GB\. .*small/),
  ]);
  const guarded = policyFile(enableAll(100).replace('maxAddedGb: 100000000', 'maxAddedGb: 10'));
  const refused = await shell.run('grant', 'project-0/service-0', '950', '--policy', guarded);
  expect([refused.status, refused.out]).toEqual([4, expect.stringContaining('Approve this plan with: headroom apply')]);
});

it('headroom grant says that the maximum stays, and why, while a budget or a freeze holds it', async () => {
  const shell = await openSample();
  const grant = (policy: string) => shell.run('grant', 'shop-prod/orders-pg', '300', '--dry-run', '--policy', policy);
  // The platform gives no price for the plan of one service.
  const budget = "budgets: [{ name: all, match: { project: '*' }, monthly: '100000.00' }]";
  const withheld = await grant(policyFile(enableAll(100, `${budget}\nprices: { default: '0.15' }`)));
  expect(withheld.err).toMatch(
    /300 GB granted through \S+; not set now: Budget "all" grants nothing now: the price of/,
  );
  const freeze = 'freeze: { windows: [{ name: year, start: 2020-01-01, end: 2099-01-01 }] }';
  const frozen = await grant(policyFile(enableAll(100, freeze)));
  expect(frozen.err).toMatch(/; not set now: it waits for the end of the freeze: .*year/);
  const off = await shell.run(
    'grant',
    'data-prod/archive-pg',
    '300',
    '--dry-run',
    '--policy',
    policyFile(enableAll(100)),
  );
  expect(off.err).toMatch(/; not set now: The service is in state POWEROFF/);
});

it.each([
  [['project-0/service-0'], 'name the new maximum in whole GB'],
  [['project-0/service-0', '1.5'], 'name the new maximum in whole GB'],
  [['project-0/service-0', '0'], 'name the new maximum in whole GB'],
  [['project-0', '10'], "'project-0' is not a service; use PROJECT/SERVICE"],
  [['project-0/service-0', '10', '--until', 'tomorrow'], '--until tomorrow: use a date such as'],
  [['project-0/service-0', '10', '--until', '2020-01-01'], '--until 2020-01-01 is in the past'],
  [['project-0/service-0', '10', '--end'], 'use --end without GB'],
])('headroom grant %j is wrong usage', async (argv, message) => {
  const { status, err } = await (await openShell(even(1, 1))).run('grant', ...argv);
  expect([status, err]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
});

it('headroom grant grants nothing to a service that does not exist, or that policy does not enable', async () => {
  const shell = await openShell(even(1, 1));
  const unknown = await shell.run('grant', 'project-0/none', '10', '--policy', policyFile(enableAll(100)));
  expect([unknown.status, unknown.err]).toEqual([1, expect.stringContaining('project project-0 has no service none')]);
  const ignoring = policyFile(enableAll(100).replace("project: '*'", "project: 'other'"));
  const ignored = await shell.run('grant', 'project-0/service-0', '10', '--policy', ignoring);
  expect([ignored.status, ignored.err]).toEqual([1, expect.stringContaining('so nothing is granted')]);
  expect((await shell.run('status')).out).not.toContain('in force');
});
