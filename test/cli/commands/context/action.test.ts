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
  return { ...shell, bare, file: join(home, 'headroom', 'config.yaml'), run, init, url, organization };
};

describe('headroom init', () => {
  it('checks connection and role, writes a context without the token and a first policy in observe', async () => {
    const { init, run, file, store, organization } = await atHome();
    const { status, out } = await init('--name', 'acme');
    expect([status, out]).toEqual([0, expect.stringContaining(`Context acme is in ${file} and is the current one.`)]);
    const written = readFileSync(file, 'utf8');
    expect(written).toContain(`organization: ${organization}`);
    expect(written).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(store, keys.policy), 'utf8')).toContain('mode: observe');
    // Every command needs no flags now.
    const plan = await run('plan');
    expect([plan.status, lastLine(plan.out)]).toEqual([0, expect.stringMatching(/^Plan: 2 to enable/)]);
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

  it('gives a command that stores the missing token as it is: there is no context yet that names the platform', async () => {
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
    const input = `${url}\n${organization}\nacme\n`;
    const { status, err } = await runWith({ environment: bare, columns: 80, input }, 'init');
    expect([status, err]).toEqual([0, expect.stringContaining(`Name of the context [${organization}]: `)]);
    expect(readFileSync(file, 'utf8')).toContain('name: acme');
  });
});

describe('headroom context', () => {
  const two = async () => {
    const home = await atHome();
    const { file, url, organization, store } = home;
    await home.init('--name', 'one');
    writeFileSync(
      file,
      `current: one
contexts:
  - { name: one, baseUrl: "${url}", organization: ${organization}, store: ${store} }
  - { name: two, baseUrl: "${url}", organization: org-two, store: ${store}-two }
`,
    );
    return home;
  };

  it('lists contexts, makes another one current, and shows it', async () => {
    const { run, organization } = await two();
    expect((await run('context', 'list', '-o', 'csv')).out).toMatch(
      new RegExp(`\\*,one,${organization},.*\\r\\n,two,org-two,`),
    );
    expect((await run('context', 'use', 'two')).out).toMatch(/^Current context: two \(organization org-two at /);
    expect(JSON.parse((await run('context', 'show', '--json')).out)).toMatchObject({ name: 'two', current: true });
    expect((await run('context', 'show', 'one')).out).toContain(`organization: ${organization}`);
  });

  it('refuses a name that is none, with the known ones', async () => {
    const { run } = await two();
    for (const argv of [
      ['context', 'use', 'three'],
      ['plan', '--context', 'three'],
    ])
      expect(await run(...argv)).toMatchObject({ status: 1, err: 'error: no context three; known: one, two\n' });
  });

  it('is chosen by --context, also against the environment', async () => {
    const { runWith, bare, organization } = await two();
    const environment = { ...bare, HEADROOM_ORGANIZATION: 'org-two' };
    expect((await runWith({ environment }, 'plan', '--context', 'one')).status).toBe(0);
    const other = await runWith({ environment }, 'plan', '--context', 'one', '--organization', 'org-two');
    expect(other).toMatchObject({
      status: 2,
      err: 'error: context one is not of org-two; omit --context or the other flag\n',
    });
    expect(organization).not.toBe('org-two');
  });

  it('never lends its store or platform to another organization', async () => {
    const { run } = await two();
    // The current context is of another organization, so its base URL does not apply.
    const { status, err } = await run('plan', '--organization', 'org-two');
    expect([status, err]).toEqual([2, expect.stringContaining('--base-url is missing')]);
  });

  it('file with a token, an unknown member or a name twice stops every command that it concerns', async () => {
    const { run, file } = await two();
    const context = '{ name: a, baseUrl: u, organization: o';
    for (const [text, message] of [
      [`contexts: [${context}, token: secret }]`, 'token'],
      [`contexts: [${context} }, ${context} }]`, 'two contexts have the name a'],
      ['contexts: {', 'config.yaml'],
    ] as const) {
      writeFileSync(file, text);
      const { status, err } = await run('plan');
      expect([status, err]).toEqual([2, expect.stringContaining(message)]);
      expect(err).not.toContain('secret');
    }
  });
});
