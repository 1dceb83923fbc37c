import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { localConnectToken } from '../../../lib/cli/session/client.ts';
import { addressFrom, connect, connectCaller, retryNotes } from '../../../lib/cli/session/connection.ts';
import { RunInterrupted } from '../../../lib/contract/errors.ts';
import { servePlatform } from '../../../lib/platform/index.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from '../commands/policy-file.ts';
import { openShell, type Shell, token } from '../commands/shell.ts';

const serve = async () => {
  const platform = await servePlatform({ scenario: even(1, 1), token, speed: 0, control: true });
  onTestFinished(() => platform.close());
  return platform;
};

/**
 * Makes so many calls at one time and counts how they ended. What still waits once so many are through is interrupted, but
 * only after the platform has answered two requests made beside: what was on its way until then has arrived.
 */
const rush = async (calls: number, through: number, { call, platform }: Way, abort: AbortController) => {
  const ended = { done: 0, interrupted: 0 };
  const one = async () => {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof RunInterrupted)) throw error;
      ended.interrupted += 1;
      return;
    }
    ended.done += 1;
    if (ended.done !== through) return;
    for (const _ of [1, 2]) await (await fetch(`${platform.url}/_control/requests`)).text();
    abort.abort();
  };
  await Promise.all(Array.from({ length: calls }, one));
  return { ...ended, asked: platform.requests().reads };
};

interface Way {
  readonly platform: Awaited<ReturnType<typeof serve>>;
  readonly call: () => Promise<unknown>;
}

/** What each way of connecting does with calls a minute, however many are asked at one time. */
const ways = {
  'a client for runs': async (callsPerMinute: string | undefined, signal: AbortSignal) => {
    const platform = await serve();
    const { baseUrl, organization } = { baseUrl: platform.url, organization: platform.organization };
    const options = { baseUrl, organization, callsPerMinute, store: temporaryDirectory() };
    const { client } = await connect(
      options,
      { environment: { HEADROOM_TOKEN: token }, signal },
      { note: () => undefined },
    );
    onTestFinished(() => client.close());
    return { platform, call: () => client.listProjects() };
  },
  "a caller for the platform's own records": async (callsPerMinute: string | undefined, signal: AbortSignal) => {
    const platform = await serve();
    const options = { baseUrl: platform.url, callsPerMinute };
    const { caller, close } = connectCaller(
      options,
      { environment: { HEADROOM_TOKEN: token }, signal },
      { note: () => undefined },
    );
    onTestFinished(close);
    const read = () => ({ ok: true, value: null }) as const;
    return { platform, call: () => caller.send({ method: 'GET', path: '/project', kind: 'read' }, read) };
  },
  'connections with any token, all together': async (callsPerMinute: string | undefined, signal: AbortSignal) => {
    const platform = await serve();
    const options = { baseUrl: platform.url, organization: platform.organization, callsPerMinute };
    const connectToken = localConnectToken(addressFrom(options, {}, signal));
    const connections = [connectToken({ token }), connectToken({ token })];
    for (const { close } of connections) onTestFinished(close);
    let calls = 0;
    return {
      platform,
      call: async () => {
        calls += 1;
        return connections[calls % 2]?.countProjects();
      },
    };
  },
} as const;

describe.each(Object.entries(ways))('%s', (_, open) => {
  it('starts at most --calls-per-minute calls in a minute', async () => {
    const abort = new AbortController();
    const way = await open('2', abort.signal);
    expect(await rush(6, 2, way, abort)).toEqual({ done: 2, interrupted: 4, asked: 2 });
  });

  it('starts no more of them while the clock of the machine is set forward', async () => {
    const abort = new AbortController();
    const way = await open('2', abort.signal);
    const { now } = Date;
    let aheadMs = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      aheadMs = Math.min(aheadMs + 10_000, 600_000);
      return now() + aheadMs;
    });
    onTestFinished(() => clock.mockRestore());
    expect(await rush(6, 2, way, abort)).toEqual({ done: 2, interrupted: 4, asked: 2 });
  });

  it('waits for nothing where the limit is off', async () => {
    const abort = new AbortController();
    const way = await open('off', abort.signal);
    expect(await rush(102, 102, way, abort)).toEqual({ done: 102, interrupted: 0, asked: 102 });
  });
});

it('a platform gets at most 100 calls a minute by default, and one of this machine as many as come', () => {
  const rateOf = (baseUrl: string) =>
    addressFrom({ baseUrl, organization: 'org-example' }, {}, new AbortController().signal).callsPerMinute;
  expect(rateOf('https://api.example.com')).toBe(100);
  expect(rateOf('https://127.0.0.1.example.com')).toBe(100);
  for (const own of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:80'])
    expect(rateOf(own)).toBe(Number.POSITIVE_INFINITY);
});

describe('a command', () => {
  it('keeps to --calls-per-minute', async () => {
    const shell = await openShell(even(1, 1));
    const abort = new AbortController();
    const limited = ['plan', '--policy', policyFile(enableAll(40)), '--calls-per-minute', '1'];
    const looking = shell.runWith({ signal: abort.signal }, ...limited);
    while (shell.platform.requests().reads < 1) await new Promise(setImmediate);
    abort.abort();
    expect((await looking).status).not.toBe(0);
    expect(shell.platform.requests().reads).toBe(1);
  });

  it.each(['0', '-1', '1.5', 'many'])('refuses %s calls a minute', async (text) => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('plan', '--calls-per-minute', text);
    expect([status, err]).toEqual([2, expect.stringContaining('must be a whole number from 1, or off')]);
    expect(shell.platform.requests().reads).toBe(0);
  });
});

it('a platform that refuses the connection ends a command after two tries, with the address and the remedy', async () => {
  const { platform, run } = await openShell(even(1, 1));
  await platform.close();
  const retried = `Cannot connect to ${platform.url} \\(refused\\)\\. Trying again in \\d s, 2 of 2\\.\n`;
  const remedy = 'Check the base URL (--base-url or HEADROOM_BASE_URL) and the network.';
  const plan = await run('plan', '--policy', policyFile(enableAll(200)));
  expect(plan.err).toMatch(new RegExp(`^${retried}error: Cannot connect`));
  expect(plan.err).toContain(`error: Cannot connect to ${platform.url} (refused). ${remedy}\n`);
  expect(plan.status).toBe(1);
  const status = await run('status', '-o', 'csv');
  expect(status.err).toMatch(new RegExp(`^${retried}Status: problem`));
  expect(status.out).toContain(`platform,problem,Cannot connect to ${platform.url} (refused). ${remedy}`);
  expect(status.status).toBe(1);
});

const failOnce = ({ platform }: Shell, operation: string) =>
  fetch(`${platform.url}/_control/faults`, {
    method: 'POST',
    body: JSON.stringify([{ operation, times: 1, status: 503 }]),
  });

it('a command says why it waits, and how long', async () => {
  const shell = await openShell(even(1, 1));
  for (const [command, operation] of [
    [['forecast'], 'OrganizationProjectsList'],
    [['status'], 'OrganizationProjectsList'],
    [['integration-list', '--project', 'project-0', 'service-0'], 'ServiceIntegrationList'],
  ] as const) {
    await failOnce(shell, operation);
    const { err } = await shell.run(...command);
    expect([command[0], err]).toEqual([
      command[0],
      expect.stringMatching(/: 503 .*[^.]\. Trying again in \d s, 2 of 6\.$/m),
    ]);
  }
  await failOnce(shell, 'OrganizationProjectsList');
  expect((await shell.run('--quiet', 'forecast')).err).toBe('');
});

it('many calls that fail alike are one note, until a wait is much longer', () => {
  const notes: string[] = [];
  const onRetry = retryNotes({ note: (text) => notes.push(text) });
  const retrying = { method: 'GET', path: '/project/p/service', tries: 1, most: 6, isConnection: false };
  for (const [reason, waitMs] of [
    ['500 down', 1_000],
    ['500 down', 1_900],
    ['500 down', 2_000],
    ['429 try again in 28s', 28_000],
    ['429 try again in 27s', 27_000],
  ] as const)
    onRetry({ ...retrying, reason, waitMs });
  expect(notes).toEqual([
    '[GET] "/project/p/service": 500 down. Trying again in 1 s, 2 of 6.',
    '[GET] "/project/p/service": 500 down. Trying again in 2 s, 2 of 6.',
    '[GET] "/project/p/service": 429 try again in 28s. Trying again in 28 s, 2 of 6.',
  ]);
});

it('a connection that fails is noted without the call, whatever the call was', () => {
  const notes: string[] = [];
  const onRetry = retryNotes({ note: (text) => notes.push(text) });
  const reason = 'Cannot connect to https://api.example.com (refused)';
  onRetry({ method: 'GET', path: '/project', tries: 1, most: 2, isConnection: true, waitMs: 12_100, reason });
  expect(notes).toEqual(['Cannot connect to https://api.example.com (refused). Trying again in 13 s, 2 of 2.']);
});
