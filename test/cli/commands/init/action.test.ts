import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../../lib/run/store/keys.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { lastLine, openShell, token } from '../shell.ts';

/** A shell that has only a token, and a home of its own. */
const atHome = async () => {
  const shell = await openShell(even(1, 2));
  const home = temporaryDirectory();
  const none = { HEADROOM_BASE_URL: '', HEADROOM_ORGANIZATION: '', HEADROOM_SECRET_FILE: '' };
  const bare = { ...none, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, HEADROOM_STORE: shell.store };
  const { url, organization } = shell.platform;
  const run = (...argv: string[]) => shell.runWith({ environment: bare }, ...argv);
  const init = (...argv: string[]) => run('init', '--base-url', url, '--organization', organization, ...argv);
  const file = join(home, 'headroom', organization, 'headroom.env');
  return { ...shell, bare, file, run, init, url, organization };
};

/** The variables that a shell has after it reads the file, beside those of its own. */
const readBy = (file: string): Record<string, string> => {
  const text = execFileSync('sh', ['-c', 'set -a; . "$0"; set +a; env', file], { env: {}, encoding: 'utf8' });
  const entries = text.split('\n').map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')] as const);
  return Object.fromEntries(entries.filter(([name]) => name.startsWith('HEADROOM_')));
};

describe('headroom init', () => {
  it('checks connection and role, writes the settings without the token and a first policy in observe', async () => {
    const { init, runWith, bare, file, store, organization, url } = await atHome();
    const { status, out } = await init();
    expect([status, lastLine(out)]).toEqual([0, `Next: set -a; . ${file}; set +a; headroom plan`]);
    expect(readFileSync(file, 'utf8')).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readBy(file)).toEqual({
      HEADROOM_BASE_URL: url,
      HEADROOM_ORGANIZATION: organization,
      HEADROOM_PROFILE: 'documented',
      HEADROOM_STORE: store,
    });
    expect(readFileSync(join(store, keys.policy), 'utf8')).toContain('mode: observe');
    // Every command needs no flags now.
    const plan = await runWith({ environment: { ...bare, ...readBy(file) } }, 'plan');
    expect([plan.status, lastLine(plan.out)]).toEqual([0, expect.stringMatching(/^Plan: 2 to enable/)]);
  });

  it('names the default store and the file of the token by their whole path, however odd, and clears another token', async () => {
    const { runWith, bare, url, organization } = await atHome();
    const home = join(temporaryDirectory(), "it's here $HOME");
    const environment = { ...bare, HEADROOM_STORE: '', XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
    const place = ['--base-url', url, '--organization', organization];
    expect((await runWith({ environment, input: token }, 'token', 'store', ...place)).status).toBe(0);
    const tokenFile = join(home, 'headroom', organization, 'token.json');
    const out = join(temporaryDirectory(), 'settings');
    const { status } = await runWith({ environment }, 'init', ...place, '--token-file', tokenFile, '--out', out);
    expect(status).toBe(0);
    expect(readBy(out)).toMatchObject({
      HEADROOM_STORE: join(home, 'headroom', organization),
      HEADROOM_SECRET_FILE: tokenFile,
      HEADROOM_TOKEN: '',
    });
  });

  it('leaves a policy in the store as it is', async () => {
    const { init, store } = await atHome();
    writeFileSync(join(store, keys.policy), enableAll(40));
    expect((await init()).out).toContain('The store has a policy, which is unchanged.');
    expect(readFileSync(join(store, keys.policy), 'utf8')).toBe(enableAll(40));
  });

  it('writes nothing if the platform or the token is a problem', async () => {
    const { file, store, runWith, bare, url, organization } = await atHome();
    const argv = ['init', '--base-url', url, '--organization', organization];
    const { status, out } = await runWith({ environment: { ...bare, HEADROOM_TOKEN: 'wrong' } }, ...argv);
    expect([status, lastLine(out)]).toEqual([
      1,
      'Nothing was written: fix the problems, then run headroom init again.',
    ]);
    expect(() => statSync(file)).toThrow('ENOENT');
    expect(() => statSync(join(store, keys.policy))).toThrow('ENOENT');
  });

  it('gives a command that stores the missing token as it is: no file names the platform yet', async () => {
    const { runWith, bare, url, organization } = await atHome();
    const environment = { ...bare, HEADROOM_TOKEN: '', XDG_CONFIG_HOME: temporaryDirectory() };
    const argv = ['--base-url', url, '--organization', organization];
    const { status, out } = await runWith({ environment }, 'init', ...argv);
    expect([status, out]).toEqual([1, expect.stringContaining(`headroom token store ${argv.join(' ')}`)]);
    expect((await runWith({ environment, input: token }, 'token', 'store', ...argv)).status).toBe(0);
    expect((await runWith({ environment }, 'init', ...argv)).status).toBe(0);
  });

  it('asks for what is missing on a terminal; elsewhere that is wrong usage', async () => {
    const { runWith, bare, file, url, organization, run } = await atHome();
    expect(await run('init')).toMatchObject({
      status: 2,
      err: expect.stringContaining('--base-url and --organization are missing; write headroom init --base-url https'),
    });
    const input = `${url}\n${organization}\n`;
    const { status, err } = await runWith({ environment: bare, columns: 80, input }, 'init');
    expect([status, err]).toEqual([0, expect.stringContaining('Organization ID: ')]);
    expect(readBy(file)).toMatchObject({ HEADROOM_ORGANIZATION: organization });
  });
});
