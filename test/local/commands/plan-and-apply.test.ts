import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { openShell, token } from './shell.ts';

const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

describe('headroom plan', () => {
  it('shows what would change, ends with the Plan line and writes nothing to the platform', async () => {
    const shell = await openShell(even(2, 2));
    const { status, out } = await shell.run(
      'plan',
      '--policy',
      policyFile(enableAll(200, 'prices: { default: "0.15" }')),
    );
    expect(status).toBe(0);
    expect(lastLine(out)).toBe(
      'Plan: 4 to enable, 0 to raise (+800 GB, +120.00 a month), 0 to lower, 0 to disable; 0 findings.',
    );
    expect(out).toContain('service-1');
    expect(shell.platform.requests()).toMatchObject({ reads: 5, writes: 0 });
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
      calls: { reads: 3, writes: 0 },
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

  it('gives the same bytes for the same world', async () => {
    const shell = await openShell(even(2, 3));
    const policy = policyFile(enableAll(200));
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

  it('looks only at the projects asked for, and refuses one that is not of the organization', async () => {
    const shell = await openShell(even(3, 1));
    const policy = policyFile(enableAll(200));
    const { out } = await shell.run('plan', '--json', '--policy', policy, '--project', 'project-1');
    expect(JSON.parse(out).changes.map(({ project }: { project: string }) => project)).toEqual([
      'project-1',
      'project-1',
    ]);
    const { status, err } = await shell.run('plan', '--policy', policy, '--project', 'elsewhere');
    expect(status).toBe(2);
    expect(err).toBe('error: not a project of this organization: elsewhere\n');
  });

  it('does not stand in the way of a run that writes', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('plan', '--policy', policy);
    expect(readdirSync(shell.store)).not.toContain('lease.json');
  });
});

describe('headroom apply', () => {
  it('carries the plan out, and the second time writes nothing', async () => {
    const shell = await openShell(even(2, 2));
    const policy = policyFile(enableAll(200));
    const first = await shell.run('apply', '--policy', policy);
    expect(first.status).toBe(0);
    expect(first.out).toContain('Applied: every change is confirmed.');
    const { writes } = shell.platform.requests();
    expect(writes).toBe(8);
    const second = await shell.run('apply', '--policy', policy);
    expect(second.status).toBe(0);
    expect(second.out).toContain('Nothing to do.');
    expect(shell.platform.requests().writes).toBe(writes);
  });

  it('adds results to the JSON of the plan', async () => {
    const shell = await openShell(even(1, 1));
    const { out } = await shell.run('apply', '--json', '--policy', policyFile(enableAll(200)));
    const document = JSON.parse(out);
    expect(document.results.map(({ kind, status }: Record<string, string>) => [kind, status])).toEqual([
      ['create-endpoint', 'confirmed'],
      ['create-integration', 'confirmed'],
    ]);
    expect(document.calls).toEqual({ reads: 4, writes: 2 });
  });

  it('exits 3 when some changes failed, and says which and why', async () => {
    const shell = await openShell(even(1, 2));
    await fetch(`${shell.platform.url}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify([{ operation: 'ServiceIntegrationCreate', times: 1, status: 400 }]),
    });
    const { status, out } = await shell.run('apply', '--policy', policyFile(enableAll(200)));
    expect(status).toBe(3);
    expect(out).toMatch(/failed\s+│ create-integration │ project-0 │ service-0 │ PlatformRefused/);
    expect(out).toContain('Applied in part');
  });

  it('exits 4 at a guardrail without a single write, and applies exactly that plan once it is approved', async () => {
    const shell = await openShell(even(2, 2));
    const policy = policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3'));
    const refused = await shell.run('apply', '--policy', policy);
    expect(refused.status).toBe(4);
    expect(shell.platform.requests().writes).toBe(0);
    const digest = /--approve (\w+)/.exec(refused.out)?.[1] ?? '';
    expect((await shell.run('apply', '--policy', policy, '--approve', 'other')).status).toBe(1);
    const approved = await shell.run('apply', '--policy', policy, '--approve', digest);
    expect(approved.status).toBe(0);
    expect(shell.platform.requests().writes).toBe(8);
  });

  it('applies the plan of a file, or refuses because the world moved', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = join(temporaryDirectory(), 'plan.json');
    await shell.run('plan', '--policy', policy, '--out', file);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await shell.run('apply', '--policy', policy, '--plan', file)).status).toBe(0);
    const moved = await shell.run('apply', '--policy', policy, '--plan', file);
    expect(moved.status).toBe(1);
    expect(moved.err).toContain('is not the plan that is needed now');
  });

  it('writes nothing in mode observe and says how to let it', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200).replace('enforce', 'observe'));
    const { status, out } = await shell.run('apply', '--policy', policy);
    expect(status).toBe(0);
    expect(out).toContain('Set mode: enforce');
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('when interrupted sends nothing more, releases the lease and exits 130', async () => {
    const shell = await openShell(even(1, 3));
    const policy = policyFile(enableAll(200));
    const controller = new AbortController();
    await fetch(`${shell.platform.url}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify([{ operation: 'ServiceIntegrationEndpointCreate', times: 1, delayMs: 600_000 }]),
    });
    const interrupted = shell.runWith({ signal: controller.signal }, 'apply', '--policy', policy);
    while (shell.platform.requests().writes === 0) await new Promise(setImmediate);
    controller.abort();
    expect((await interrupted).status).toBe(130);
    expect(shell.platform.requests().writes).toBe(1);
    const next = await shell.run('apply', '--policy', policy);
    expect(next.status).toBe(0);
    expect(next.out).toContain('Applied: every change is confirmed.');
  });

  it('takes over the lease of a process of this machine that is gone, and of no other unless told to', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('apply', '--policy', policy);
    const file = join(shell.store, 'lease.json');
    const lease = JSON.parse(readFileSync(file, 'utf8'));
    const held = { ...lease, runId: 'other', expiresAt: '2999-01-01T00:00:00Z' };
    const hold = (holder: string) => writeFileSync(file, JSON.stringify({ ...held, holder }));
    hold(lease.holder.replace(/process \d+/, 'process 999999999'));
    expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    for (const elsewhere of ['on another machine', `on ${hostname()} (another boot)`]) {
      hold(`headroom apply, process 999999999 ${elsewhere}`);
      const refused = await shell.run('apply', '--policy', policy);
      expect(refused.status).toBe(1);
      expect(refused.err).toContain('is at work and holds the lease until 2999-01-01');
    }
    expect((await shell.run('apply', '--policy', policy, '--break-lease')).status).toBe(0);
  });

  it('keeps its run in the store, while commands that only look leave nothing behind but the sizes of the day', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('plan', '--policy', policy);
    await shell.run('explain', 'project-0/service-0', '--policy', policy);
    const files = () =>
      readdirSync(shell.store, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files().map(({ name }) => name)).toEqual(['project-0.json']);
    expect(readdirSync(shell.store)).toContain('history');
    for (let run = 0; run < 32; run += 1) await shell.run('apply', '--policy', policy);
    expect(readdirSync(join(shell.store, 'runs'))).toHaveLength(30);
  });

  it('repeats the flags in the command that it gives to go on with', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 1'));
    const { out } = await shell.run('apply', '--policy', policy, '--project', 'project-0');
    const [, ...argv] = /^Refused.* headroom (apply --approve .*)$/m.exec(out)?.[1]?.split(' ') ?? [];
    expect((await shell.run('apply', ...argv)).status).toBe(0);
    expect(shell.platform.requests().writes).toBe(4);
  });
});

describe('errors', () => {
  it.each([
    ['no policy anywhere', ['plan'], {}, 1, /the store holds no policy\.yaml; give a policy document with --policy/],
    [
      'a policy that is not there',
      ['plan', '--policy', 'nowhere.yaml'],
      {},
      1,
      /^error: nowhere\.yaml: cannot be read \(ENOENT\)/,
    ],
    ['no token', ['plan'], { HEADROOM_TOKEN: '' }, 2, /^error: no token: set HEADROOM_TOKEN/],
    ['no base URL', ['plan'], { HEADROOM_BASE_URL: '' }, 2, /--base-url or set HEADROOM_BASE_URL/],
    ['no organization', ['plan'], { HEADROOM_ORGANIZATION: '' }, 2, /--organization or set HEADROOM_ORGANIZATION/],
    ['plain http to another machine', ['plan'], { HEADROOM_BASE_URL: 'http://192.0.2.1' }, 1, /https/],
    ['a store that cannot be written', ['plan'], { HEADROOM_STORE: '/dev/null/store' }, 1, /--store or HEADROOM_STORE/],
    ['an unknown option', ['plan', '--polcy', 'x'], {}, 2, /unknown option '--polcy'/],
    ['an unknown command', ['aply'], {}, 2, /unknown command 'aply'/],
    ['a rate of 0', ['plan', '--calls-per-minute', '0'], {}, 2, /--calls-per-minute 0: give a whole number from 1/],
    [
      'a plan file that cannot be written',
      ['plan', '--policy', 'docs/policies/org-wide.yaml', '--out', '/dev/null/plan.json'],
      {},
      2,
      /--out \/dev\/null\/plan\.json: cannot be written/,
    ],
    ['a plan and a digest', ['apply', '--plan', 'x', '--approve', 'y'], {}, 2, /give --plan alone/],
  ] as const)('%s is one clear line and the right exit status', async (_what, argv, environment, status, text) => {
    const shell = await openShell(even(1, 1));
    const ended = await shell.runWith({ environment }, ...argv);
    expect(ended.status).toBe(status);
    expect(ended.err).toMatch(text);
    expect(ended.err).not.toContain('    at ');
    expect(ended.out).toBe('');
  });

  it('show the stack with HEADROOM_DEBUG=1', async () => {
    const shell = await openShell(even(1, 1));
    const { err } = await shell.runWith({ environment: { HEADROOM_DEBUG: '1' } }, 'plan', '--policy', 'nowhere.yaml');
    expect(err).toContain('    at ');
  });

  it('name a wrong token and what to do about it, never the token', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const { status, out, err } = await shell.runWith(
      { environment: { HEADROOM_TOKEN: 'wrong-canary' } },
      'apply',
      '--policy',
      policy,
    );
    expect(status).toBe(1);
    expect(err).toContain('HEADROOM_TOKEN');
    expect(out + err).not.toContain('wrong-canary');
  });

  it('leave the token out of everything that is printed or stored', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(enableAll(200));
    const ended = [
      await shell.run('plan', '--policy', policy),
      await shell.run('apply', '--json', '--policy', policy),
      await shell.run('explain', 'project-0/service-0', '--policy', policy),
    ];
    const stored = readdirSync(shell.store, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(stored.length).toBeGreaterThan(5);
    for (const text of [...ended.flatMap(({ out, err }) => [out, err]), ...stored]) expect(text).not.toContain(token);
  });
});
