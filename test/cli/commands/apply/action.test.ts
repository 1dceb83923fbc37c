import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockOf } from '../../../local/lock-of.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell } from '../shell.ts';

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

  it('finds that the token of the environment ends soon, and looks once a day while it does not', async () => {
    const findingsOf = async (passed: number) => {
      const expires = new Date(Date.parse(even(1, 1).startTime) + 60 * 86_400_000).toISOString();
      const tokens = [
        { name: 'operator', token: 'canary-of-the-environment', roles: { '*': 'operator' as const }, expires },
      ];
      const shell = await openShell({ ...even(1, 1), tokens });
      const body = JSON.stringify({ seconds: passed * 86_400 });
      await fetch(`${shell.platform.url}/_control/advance`, { method: 'POST', body });
      const apply = async () => {
        const { out } = await shell.runWith(
          { environment: { HEADROOM_TOKEN: 'canary-of-the-environment' } },
          ...['apply', '--json', '--policy', policyFile(enableAll(200))],
        );
        return JSON.parse(out).findings.flatMap(({ code, message }: Record<string, string>) =>
          code === 'token-expiring' ? [message] : [],
        );
      };
      const found = [await apply(), await apply()];
      return [found, shell.platform.requests().operations.AccessTokenList];
    };
    const soon = [expect.stringMatching(/^The token of the platform ends in [56] days\./)];
    expect(await findingsOf(54)).toEqual([[soon, soon], 2]);
    expect(await findingsOf(0)).toEqual([[[], []], 1]);
  });

  it('adds results to the JSON of the plan', async () => {
    const shell = await openShell(even(1, 1));
    const { out } = await shell.run('apply', '--json', '--policy', policyFile(enableAll(200)));
    const document = JSON.parse(out);
    expect(document.results.map(({ kind, status }: Record<string, string>) => [kind, status])).toEqual([
      ['create-endpoint', 'confirmed'],
      ['create-integration', 'confirmed'],
    ]);
    // The end of the token, the list, three reads of the project, the size of its plan, two periods of its use, and one to confirm.
    expect(document.calls).toEqual({ reads: 9, writes: 2 });
  });

  it('exits 3 if some changes failed, and shows which and why', async () => {
    const shell = await openShell(even(1, 2));
    await fetch(`${shell.platform.url}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify([{ operation: 'ServiceIntegrationCreate', times: 1, status: 400 }]),
    });
    const { status, out } = await shell.run('apply', '--policy', policyFile(enableAll(200)));
    expect(status).toBe(3);
    expect(out).toMatch(/failed\s+│ create-integration │ project-0 │ service-0 │ PlatformRefused/);
    expect(out).toContain('Partly applied');
  });

  it('exits 4 at a guardrail without a single write, and applies exactly that plan once it is approved', async () => {
    const shell = await openShell(even(2, 2));
    const policy = policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3'));
    const refused = await shell.run('apply', '--policy', policy);
    expect(refused.status).toBe(4);
    expect(shell.platform.requests().writes).toBe(0);
    const digest = /--approve (\w+)/.exec(refused.out)?.[1] ?? '';
    expect((await shell.run('apply', '--policy', policy, '--approve', '0'.repeat(12))).status).toBe(1);
    const approved = await shell.run('apply', '--policy', policy, '--approve', digest);
    expect(approved.status).toBe(0);
    expect(shell.platform.requests().writes).toBe(8);
  });

  it('exits 5 in mode observe of the policy, writes nothing and names the next command in one line', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200).replace('enforce', 'observe'));
    const { status, out } = await shell.run('apply', '--policy', policy);
    expect([status, shell.platform.requests().writes]).toEqual([5, 0]);
    expect(lastLine(out)).toBe(
      `Not written: the mode of the policy is observe; 2 changes wait. Next: set mode: enforce in the policy, then headroom apply --policy ${policy}`,
    );
  });

  it.each(['observe', 'stop'])(
    'exits 5 in mode %s of the store, also with --json, and names the next command',
    async (mode) => {
      const shell = await openShell(even(1, 1));
      const policy = policyFile(enableAll(200));
      await shell.run('mode', mode);
      const { status, out, err } = await shell.run('apply', '--policy', policy, '--json', '--store', shell.store);
      expect([status, shell.platform.requests().writes]).toEqual([5, 0]);
      expect(JSON.parse(out).outcome).toBe(mode === 'stop' ? 'stopped' : 'observed');
      const command = /Next: headroom (.*)$/m.exec(err)?.[1]?.split(' ') ?? [];
      expect(command).toEqual(['mode', 'enforce', '--store', shell.store]);
      await shell.run(...command);
      expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    },
  );

  it('exits 0 in mode observe if there is nothing to do', async () => {
    const shell = await openShell(even(1, 1));
    await shell.run('apply', '--policy', policyFile(enableAll(200)));
    const { status, out } = await shell.run(
      'apply',
      '--policy',
      policyFile(enableAll(200).replace('enforce', 'observe')),
    );
    expect([status, lastLine(out)]).toEqual([0, 'Nothing to do.']);
  });

  it('names the person who runs it in the lease and in every record', async () => {
    const shell = await openShell(even(1, 1));
    const environment = { USER: 'ada\u202e, process 1 on x' };
    await shell.runWith({ environment }, 'apply', '--policy', policyFile(enableAll(200)));
    const { records } = JSON.parse((await shell.run('audit', '--json')).out);
    expect(records[0].trigger.by).toMatch(/^headroom apply by adaprocess1onx, process \d+ on /);
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

  it('takes over the lease of a process of this machine that is gone, and of no other without --break-lease', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('apply', '--policy', policy);
    const file = join(shell.store, 'lease.json');
    const lease = JSON.parse(readFileSync(file, 'utf8'));
    const held = { ...lease, runId: 'other', released: undefined, expiresAt: '2999-01-01T00:00:00Z' };
    const hold = (holder: string) => writeFileSync(file, JSON.stringify({ ...held, holder }));
    hold(lease.holder.replace(/process \d+/, 'process 999999999'));
    expect((await shell.run('apply', '--policy', policy)).status).toBe(0);
    for (const elsewhere of ['on another-machine', `on ${hostname()} (another boot)`]) {
      hold(`headroom apply, process 999999999 ${elsewhere}`);
      const refused = await shell.run('apply', '--policy', policy);
      expect(refused.status).toBe(1);
      expect(refused.err).toContain('run other (headroom apply on ');
      expect(refused.err).toContain(') is active and has the lease until 2999-01-01');
      expect(refused.err).not.toContain('process ');
    }
    expect((await shell.run('apply', '--policy', policy, '--break-lease')).status).toBe(0);
  });

  it('goes on where a process of another container died with locks in its hands', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('apply', '--policy', policy);
    const longAgo = new Date(Date.now() - 60_000);
    for (const key of ['lease.json', 'audit-head.json']) {
      const lock = `${lockOf(shell.store, key)}.1-another-3f6c2a64`;
      writeFileSync(lock, '');
      utimesSync(lock, longAgo, longAgo);
    }
    const second = await shell.run('apply', '--policy', policyFile(enableAll(250)));
    expect([second.status, second.err]).toEqual([0, expect.not.stringContaining('error')]);
    expect((await shell.run('audit', '--verify')).out).toContain('of 2 runs');
    expect(readdirSync(join(shell.store, '.locks'))).toEqual([]);
  });

  it('stops at a lease that cannot be read, names the way out, and goes that way', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    const file = join(shell.store, 'lease.json');
    writeFileSync(file, '{"runId":"run-0","hol');
    const { status, err } = await shell.run('apply', '--policy', policy);
    expect([status, err]).toEqual([1, expect.stringContaining('headroom apply --break-lease')]);
    expect(shell.platform.requests()).toMatchObject({ writes: 0 });
    expect(readFileSync(file, 'utf8')).toBe('{"runId":"run-0","hol');
    expect((await shell.run('apply', '--policy', policy, '--break-lease')).status).toBe(0);
    expect((await shell.run('audit', '--verify')).out).toContain('2 records of 1 run');
  });

  it('removes the locks of others with --break-lease', async () => {
    const shell = await openShell(even(1, 1));
    writeFileSync(lockOf(shell.store, 'lease.json'), '');
    const { status } = await shell.run('apply', '--policy', policyFile(enableAll(200)), '--break-lease');
    expect(status).toBe(0);
    expect(readdirSync(join(shell.store, '.locks'))).toEqual([]);
  });

  it('keeps its run in the store, while commands that only look leave only the sizes of the day, their readings and the sizes of plans', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('plan', '--policy', policy);
    await shell.run('explain', 'project-0/service-0', '--policy', policy);
    const files = () =>
      readdirSync(shell.store, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files().map(({ name }) => name)).toEqual(['project-0.json', 'every.json']);
    expect(readdirSync(shell.store)).toEqual(expect.arrayContaining(['projects']));
    for (let run = 0; run < 32; run += 1) await shell.run('apply', '--policy', policy);
    expect(readdirSync(join(shell.store, 'runs'))).toHaveLength(30);
  });

  it('begins no run for a project that does not exist, and asks nothing for one that a run has read', async () => {
    const shell = await openShell(even(2, 1));
    const policy = policyFile(enableAll(200));
    const mistyped = await shell.run('apply', '--policy', policy, '--project', 'project-o');
    expect([mistyped.status, mistyped.err]).toEqual([1, 'error: not a project of this organization: project-o\n']);
    expect(JSON.parse((await shell.run('runs', '--json')).out).runs).toEqual([]);
    const reads = async () => {
      const before = shell.platform.requests().reads;
      await shell.run('apply', '--policy', policy, '--project', 'project-0');
      return shell.platform.requests().reads - before;
    };
    const [, second] = [await reads(), await reads()];
    expect(second).toBe(4);
    await shell.run('mode', 'stop');
    expect((await shell.run('apply', '--policy', policy, '--project', 'project-o')).status).toBe(5);
  });

  it('repeats the flags in the command that it gives to go on with', async () => {
    const shell = await openShell(even(1, 2));
    const policy = policyFile(enableAll(200).replace('maxChanges: 100000', 'maxChanges: 1'));
    const { out } = await shell.run('apply', '--policy', policy, '--project', 'project-0');
    const [, ...argv] = /^Not applied.* headroom (apply --approve .*)$/m.exec(out)?.[1]?.split(' ') ?? [];
    expect((await shell.run('apply', ...argv)).status).toBe(0);
    expect(shell.platform.requests().writes).toBe(4);
  });
});
