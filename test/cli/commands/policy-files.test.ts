import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePipe } from '../../installed.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, organizationOf, pg } from '../../workflow/scenarios.ts';
import { type Ended, openShell, type Shell, token } from './shell.ts';

const scenario = organizationOf([{ name: 'data-a', services: [pg('orders', { usedGb: 40 })] }]);
const cases = 'cases:\n  - { name: c, given: { project: data-a, service: s, type: pg }, expect: { effect: enable } }\n';
const secret = 'canary-7f21-secret';

/** A folder with a policy and cases for it, and one outside with a secret in files of the names that the policy reads. */
const folders = (more: string): { readonly inside: string; readonly outside: string } => {
  const around = temporaryDirectory();
  const [inside, outside] = [join(around, 'policies'), join(around, 'outside')];
  for (const folder of [inside, outside, join(inside, 'calendars')]) mkdirSync(folder);
  writeFileSync(join(inside, 'policy.yaml'), enableAll(100, more));
  writeFileSync(join(inside, 'cases.yaml'), `policy: policy.yaml\n${cases}`);
  writeFileSync(join(outside, 'freeze.ics'), `password ${secret}\n`);
  return { inside, outside };
};

/** Every command that reads the files that a policy names. */
const readers = (inside: string): readonly (readonly string[])[] => {
  const policy = join(inside, 'policy.yaml');
  return [
    ['validate', policy],
    ['plan', '--policy', policy],
    ['plan', '--base', policy, '--policy', policy],
    ['policy', 'diff', policy, policy],
    ['policy', 'put', policy],
    ['simulate', '--policy', policy],
  ];
};

const refusals = async (shell: Shell, commands: readonly (readonly string[])[]): Promise<Ended[]> => {
  const ended: Ended[] = [];
  for (const argv of commands) ended.push(await shell.run(...argv));
  return ended;
};

describe('a policy whose calendar leads elsewhere', () => {
  it.each<[string, (inside: string, outside: string) => void, string]>([
    [
      'it is a link',
      (inside, outside) => symlinkSync(join(outside, 'freeze.ics'), join(inside, 'calendars', 'freeze.ics')),
      'calendars/freeze.ics: is a symbolic link',
    ],
    [
      'its folder is a link',
      (inside, outside) => {
        rmdirSync(join(inside, 'calendars'));
        symlinkSync(outside, join(inside, 'calendars'));
      },
      'calendars: is a symbolic link',
    ],
    [
      'it is a pipe',
      (inside) => makePipe(join(inside, 'calendars', 'freeze.ics')),
      'calendars/freeze.ics: is not a regular file',
    ],
  ])('is refused by every command without a word of it if %s', async (_, make, error) => {
    const shell = await openShell(scenario);
    const { inside, outside } = folders('freeze: { calendar: calendars/freeze.ics }\n');
    make(inside, outside);
    // A comparison of policies reads no calendar.
    const asked = readers(inside).filter((argv) => argv[1] !== 'diff');
    for (const { status, out, err } of await refusals(shell, asked)) {
      expect([status, err]).toEqual([1, expect.stringContaining(join(inside, error))]);
      expect(out + err).not.toContain(secret);
    }
  });
});

describe('cases that name a policy', () => {
  it.each([
    ['a link', 'linked.yaml', 'linked.yaml: is a symbolic link'],
    ['an absolute path', '/etc/passwd', 'cases.yaml:1:9 policy: must be the path of a YAML or JSON file'],
    ['a hidden file', '.secrets/token.json', 'cases.yaml:1:9 policy: must be the path of a YAML or JSON file'],
    ['a pipe', 'pipe.yaml', 'pipe.yaml: is not a regular file'],
    ['a file that does not exist', 'none.yaml', 'none.yaml: cannot be read (ENOENT)'],
  ])('do not read %s', async (_, policy, error) => {
    const shell = await openShell(scenario);
    const { inside, outside } = folders('');
    symlinkSync(join(outside, 'freeze.ics'), join(inside, 'linked.yaml'));
    if (policy === 'pipe.yaml') makePipe(join(inside, policy));
    writeFileSync(join(inside, 'cases.yaml'), `policy: ${policy}\n${cases}`);
    const { status, out, err } = await shell.run('policy', 'test', join(inside, 'cases.yaml'));
    expect([status, err]).toEqual([1, expect.stringContaining(join(inside, error))]);
    expect(out + err).not.toContain(secret);
  });
});

describe('a document that is no mapping', () => {
  it.each([
    ['text', 'password canary-7f21-secret', 'must be a mapping, not text'],
    ['a number', '4217', 'must be a mapping, not a number'],
    ['text that is no YAML', '[a] canary-7f21-secret', 'document: '],
    ['an unknown tag', '!canary-7f21-secret x', 'document: '],
  ])('is not quoted: %s', async (_, text, error) => {
    const shell = await openShell(scenario);
    const { inside } = folders('');
    const policy = join(inside, 'policy.yaml');
    writeFileSync(policy, `${text}\n`);
    for (const argv of [...readers(inside), ['config', 'check', policy]]) {
      const { status, out, err } = await shell.run(...argv);
      expect([status, err]).toEqual([1, expect.stringContaining(error)]);
      expect(out + err).not.toContain(text.replace(/^\[a\] |^!|^password /, '').split(' ')[0]);
    }
  });
});

describe('the token of the process', () => {
  it('is in no error, wherever it stands in a document', async () => {
    const shell = await openShell(scenario);
    const { inside } = folders('');
    const policy = join(inside, 'policy.yaml');
    writeFileSync(policy, `version: 1\nmode: ${token}\n${token}: 1\nrules: []\n`);
    for (const argv of [...readers(inside), ['validate', '--json', policy], ['validate', token], [token]]) {
      const { status, out, err } = await shell.run(...argv);
      expect(status).toBeGreaterThan(0);
      expect(out + err).toContain('[token]');
      expect(out + err).not.toContain(token);
    }
  });

  it('is in no stack either', async () => {
    const shell = await openShell(scenario);
    const { err } = await shell.runWith({ environment: { HEADROOM_DEBUG: '1' } }, 'validate', `${token}.yaml`);
    expect(err).toContain('[token].yaml');
    expect(err).toContain('    at ');
    expect(err).not.toContain(token);
  });
});
