import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** A comparison written by hand, which is often wrong for equal texts, or one that depends on the machine's language. */
const byHand = /[\w)`'] [<>] (?!0 )[^?\n]{1,60} \? -1 :|\.localeCompare\(/;

/** Where texts are compared, and where numbers of several types are. */
const comparators = ['lib/core/model/grouping.ts', 'lib/core/twin/ranges.ts'];

it('texts are ordered by one function: byText, or byPlace for project and service', () => {
  const files = execFileSync('git', ['ls-files', '--', 'lib/**/*.ts', 'functions/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  const found = files.filter((file) => byHand.test(readFileSync(join(root, file), 'utf8')));
  expect(found.sort()).toEqual(comparators);
});
