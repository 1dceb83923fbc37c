import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { testsBeside } from './tests-beside.ts';

/**
 * `npm run room`: the tests beside the files that git calls changed, or beside those that are given, and the rules of imports.
 * `vitest --changed` follows imports instead, for minutes, and finds half of all tests.
 */

const root = join(import.meta.dirname, '..', '..');
const lines = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

const others = ['ls-files', '--others', '--exclude-standard'];
const given = process.argv.slice(2).map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
const changed = given.length > 0 ? given : [...lines('diff', '--name-only', 'HEAD'), ...lines(...others)];
const { tests, without } = testsBeside(changed, [...lines('ls-files'), ...lines(...others)]);
const say = (text: string) => process.stdout.write(`${text}\n`);
for (const path of without) say(`${path}: no tests beside it; npm test -- --changed finds those that reach it`);
if (tests.length === 0) {
  say('nothing that changed has tests beside it; give a file or folder, such as: npm run room -- lib/core/undo');
  process.exit(1);
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const files = [...tests, 'test/architecture/imports.test.ts'];
process.exit(spawnSync(process.execPath, [vitest, 'run', ...files], { cwd: root, stdio: 'inherit' }).status ?? 1);
