import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../files-below.ts';

const root = join(import.meta.dirname, '..', '..');

/** A comparison written by hand, which is often wrong for equal texts, or one that depends on the machine's language. */
const byHand = /[\w)`'] [<>] (?!0 )[^?\n]{1,60} \? -1 :|\.localeCompare\(/;

/** Where texts are compared, and where numbers of several types are. */
const comparators = ['lib/core/model/grouping.ts', 'lib/core/twin/ranges.ts'];

it('texts are ordered by one function: byText, or byPlace for project and service', () => {
  const files = filesBelow('lib', 'functions').filter((file) => file.endsWith('.ts'));
  const found = files.filter((file) => byHand.test(readFileSync(join(root, file), 'utf8')));
  expect(found.sort()).toEqual(comparators);
});
