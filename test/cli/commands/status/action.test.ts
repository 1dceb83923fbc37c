import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../../lib/run/store/keys.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell, type Shell, token } from '../shell.ts';

interface Told {
  readonly verdict: string;
  readonly face: string;
  readonly owner: unknown;
  readonly lines: readonly { subject: string; verdict: string; says: string; remedy: string }[];
}

const readStatus = async ({ runWith }: Shell, environment: Record<string, string> = {}, ...more: string[]) => {
  const { status, out, err } = await runWith({ environment }, 'status', '--json', ...more);
  const document: Told = JSON.parse(out);
  const line = (subject: string) => document.lines.find((one) => one.subject === subject);
  return { status, out, err, document, line };
};

/** A shell whose store holds a policy, and in which a run has been applied. */
const afterRun = async (projects = 2) => {
  const shell = await openShell(even(projects, 1));
  writeFileSync(join(shell.store, keys.policy), enableAll(200));
  expect((await shell.run('apply', '--calls-per-minute', 'off')).status).toBe(0);
  return shell;
};

const fault = async ({ platform }: Shell, fault: object): Promise<void> => {
  await fetch(`${platform.url}/_control/faults`, { method: 'POST', body: JSON.stringify([fault]) });
};

describe('headroom status', () => {
  it('after a run is all ok, one line for each thing, exits 0 and writes nothing', async () => {
    const shell = await afterRun();
    const before = shell.platform.requests().writes;
    const { status, out } = await shell.run('status');
    expect(status).toBe(0);
    expect(out.trimEnd().split('\n').at(-1)).toBe('Status: ok; 11 ok.');
    for (const subject of ['secret', 'platform', 'lease', 'readings', 'last run', 'versions'])
      expect(out).toContain(`│ ${subject} `);
    expect(out).toMatch(/applied, \d+ seconds? ago \(run-1\)/);
    expect(out).toContain('checked all 2 projects');
    expect(shell.platform.requests().writes).toBe(before);
  });

  it('says whose the store is, and that another organization has to use another one', async () => {
    const shell = await afterRun();
    const { document, line } = await readStatus(shell);
    expect(document.owner).toEqual({ organization: shell.platform.organization });
    expect(line('lease')?.says).toMatch(new RegExp(`; store of ${shell.platform.organization}$`));
    const lease = JSON.parse(readFileSync(join(shell.store, keys.lease), 'utf8'));
    writeFileSync(join(shell.store, keys.lease), JSON.stringify({ ...lease, owner: { organization: 'org-other' } }));
    const others = await readStatus(shell);
    expect([others.status, others.line('lease')?.verdict]).toEqual([1, 'problem']);
    const writes = shell.platform.requests().writes;
    const refused = await shell.run('apply');
    expect(refused.err).toContain('this store belongs to org-other, and this run is for');
    expect([refused.status === 0, shell.platform.requests().writes]).toEqual([false, writes]);
    expect((await shell.run('apply', '--break-lease')).status).toBe(0);
    expect((await readStatus(shell)).document.owner).toEqual({ organization: shell.platform.organization });
  });

  it('gives one JSON document with what to do for everything that is not ok', async () => {
    const shell = await openShell(even(1, 1));
    const { status, document, line } = await readStatus(shell);
    expect([status, document.verdict, document.face]).toEqual([0, 'attention', 'local']);
    expect(line('mode')).toMatchObject({ verdict: 'attention', says: 'no policy.yaml in the store' });
    expect(line('last run')).toMatchObject({ verdict: 'attention', says: 'no run yet' });
    for (const one of document.lines) expect(one.remedy === '').toBe(one.verdict === 'ok');
  });

  it('checks at most 20 projects, and all with --all', async () => {
    const shell = await openShell(even(23, 0));
    const readsOf = async (...more: string[]) => {
      const before = shell.platform.requests().reads;
      const { line } = await readStatus(shell, {}, '--calls-per-minute', 'off', ...more);
      return [shell.platform.requests().reads - before, line('permissions')?.says];
    };
    expect(await readsOf()).toEqual([45, expect.stringContaining('checked 20 of 23 projects; headroom status --all')]);
    expect(await readsOf('--all')).toEqual([51, expect.stringContaining('checked all 23 projects')]);
  });

  it('names the project that refuses', async () => {
    const shell = await afterRun();
    await fault(shell, { operation: 'ServiceIntegrationEndpointList', times: 1, status: 403 });
    const { status, line } = await readStatus(shell);
    expect(status).toBe(1);
    expect(line('permissions')).toMatchObject({
      verdict: 'problem',
      says: expect.stringMatching(/^1 refused: project-/),
    });
  });

  it.each([
    ['ServiceMetricsFetch', 'metrics refused: forecasts stay unknown', 'service:metrics:read'],
    ['ProjectGetEventLogs', 'event logs refused: looks find no new service', 'project:event_logs:read'],
  ])('names the permission that %s needs and the token lacks', async (operation, says, permission) => {
    const shell = await afterRun();
    await fault(shell, { operation, times: 1, status: 403 });
    const { line } = await readStatus(shell);
    expect(line('permissions')).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining(says),
      remedy: `give the token's owner ${permission} (docs/permissions.md)`,
    });
  });

  it('calls metrics untried where no service has them', async () => {
    const { line } = await readStatus(await openShell(even(1, 0)));
    expect(line('permissions')?.says).toContain(
      'services, endpoints, alerts and event logs are readable; not tried: metrics',
    );
  });

  it('is no ok for a token that may only read: it names the projects and exits 1', async () => {
    const secret = 'canary-of-the-reader';
    const scenario = even(2, 1);
    const roles = { 'project-0': 'operator', 'project-1': 'read_only' } as const;
    const shell = await openShell({ ...scenario, tokens: [{ name: 'reader', token: secret, roles }] });
    const { status, line } = await readStatus(shell, { HEADROOM_TOKEN: secret });
    expect(status).toBe(1);
    expect(line('permissions')).toEqual({
      subject: 'permissions',
      verdict: 'problem',
      says: 'role read_only allows no changes in 1 of 2 projects: project-1',
      remedy: "give the token's owner the operator role there",
    });
  });

  it('is a problem while the token of the environment ends within days, and none while it lasts', async () => {
    const secret = 'canary-of-the-environment';
    const secretLine = async (days: number) => {
      const expires = new Date(Date.now() + days * 86_400_000).toISOString();
      const tokens = [{ name: 'operator', token: secret, roles: { '*': 'operator' as const }, expires }];
      const shell = await openShell({ ...even(1, 1), tokens });
      return (await readStatus(shell, { HEADROOM_TOKEN: secret })).line('secret');
    };
    expect(await secretLine(6)).toMatchObject({
      verdict: 'problem',
      says: expect.stringMatching(/; the token expires in [56] days$/),
      remedy: 'set HEADROOM_TOKEN to a new one',
    });
    expect((await secretLine(60))?.verdict).toBe('ok');
  });

  it('is attention if the platform does not show the role', async () => {
    const shell = await afterRun();
    await fault(shell, { operation: 'UserInfo', times: 1, status: 403 });
    const { status, line } = await readStatus(shell);
    expect([status, line('permissions')?.verdict]).toEqual([0, 'attention']);
  });

  it('reports a token that the platform refuses, and shows no token', async () => {
    const shell = await afterRun();
    const { status, out, err, line } = await readStatus(shell, { HEADROOM_TOKEN: 'canary-refused-9c2d' });
    expect(status).toBe(1);
    expect(line('platform')).toMatchObject({ verdict: 'problem', says: expect.stringContaining('401') });
    expect(line('permissions')?.verdict).toBe('problem');
    expect(out + err).not.toContain('canary-');
    const plain = await shell.run('status');
    expect(plain.out + plain.err).not.toContain(token);
  });

  it('looks at the token of this machine, its age and its stages', async () => {
    const shell = await afterRun();
    const none = await readStatus(shell, { HEADROOM_TOKEN: '' });
    expect([none.status, none.line('secret')?.remedy]).toEqual([1, 'headroom token store']);
    expect(none.line('platform')?.says).toContain('no token: set HEADROOM_TOKEN');
    await shell.runWith({ input: `${token}\n` }, 'token', 'store');
    const stored = await readStatus(shell, { HEADROOM_TOKEN: '' });
    expect([stored.status, stored.line('secret')?.verdict]).toEqual([0, 'ok']);
    expect(stored.line('secret')?.says).toMatch(/^AWSCURRENT \d+ seconds? old$/);
    expect(readFileSync(shell.secretFile, 'utf8')).toContain(token);
    expect(stored.out).not.toContain(token);
  });

  it('reports a last run that is too old, and one that failed', async () => {
    const shell = await afterRun();
    const { latestReport } = JSON.parse(readFileSync(join(shell.store, keys.reported), 'utf8'));
    const { runId } = latestReport;
    const path = join(shell.store, keys.report(runId));
    const report = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...report, endedAt: '2020-01-01T00:00:00Z' }));
    expect((await readStatus(shell)).line('last run')).toMatchObject({ verdict: 'problem', remedy: 'headroom apply' });
    writeFileSync(path, JSON.stringify({ ...report, outcome: 'failed', error: 'NoProjects', cause: 'none at all' }));
    expect((await readStatus(shell)).line('last run')?.says).toContain('NoProjects: none at all');
    writeFileSync(path, '{');
    expect((await readStatus(shell)).line('last run')?.says).toContain('is not JSON');
    rmSync(path);
    expect((await readStatus(shell)).line('last run')).toMatchObject({
      verdict: 'problem',
      says: expect.stringContaining(`names run ${runId}`),
    });
    writeFileSync(join(shell.store, keys.reported), '{');
    expect((await readStatus(shell)).line('last run')?.says).toContain('is not JSON');
  });

  it('names the holder of the lease, and reports an expired one', async () => {
    const shell = await afterRun();
    const lease = (expiresAt: string) =>
      writeFileSync(
        join(shell.store, keys.lease),
        JSON.stringify({ version: 1, runId: 'run-9', holder: 'hourly pass', expiresAt }),
      );
    lease('2100-01-01T00:00:00Z');
    expect((await readStatus(shell)).line('lease')?.says).toContain('held by hourly pass (run run-9); expires in');
    lease('2020-01-01T00:00:00Z');
    expect((await readStatus(shell)).line('lease')).toMatchObject({ verdict: 'attention' });
  });

  it('that is broken off gives no verdict', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.runWith({ signal: AbortSignal.abort() }, 'status');
    expect([status, out]).toEqual([130, '']);
  });

  it('without a platform or an organization is wrong usage', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.runWith({ environment: { HEADROOM_BASE_URL: '' } }, 'status');
    expect([status, err]).toEqual([
      2,
      'error: --base-url is missing: add it, or set HEADROOM_BASE_URL; headroom init writes a file that sets it\n',
    ]);
  });

  it('describes its checks in the help', async () => {
    const { out } = await (await openShell(even(1, 1))).run('status', '--help');
    expect(out).toMatch(/Example:\n {2}headroom status/);
    expect(out).toContain('With --stack');
  });

  it('does not take a store that cannot be read for an empty one', async () => {
    const shell = await openShell(even(1, 1));
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const { status, line } = await readStatus(shell, { HEADROOM_STORE: file });
    expect(status).toBe(1);
    expect([line('mode')?.verdict, line('last run')?.verdict, line('lease')?.verdict]).toEqual(
      Array.from({ length: 3 }, () => 'problem'),
    );
    expect(line('mode')?.remedy).toBe('check --store');
  });
});
