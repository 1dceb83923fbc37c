import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BudgetResult, provisionedIn } from '../../../../lib/core/budget/result.ts';
import { cents } from '../../../../lib/core/model/money.ts';
import { grouped } from '../../../../lib/core/model/visible-text.ts';
import { protectionLabels, protections } from '../../../../lib/core/service/protection.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { serveAws } from '../../../aws/aws-server.ts';
import { createMemoryBucket } from '../../../aws/memory-bucket.ts';
import { mockedDeployment } from '../../../aws/mocked-deployment.ts';
import { careful, seen } from '../../../dashboard/http/pages-of.ts';
import { type SignedIn, signIn } from '../../../dashboard/signed-in.ts';
import { sampleOrganization } from '../../../sample-organization.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const policy = readFileSync(join(import.meta.dirname, '../../../../docs/policies/budget.yaml'), 'utf8');

/** An amount as pages show it. */
const shown = (amount: string): string => grouped(cents(amount));

type Environment = Readonly<Record<string, string>>;
type Page = (path: string) => Promise<string>;
type Body = (page: Page, reader: SignedIn) => Promise<void>;

/** Starts `headroom dashboard` and answers what its pages say; it ends after the test body. */
const withPages = async (
  { runWith }: Pick<Awaited<ReturnType<typeof openShell>>, 'runWith'>,
  body: Body,
  environment: Environment = {},
  ...flags: readonly string[]
): Promise<void> => {
  const stop = new AbortController();
  let listen = (_: string) => {};
  const heard = new Promise<string>((resolve) => {
    listen = resolve;
  });
  const ended = runWith({ signal: stop.signal, listen, environment }, 'dashboard', ...flags);
  try {
    const address = (await heard).trim().replace('listening on ', '');
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/\?key=[\w-]{43}$/);
    const reader = await signIn(address);
    await body(async (path) => seen(await (await reader.ask(path)).text()), reader);
  } finally {
    stop.abort();
  }
  expect((await ended).status).toBe(0);
};

const json = async (shell: Awaited<ReturnType<typeof openShell>>, ...argv: string[]) =>
  JSON.parse((await shell.run(...argv)).out);

it('every page says the numbers of the report and of the command line', async () => {
  const shell = await openShell(sampleOrganization());
  writeFileSync(join(shell.store, keys.policy), policy);
  await shell.run('apply', '--calls-per-minute', 'off');
  const report = await json(shell, 'report', '--format', 'json');
  const file = seen((await shell.run('report', '--format', 'html')).out);
  const ofCommand = await json(shell, 'budget', '--json', '--calls-per-minute', 'off');
  const { runs } = await json(shell, 'runs', '--json');
  const { records } = await json(shell, 'audit', '--json');
  const csv = (await shell.run('report', '--format', 'csv')).out.split('\r\n').map((row) => row.split(','));
  const { plan, coverage } = report;
  expect(plan.budgets.length).toBeGreaterThan(1);
  await withPages(shell, async (page) => {
    const overview = await page('/');
    for (const protection of protections) {
      const text = `${coverage.protection[protection]} ${protectionLabels[protection]}`;
      expect(overview).toContain(text);
      expect(file).toContain(text);
    }
    const budgets = await page('/budgets');
    plan.budgets.forEach((own: BudgetResult, at: number) => {
      const { monthly, allocatedMonthly, grantableMonthly, leftMonthly, services: count, currency } = own;
      const disks = provisionedIn(own).monthly;
      const [budget, provisioned, maximums, free] = [monthly, disks, allocatedMonthly, leftMonthly].map(shown);
      // The run has written the whole plan.
      const worst = `worst case planned ${maximums}`;
      const held =
        Number(own.heldMonthly) > 0 ? `${shown(own.heldMonthly)} of it in maximums that Headroom may not lower ` : '';
      const text = `in force ${maximums} ${held}budget a month ${budget} ${currency} provisioned ${provisioned} ${worst} ${count} services free ${free}`;
      for (const where of [budgets, file]) expect(where).toContain(text);
      expect(overview).toContain(`${maximums} of ${shown(grantableMonthly)} ${currency}`);
      expect(ofCommand.budgets[at].monthly).toBe(monthly);
      expect(ofCommand.budgets[at].allocatedMonthly).toBe(allocatedMonthly);
    });
    const services = await page('/services?columns=service,disk,use,size,limit,by,days,state,cost');
    expect(services).toContain(`${plan.decisions.length} of ${plan.decisions.length} services`);
    const cell = (row: readonly string[], name: string) => row[csv[0]?.indexOf(name) ?? -1] ?? '';
    for (const row of csv.slice(1, -1)) {
      const money = cell(row, 'a month') === '' ? '' : `${shown(cell(row, 'a month'))} ${cell(row, 'currency')}`;
      const [service, project, state] = ['service', 'project', 'actual'].map((name) => cell(row, name));
      // Between them stand the numbers of the disk.
      expect(services).toMatch(new RegExp(`\\b${service} ${project} (?:\\S+ ){3,9}?${state} ${money}`));
    }
    const gb = cell(csv.find((row) => row.includes('orders-pg')) ?? [], 'actual maximum GB');
    expect(await page('/services/shop-prod/orders-pg')).toContain(`maximum, additional storage ${gb} GB`);
    const findings = await page('/findings');
    for (const { code } of plan.findings) {
      const count = plan.findings.filter((one: { code: string }) => one.code === code).length;
      const shownOfCode = [...findings.matchAll(new RegExp(`(\\d+) × ${code} `, 'g'))];
      expect(shownOfCode.reduce((sum, [, number]) => sum + Number(number), 0)).toBe(count);
    }
    const [run] = runs;
    const { confirmed } = run.results;
    const list = await page('/runs');
    expect(list).toContain(
      `${run.plan.enable} to enable ${confirmed} of ${confirmed} +${grouped(run.plan.addedGb)} GB`,
    );
    const one = await page(`/runs/${run.runId}`);
    expect(one).toContain(`to enable ${run.plan.enable} to raise ${run.plan.raise} to lower ${run.plan.lower}`);
    expect(one).toContain(`writes confirmed ${confirmed} of ${confirmed}`);
    expect(one).toContain(`${run.plan.enable} × enable (+${grouped(run.plan.addedGb)} GB)`);
    expect(await page('/audit?verify=1')).toContain(`Verified: ${records.length} records of 1 run are unchanged.`);
    const rules = await page('/policy');
    for (const name of ['production databases', 'other production', 'staging']) {
      const count = plan.decisions.filter(({ rule }: { rule: string }) => rule === name).length;
      expect(rules).toContain(`${name} enable ${count}`);
    }
  });
});

describe('a store in S3', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('has the same pages, by its address and by its stack, which only read', async () => {
    const bucket = createMemoryBucket();
    const server = await serveAws(bucket, () => '');
    onTestFinished(() => server.close());
    const variables = {
      AWS_ENDPOINT_URL_S3: server.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const { runWith } = await openShell(even(1, 2));
    const place = { HEADROOM_STORE: 's3://state/prod' };
    bucket.put('prod/policy.yaml', enableAll(200), {});
    await runWith({ environment: { ...variables, ...place } }, 'apply', '--calls-per-minute', 'off');
    // A deployment has the bucket for itself.
    for (const [key, body] of [...bucket.objects]) bucket.put(key.replace(/^prod\//, ''), String(body), {});
    mockedDeployment(new Date());
    const written = server.requests.length;
    const read = async (page: Page) => {
      expect(await page('/')).toContain('2 with our autoscaler');
      expect(await page('/services/project-0/service-1')).toContain('with our autoscaler');
      expect(await page('/runs')).toContain('4 of 4');
      expect(await page('/audit?verify=1')).toContain('Verified: 4 records of 1 run are unchanged.');
    };
    await withPages({ runWith }, read, variables, '--store', 's3://state/prod');
    await withPages({ runWith }, read, { ...variables, HEADROOM_STORE: '' }, '--stack', 'headroom');
    const after = server.requests.slice(written).map(({ line }) => line);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });
});

describe('behind a proxy that signs people in', () => {
  const secret = 'secret-of-the-proxy-0123456789abcdef';
  const flags = ['--public-url', 'https://headroom.example.com', '--identity-header', 'X-Forwarded-Email'];

  it('a plan is approved by the person whom the proxy names', async () => {
    const shell = await openShell(even(1, 2));
    writeFileSync(join(shell.store, keys.policy), careful);
    expect((await shell.run('apply', '--calls-per-minute', 'off')).status).toBe(4);
    const digest = readdirSync(join(shell.store, 'proposed-plans'))[0]?.replace('.json', '') ?? '';
    const environment = { HEADROOM_PROXY_SECRET: secret };
    const headers = { 'x-headroom-proxy-secret': secret, 'x-forwarded-email': 'anna@example.com' };
    const body = async (_: Page, { origin: served }: SignedIn) => {
      const page = `${served}/approve/${digest}`;
      const csrf = /name="csrf" value="(\w+)"/.exec(await (await fetch(page, { headers })).text())?.[1] ?? '';
      const form = new URLSearchParams({ csrf, confirm: digest.slice(0, 12) });
      const origin = 'https://headroom.example.com';
      const answer = await fetch(page, { method: 'POST', body: form, headers: { ...headers, origin } });
      expect(answer.status).toBe(200);
    };
    await withPages(shell, body, environment, '--allow-approve', ...flags);
    const { by } = JSON.parse(readFileSync(join(shell.store, keys.approval(digest)), 'utf8'));
    expect(by).toBe('anna@example.com (signed in at https://headroom.example.com)');
  });

  it.each<[string, string[], string]>([
    [
      'an address with a path',
      ['--public-url', 'https://a.example/b', '--identity-header', 'X-User'],
      'without a path',
    ],
    ['no address', ['--public-url', 'a.example', '--identity-header', 'X-User'], 'without a path'],
    ['no header', flags.slice(0, 2), 'need each other'],
    ['no public address', flags.slice(2), 'need each other'],
    ['a header with a space', ['--public-url', 'https://a.example', '--identity-header', 'X User'], 'name of a header'],
  ])('%s is wrong usage', async (_, wrong, message) => {
    const { runWith } = await openShell(even(1, 1));
    const { status, err } = await runWith({ environment: { HEADROOM_PROXY_SECRET: secret } }, 'dashboard', ...wrong);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each(['', 'short'])('a secret that can be guessed is wrong usage: %j', async (short) => {
    const { runWith } = await openShell(even(1, 1));
    const { status, err } = await runWith({ environment: { HEADROOM_PROXY_SECRET: short } }, 'dashboard', ...flags);
    expect([status, err]).toEqual([2, expect.stringContaining('HEADROOM_PROXY_SECRET to at least 32 characters')]);
  });
});

it('Prometheus reads the figures with the key of the environment', async () => {
  const shell = await openShell(even(1, 1));
  writeFileSync(join(shell.store, keys.policy), careful);
  await shell.run('apply', '--calls-per-minute', 'off');
  const key = 'key-of-prometheus-0123456789abcdefghij';
  const body = async (_: Page, { origin }: SignedIn) => {
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${key}` } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('headroom_projects_listed 1')]);
  };
  await withPages(shell, body, { HEADROOM_METRICS_KEY: key });
});

it.each(['short', `with a space ${'x'.repeat(32)}`])(
  'a key for Prometheus that does not fit is wrong usage: %s',
  async (key) => {
    const { runWith } = await openShell(even(1, 1));
    const { status, err } = await runWith({ environment: { HEADROOM_METRICS_KEY: key } }, 'dashboard');
    expect([status, err]).toEqual([
      2,
      expect.stringContaining('HEADROOM_METRICS_KEY: must have at least 32 characters'),
    ]);
  },
);

describe('a store that is not there', () => {
  it.each(['nowhere', 'policy.yaml'])(
    'is an error, because a wrong name would show an empty organization: %s',
    async (name) => {
      const shell = await openShell(even(1, 1));
      writeFileSync(join(shell.store, keys.policy), careful);
      const path = join(shell.store, name);
      const { status, err } = await shell.run('dashboard', '--store', path);
      expect([status, err]).toEqual([
        2,
        `error: no store in ${path}: run headroom plan first, or name another folder with --store\n`,
      ]);
    },
  );
});
