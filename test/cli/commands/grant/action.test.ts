import { expect, it } from 'vitest';
import { createDirectoryStore } from '../../../../lib/local/directory-store.ts';
import { readGrants } from '../../../../lib/run/policy/grants.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { enableAll, even, pg } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell, type Shell } from '../shell.ts';
import { openSample } from '../undo/undo-shell.ts';

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
  expect(looked.err).toContain(`project-0/service-0: 100 GB now, 250 GB granted through ${inDays(7)}.`);
  expect(lastLine(looked.out)).toContain('1 to raise (+150 GB');
  expect(looked.out).toContain('\nIf every disk grows to its maximum: +150 GB');
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
  const monthly = (amount: string) =>
    `budgets: [{ name: small, match: { project: '*' }, monthly: "${amount}", rest: share }]`;
  const policy = policyFile(enableAll(100, monthly('50.00')));
  await shell.run('apply', '--policy', policy);
  const { status, err } = await shell.run('grant', 'project-0/service-0', '900', '--policy', policy);
  expect([status, err]).toEqual([
    3,
    expect.stringMatching(/900 GB granted through .*; the plan sets 136 GB\. .*small/),
  ]);
  expect(err).toMatch(/project-0\/service-0 has 136 of 900 GB: .*"small".* Each run until \S+ gives it more/);
  for (const size of ['120', '136']) {
    const enough = await shell.run('grant', 'project-0/service-0', size, '--policy', policy);
    expect([enough.status, enough.err]).toEqual([0, expect.stringContaining('the service has that already.')]);
  }
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
  [
    ['project-0/service-0', '10', '--until', inDays(32)],
    `--until ${inDays(32)}: a grant ends on ${inDays(31)} at the latest`,
  ],
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

it('headroom grant says that a budget allows it only where one does', async () => {
  const shell = await openShell(even(1, 1));
  const budget = `budgets: [{ name: ample, match: { project: '*' }, monthly: "5000.00", rest: share }]`;
  const { err } = await shell.run(
    'grant',
    'project-0/service-0',
    '250',
    '--dry-run',
    '--policy',
    policyFile(enableAll(100, budget)),
  );
  expect(err).toContain(`no maximum now, 250 GB granted through ${inDays(7)}; budgets allow it.`);
});

it('headroom grant lowers no maximum, whatever the policy would take from the service', async () => {
  const shell = await openShell(even(1, 2));
  await shell.run('apply', '--policy', policyFile(enableAll(320)));
  const cut = policyFile(
    enableAll(320, `budgets: [{ name: cut, match: { project: '*' }, monthly: "73.00", rest: share }]`),
  );
  const { status, err } = await shell.run('grant', 'project-0/service-0', '5000', '--policy', cut);
  expect([status, maximumsOf(shell)]).toEqual([3, [gb(320), gb(320)]]);
  expect(err).toMatch(/has 320 of 5000 GB: .*"cut"/);
});

it('headroom grant records no grant that the limits of the policy, the type or the plan of the service rule out', async () => {
  const scenario = even(1, 1);
  const [project] = scenario.projects;
  const services = [...(project?.services ?? []), { ...pg('cache'), type: 'valkey' }];
  const shell = await openShell({
    ...scenario,
    plans: [...(scenario.plans ?? []), { type: 'valkey', name: 'startup-4', diskGb: 80, dynamicSizing: false }],
    projects: [{ name: 'project-0', services }],
  });
  const limited = policyFile(enableAll(100, 'limits: { maxAdditionalGb: 150 }'));
  const grant = (service: string, gb: string) => shell.run('grant', `project-0/${service}`, gb, '--policy', limited);
  const above = await grant('service-0', '151');
  expect([above.status, above.err]).toEqual([
    1,
    expect.stringContaining('151 GB is more than limits.maxAdditionalGb of the policy, 150 GB'),
  ]);
  const never = await grant('cache', '50');
  expect([never.status, never.err]).toEqual([
    1,
    expect.stringContaining('nothing is granted to project-0/cache: Service type valkey does not support'),
  ]);
  expect((await shell.run('status')).out).not.toContain('in force');
  expect((await grant('service-0', '150')).status).toBe(0);
});

it('headroom grant leaves no grant, or the earlier one, where another run has the lease', async () => {
  const shell = await openShell(even(1, 1));
  const store = createDirectoryStore(shell.store);
  const policy = policyFile(enableAll(100));
  const grant = (gb: string) => shell.run('grant', 'project-0/service-0', gb, '--policy', policy);
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const lease = { version: 1, runId: 'another', holder: 'another machine', expiresAt };
  const held = async (gb: string) => {
    await store.put(keys.lease, JSON.stringify(lease));
    const refused = await grant(gb);
    await store.delete(keys.lease);
    return refused;
  };
  const first = await held('250');
  expect([first.status, first.err]).toEqual([1, expect.stringContaining('Nothing is granted.')]);
  expect(await readGrants(store)).toEqual([]);
  await grant('200');
  await held('250');
  expect((await readGrants(store)).map(({ maxGb }) => maxGb)).toEqual([200]);
});

it('headroom grant needs no second command after a stop: the first plan of a policy is that of all services', async () => {
  const shell = await openShell(even(1, 2));
  const policy = policyFile(enableAll(100).replace('firstRun: apply', 'firstRun: propose'));
  const plan = JSON.parse((await shell.run('plan', '--policy', policy, '--json')).out);
  await shell.run('apply', '--policy', policy);
  await shell.run('apply', '--policy', policy, '--approve', plan.digest);
  await shell.run('mode', 'stop');
  await shell.run('mode', 'enforce');
  expect((await shell.run('grant', 'project-0/service-0', '250', '--policy', policy)).status).toBe(0);
  expect(maximumsOf(shell)).toEqual([gb(250), gb(100)]);
  const higher = policyFile(enableAll(150).replace('firstRun: apply', 'firstRun: propose'));
  expect((await shell.run('apply', '--policy', higher)).status).toBe(4);
});

it('headroom grant shows the findings of its service alone', async () => {
  const shell = await openSample();
  const policy = policyFile(enableAll(100));
  const planned = await shell.run('plan', '--policy', policy, '--project', 'shop-prod');
  expect(planned.out).toContain('not-eligible');
  const looked = await shell.run('grant', 'shop-prod/orders-pg', '300', '--dry-run', '--policy', policy);
  expect(looked.out).not.toContain('not-eligible');
  expect(lastLine(looked.out)).toContain('0 findings.');
  const granted = await shell.run('grant', 'shop-prod/orders-pg', '300', '--policy', policy);
  expect([granted.status, granted.out]).toEqual([0, expect.not.stringContaining('not-eligible')]);
});
