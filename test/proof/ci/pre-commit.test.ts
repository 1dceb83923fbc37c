import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { openShell } from '../../cli/commands/shell.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { even } from '../../workflow/scenarios.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const hooks = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8'));
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it('the hook for pre-commit checks the policy with its calendar, and starts for their files alone', async () => {
  expect(hooks).toHaveLength(1);
  const [{ id, language, entry, args, files, pass_filenames: passes }] = hooks;
  expect([id, language, passes]).toEqual(['headroom-validate', 'node', false]);
  const starts = (file: string) => new RegExp(files).test(file);
  expect(['policy.yaml', 'ops/policy.yml', 'calendars/freeze.ics'].filter(starts)).toHaveLength(3);
  expect(['README.md', 'my-policy.yaml', 'calendars/notes.md'].filter(starts)).toEqual([]);

  const [program, ...words] = [...entry.split(' '), ...args];
  expect(Object.keys(bin)).toContain(program);
  const folder = temporaryDirectory();
  cpSync(join(root, 'docs', 'policies', 'org-wide.yaml'), join(folder, 'policy.yaml'));
  const shell = await openShell(even(1, 1));
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(folder);
  expect((await shell.run(...words)).status).toBe(0);
  writeFileSync('policy.yaml', 'version: 2\n');
  expect(await shell.run(...words)).toMatchObject({
    status: 1,
    err: expect.stringContaining('policy.yaml:1:10 version:'),
  });
});
