import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { openShell, token } from './shell.ts';

const orgWide = 'docs/policies/org-wide.yaml';

describe('errors', () => {
  it.each([
    ['no policy anywhere', ['plan'], {}, 1, /the store has no policy\.yaml; pass a policy document with --policy/],
    [
      'a policy that is not there',
      ['plan', '--policy', 'nowhere.yaml'],
      {},
      1,
      /^error: nowhere\.yaml: cannot be read \(ENOENT\)/,
    ],
    ['no token', ['plan'], { HEADROOM_TOKEN: '' }, 2, /^error: no token: set HEADROOM_TOKEN/],
    [
      'no setting at all',
      ['plan'],
      { HEADROOM_TOKEN: '', HEADROOM_BASE_URL: '', HEADROOM_ORGANIZATION: '' },
      2,
      /^error: --organization \(HEADROOM_ORGANIZATION\), --base-url \(HEADROOM_BASE_URL\) and a token \(.*\) are missing/,
    ],
    ['no base URL', ['plan'], { HEADROOM_BASE_URL: '' }, 2, /--base-url is missing: add it, or set HEADROOM_BASE_URL/],
    [
      'no organization',
      ['plan'],
      { HEADROOM_ORGANIZATION: '' },
      2,
      /--organization is missing: add it, or set HEADROOM_ORGANIZATION/,
    ],
    ['plain http to another machine', ['plan'], { HEADROOM_BASE_URL: 'http://192.0.2.1' }, 1, /https/],
    ['a store that cannot be written', ['plan'], { HEADROOM_STORE: '/dev/null/store' }, 1, /--store or HEADROOM_STORE/],
    [
      'a store that only a run finds unusable, because nothing is there to read',
      ['plan', '--policy', 'docs/policies/org-wide.yaml', '--store', '/proc/none'],
      {},
      1,
      /^(reading.*\n)?error: cannot use the store \/proc\/none \(\w+\); set a writable directory/,
    ],
    [
      'a bucket with one slash',
      ['audit', '--store', 's3:/bucket'],
      {},
      2,
      /^error: --store s3:\/bucket: write s3:\/\//,
    ],
    ['a store with an empty name', ['plan'], { HEADROOM_STORE: '' }, 2, /^error: HEADROOM_STORE is empty: name a dir/],
    ['a store whose name is a space', ['plan'], { HEADROOM_STORE: ' ' }, 2, /^error: HEADROOM_STORE is empty/],
    ['an empty --store', ['plan', '--store', ''], {}, 2, /^error: --store is empty: name a directory/],
    ['an empty store to look into', ['audit'], { HEADROOM_STORE: '' }, 2, /^error: HEADROOM_STORE is empty/],
    ['an unknown option', ['plan', '--polcy', 'x'], {}, 2, /unknown option '--polcy'/],
    ['an unknown command', ['aply'], {}, 2, /unknown command 'aply'/],
    ['a rate of 0', ['plan', '--calls-per-minute', '0'], {}, 2, /--calls-per-minute 0: must be a whole number from 1/],
    [
      'a plan file that cannot be written',
      ['plan', '--policy', 'docs/policies/org-wide.yaml', '--out', '/dev/null/plan.json'],
      {},
      2,
      /--out \/dev\/null\/plan\.json: cannot be written/,
    ],
    ['a comparison with nothing', ['policy', 'diff'], {}, 2, /^error: Name the new policy: headroom policy diff NEW/],
    ['a plan and projects', ['apply', '--plan', 'x', '--project', 'y'], {}, 2, /use --plan without --project/],
    ['a plan that is not there', ['apply', '--plan', 'x'], {}, 1, /^error: x: cannot be read \(ENOENT\)/],
  ] as const)('%s is one clear line and the right exit status', async (_what, argv, environment, status, text) => {
    const shell = await openShell(even(1, 1));
    const ended = await shell.runWith({ environment }, ...argv);
    expect(ended.status).toBe(status);
    expect(ended.err).toMatch(text);
    expect(ended.err).not.toContain('    at ');
    expect(ended.out).toBe('');
  });

  it.each([
    ['validate'],
    ['plan', '--policy'],
    ['plan', '--base'],
    ['apply', '--plan'],
    ['policy', 'put'],
    ['policy', 'diff'],
    ['policy', 'test'],
    ['config', 'check'],
    ['simulate', '--policy'],
    ['simulate', '--scenario'],
    ['platform', '--port', '0', '--scenario'],
    ['start', '--port', '0', '--scenario'],
  ])('exit with 1 for a file that does not exist: %s %s', async (...argv) => {
    const shell = await openShell(even(1, 1));
    const policy = argv[1] === '--base' ? ['--policy', 'docs/policies/org-wide.yaml'] : [];
    const { status, err } = await shell.run(...argv, 'nowhere.yaml', ...policy);
    expect([status, err]).toEqual([1, expect.stringMatching(/^error: nowhere\.yaml: cannot be read \(ENOENT\); use /)]);
  });

  it.each([
    [['plan', '--json'], {}, 1, 'policy-invalid', 'pass a policy document with --policy'],
    [
      ['plan', '-o', 'json'],
      { HEADROOM_TOKEN: '' },
      2,
      'usage',
      "set HEADROOM_TOKEN, or store one with 'headroom token",
    ],
    [['plan', '--json', '--polcy', 'x'], {}, 2, 'usage', 'see --help'],
    [['aply', '--output=json'], {}, 2, 'usage', 'see --help'],
    [
      ['apply', '--json', '--approve', 'abcdefabcdef', '--policy', orgWide],
      {},
      1,
      'approval-unknown',
      "Run 'headroom plan' first",
    ],
    [
      ['explain', '--json', 'project-0/nowhere', '--policy', orgWide],
      {},
      1,
      'not-found',
      'see headroom plan --project',
    ],
    [['plan', '--json', '--project', 'nowhere', '--policy', orgWide], {}, 1, 'not-found', null],
    [['disks', '--json'], {}, 1, 'not-found', "Run 'headroom plan' first."],
    [['report', '--format', 'json'], {}, 1, 'not-found', 'headroom apply creates one'],
    [['policy', 'diff', '-ojson'], {}, 2, 'usage', 'Name the new policy: headroom policy diff NEW'],
    [['plan', '--json', '--store', '/dev/null/x'], {}, 1, 'store-unavailable', 'set a writable directory'],
    [['validate', 'nowhere.yaml', '--json'], {}, 1, 'not-found', 'use the path of a policy document'],
    [['grant', 'a/b', '--json', '--end', '5'], {}, 2, 'usage', 'use --end without GB'],
  ] as const)(
    'are one JSON document with --json, beside the line: %s',
    async (argv, environment, status, code, remedy) => {
      const shell = await openShell(even(1, 1));
      const ended = await shell.runWith({ environment }, ...argv);
      const { error, ...rest } = JSON.parse(ended.out);
      expect([ended.status, rest]).toEqual([
        status,
        { code, remedy: remedy === null ? null : expect.stringContaining(remedy), format: 1 },
      ]);
      expect(ended.err).toContain(`error: ${error}\n`);
    },
  );

  it('have a code of their own after Ctrl-C', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.runWith({ signal: AbortSignal.abort() }, 'plan', '--json', '--policy', orgWide);
    expect([status, JSON.parse(out)]).toMatchObject([130, { code: 'interrupted' }]);
  });

  it('are no document for a word after --, or for the value of another flag', async () => {
    const shell = await openShell(even(1, 1));
    expect((await shell.run('validate', '--', '--json')).out).toBe('');
    expect((await shell.run('plan', '--policy', 'json')).out).toBe('');
  });

  it('follow no document that the command has already written', async () => {
    const shell = await openShell(even(1, 1));
    const file = join(shell.store, keys.unsealedRun('run-0'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'damaged');
    const { status, out, err } = await shell.run('audit', '--json');
    expect([status, JSON.parse(out), err]).toEqual([
      1,
      { records: [], leftOut: 0, format: 1 },
      expect.stringContaining('error: '),
    ]);
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
      await shell.run('validate', '--json', token),
    ];
    const stored = readdirSync(shell.store, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(stored.length).toBeGreaterThan(5);
    for (const text of [...ended.flatMap(({ out, err }) => [out, err]), ...stored]) expect(text).not.toContain(token);
  });
});
