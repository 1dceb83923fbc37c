import { readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const open = async () => {
  const shell = await openShell(even(1, 2));
  const policy = join(shell.store, 'policy.yaml');
  writeFileSync(policy, enableAll(200));
  return { ...shell, policy };
};

describe('headroom mode', () => {
  it('sets the override with requester and time, and shows the effective mode', async () => {
    const shell = await open();
    const { status, out } = await shell.runWith({ environment: { USER: 'ada' } }, 'mode', 'observe');
    expect(status).toBe(0);
    expect(out).toMatch(
      /^policy: enforce\noverride: observe, set by ada on .*, \d+ seconds? ago \(\d{4}-.*Z\)\neffective mode: observe\n$/,
    );
    expect(JSON.parse(readFileSync(join(shell.store, 'mode.json'), 'utf8'))).toEqual({
      version: 1,
      mode: 'observe',
      since: expect.stringMatching(/Z$/),
      by: expect.stringMatching(/^ada on /),
    });
  });

  it('records the user of the process if the environment names none', async () => {
    const shell = await open();
    await shell.run('mode', 'stop');
    const { by } = JSON.parse(readFileSync(join(shell.store, 'mode.json'), 'utf8'));
    expect(by).toBe(`${userInfo().username} on ${hostname()}`);
  });

  it('without an argument shows policy, override and effective mode, also as JSON, and changes nothing', async () => {
    const shell = await open();
    expect((await shell.run('mode')).out).toBe('policy: enforce\noverride: none\neffective mode: enforce\n');
    writeFileSync(shell.policy, enableAll(200).replace('enforce', 'observe'));
    await shell.run('mode', 'enforce');
    const { out } = await shell.run('mode', '--json');
    expect(JSON.parse(out)).toMatchObject({ policy: 'observe', store: { mode: 'enforce' }, holds: 'observe' });
  });

  it('is the remedy that plan names under an override, with the person who set it', async () => {
    const shell = await open();
    await shell.runWith({ environment: { USER: 'anna' } }, 'mode', 'observe');
    expect((await shell.run('plan')).err).toMatch(
      /^Mode is observe: apply writes nothing\. To write: headroom mode enforce \(override set by anna on .*, \d+ seconds? ago\)\.$/m,
    );
    await shell.run('mode', 'enforce');
    expect((await shell.run('plan')).err).not.toContain('To write');
    writeFileSync(shell.policy, enableAll(200).replace('enforce', 'observe'));
    expect((await shell.run('plan')).err).toMatch(/ To write: set mode: enforce in the policy\.$/m);
  });

  it('stops apply, and allows it again', async () => {
    const shell = await open();
    await shell.run('mode', 'stop');
    const stopped = await shell.run('apply', '--calls-per-minute', 'off');
    expect([stopped.status, stopped.out]).toEqual([5, expect.stringContaining('Next: headroom mode enforce\n')]);
    expect(shell.platform.requests()).toMatchObject({ reads: 0, writes: 0 });
    const explained = await shell.run('explain', 'project-0/service-0');
    expect([explained.status, explained.err]).toEqual([1, expect.stringContaining('see headroom mode')]);
    const seen = await shell.run('status');
    expect(seen.out).toContain('headroom mode enforce');
    await shell.run('mode', 'enforce');
    expect((await shell.run('apply', '--calls-per-minute', 'off')).out).toContain('Applied');
  });

  it('can stop with an invalid or missing policy, and replaces an unreadable override', async () => {
    const shell = await open();
    writeFileSync(shell.policy, 'version: 2\n');
    writeFileSync(join(shell.store, 'mode.json'), 'garbage');
    const unreadable = await shell.run('mode');
    expect(unreadable.out).toMatch(/policy: unreadable, so no run starts: .*policy\.yaml:1:\d+/);
    expect(unreadable.out).toContain('override: stop, because mode.json in the store is not JSON');
    const { status, out } = await shell.run('mode', 'stop', '--json');
    expect([status, JSON.parse(out)]).toMatchObject([0, { policy: null, store: { mode: 'stop' }, holds: null }]);
    const empty = await openShell(even(1, 1));
    const { out: observed } = await empty.run('mode', 'observe');
    expect(observed).toContain("policy: none in the store (policy.yaml); each command's --policy decides\n");
    expect(observed).toContain('effective mode: observe, or a stricter one from --policy\n');
    expect((await empty.run('mode', 'stop')).out).toContain('effective mode: stop\n');
  });

  it('rejects other modes', async () => {
    const shell = await open();
    const { status, err } = await shell.run('mode', 'pause');
    expect(status).toBe(2);
    expect(err).toContain('observe, enforce, stop');
    expect((await shell.run('mode', 'stop', '--bucket', 'b', '--store', 'd')).status).toBe(2);
  });
});
