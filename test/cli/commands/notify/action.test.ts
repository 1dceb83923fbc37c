import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../channels/receiver.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { openShell, type Shell } from '../shell.ts';

const canary = 'canary-c4b1';
const signingKey = `whsec_${Buffer.from(`${canary}-of-a-signing-key-of-some-length`).toString('base64')}`;

const notified = (more = '') => `${enableAll(100).replace('firstRun: apply', 'firstRun: propose')}
notify:
  - { channel: ops, match: { owner: '*' } }
  - { channel: oncall, match: { code: plan-needs-approval } }
links: { dashboard: 'https://headroom.example.com' }
${more}`;

const channelsFile = (settings: object): string => {
  const file = join(temporaryDirectory(), 'channels.json');
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  return file;
};

const textsBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n');

const withChannels = (shell: Shell, file: string, ...argv: string[]) =>
  shell.runWith({ environment: { HEADROOM_CHANNELS_FILE: file, HEADROOM_DEBUG: '1' } }, ...argv);

describe('headroom apply', () => {
  it('sends what its run notifies of to the channels of this machine, with the link that approves', async () => {
    const receiver = await startReceiver();
    const file = channelsFile({
      ops: { kind: 'slack', url: `${receiver.url}/${canary}` },
      oncall: { kind: 'webhook', url: `${receiver.url}/oncall?key=${canary}`, signingKey },
    });
    const shell = await openShell(even(1, 2));
    const policy = policyFile(notified());
    const { status, out, err } = await withChannels(shell, file, 'apply', '--policy', policy);
    expect(status).toBe(4);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual([`/${canary}`, `/oncall?key=${canary}`]);
    const digest = /--approve (\w+)/.exec(out)?.[1] ?? '';
    const oncall = receiver.received.find(({ path }) => path.startsWith('/oncall'));
    const { items } = JSON.parse(oncall?.body ?? '{}');
    expect(items).toHaveLength(1);
    expect(items[0].approves).toMatch(new RegExp(`^${digest}`));
    expect(items[0].links).toEqual([
      { text: 'Review the plan', url: `https://headroom.example.com/approve/${items[0].approves}` },
    ]);
    // Nothing changed since: the next run notifies of nothing.
    await withChannels(shell, file, 'apply', '--policy', policy);
    expect(receiver.received).toHaveLength(2);
    expect(out + err + textsBelow(shell.store)).not.toContain(canary);
    expect(textsBelow(shell.store)).not.toContain(signingKey);
  });

  it('keeps its result if a channel is broken, and no address in any output or object', async () => {
    const receiver = await startReceiver([{ status: 500 }, { status: 403 }, { status: 200 }]);
    const file = channelsFile({
      ops: { kind: 'teams', url: `http://localhost:1/${canary}` },
      oncall: { kind: 'webhook', url: `${receiver.url}/${canary}`, signingKey },
    });
    const shell = await openShell(even(1, 1));
    const policy = policyFile(notified());
    const applied = await withChannels(shell, file, 'apply', '--policy', policy);
    expect([applied.status, applied.err]).toEqual([4, expect.stringContaining('notices: 2 waiting, 0 failed')]);
    const listed = await withChannels(shell, file, 'notify', 'list');
    expect(listed.out).toMatch(/oncall +│ .* │ waiting +│ +1 .* HTTP 500/);
    const delivered = await withChannels(shell, file, 'notify', 'deliver');
    expect(delivered.out).toContain('0 delivered, 2 waiting');
    const test = await withChannels(shell, file, 'notify', 'test', 'oncall');
    expect([test.status, test.err]).toEqual([
      1,
      expect.stringContaining('error: oncall: the channel answered HTTP 403'),
    ]);
    const worked = await withChannels(shell, file, 'notify', 'test', 'oncall');
    expect([worked.status, worked.out]).toEqual([0, 'oncall accepted the message.\n']);
    const said = [applied, listed, delivered, test, worked].map(({ out, err }) => out + err).join('\n');
    expect(said + textsBelow(shell.store)).not.toMatch(new RegExp(`${canary}|whsec_`));
  });

  it('leaves messages in the store where no channel has settings', async () => {
    const shell = await openShell(even(1, 1));
    await shell.run('apply', '--policy', policyFile(notified()));
    const { waiting } = JSON.parse((await shell.run('notify', 'list', '--json')).out);
    const found = waiting.map(
      ({ channel, attempts }: { channel: string; attempts: number }) => `${channel} ${attempts}`,
    );
    expect(found.sort()).toEqual(['oncall 0', 'ops 0']);
    const { status, err } = await shell.run('notify', 'deliver');
    expect([status, err]).toEqual([2, expect.stringContaining('no channel settings on this machine')]);
  });

  it('notifies of a failed run by the channels of the last policy that could be read', async () => {
    const receiver = await startReceiver();
    const file = channelsFile({
      ops: { kind: 'slack', url: receiver.url },
      oncall: { kind: 'slack', url: receiver.url },
    });
    const shell = await openShell(even(1, 1));
    const policy = policyFile(notified());
    await withChannels(shell, file, 'apply', '--policy', policy);
    const before = receiver.received.length;
    await shell.run('policy', 'put', policy);
    writeFileSync(join(shell.store, 'policy.yaml'), 'version: 2');
    expect((await withChannels(shell, file, 'apply')).status).toBe(1);
    expect(receiver.received.slice(before).map(({ body }) => JSON.parse(body).text)).toEqual([
      expect.stringMatching(/^Headroom \(.+\): run failed$/),
    ]);
  });
});

describe('headroom notify', () => {
  it('prints with --dry-run what the channel would get, and sends nothing', async () => {
    const receiver = await startReceiver();
    const file = channelsFile({ ops: { kind: 'teams', url: `${receiver.url}/${canary}` } });
    const shell = await openShell(even(1, 1));
    const { status, out } = await withChannels(shell, file, 'notify', 'test', 'ops', '--dry-run');
    expect([status, JSON.parse(out).type]).toEqual([0, 'message']);
    expect(out).not.toContain(canary);
    expect(receiver.received).toEqual([]);
    const unknown = await withChannels(shell, file, 'notify', 'test', 'none', '--dry-run');
    expect([unknown.status, unknown.err]).toEqual([2, expect.stringContaining('the settings have no channel none')]);
  });

  it('refuses settings that other users may read', async () => {
    const shell = await openShell(even(1, 1));
    const file = channelsFile({});
    chmodSync(file, 0o644);
    const { status, err } = await withChannels(shell, file, 'notify', 'test', 'ops');
    expect([status, err]).toEqual([2, expect.stringContaining('other users may read it; run chmod 600')]);
  });

  it('retries what failed for good', async () => {
    const receiver = await startReceiver([{ status: 410 }, { status: 410 }]);
    const file = channelsFile({ ops: { kind: 'slack', url: receiver.url } });
    const shell = await openShell(even(1, 1));
    const policy = policyFile(notified().replace(/ {2}- \{ channel: oncall.*\n/, ''));
    await withChannels(shell, file, 'apply', '--policy', policy);
    expect(JSON.parse((await shell.run('notify', 'list', '--json')).out).dead).toHaveLength(1);
    expect((await shell.run('notify', 'retry', 'other')).out).toBe('0 messages waiting for the next pass.\n');
    expect((await shell.run('notify', 'retry')).out).toBe('1 message waiting for the next pass.\n');
    expect((await withChannels(shell, file, 'notify', 'deliver')).status).toBe(1);
    await shell.run('notify', 'retry', 'ops');
    expect((await withChannels(shell, file, 'notify', 'deliver')).out).toBe(
      '1 delivered, 0 waiting, 0 failed for good.\n',
    );
  });
});
