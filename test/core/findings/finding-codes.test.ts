import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingCodes, isAcceptable, severityOf } from '../../../lib/core/findings/finding-codes.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Codes that the sources give to findings as literals. */
const used = ['lib/core', 'lib/run', 'functions']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'finding-codes.ts')
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )
  .flatMap((text) => [
    ...text.matchAll(/(?:code: |finding\((?:decision, |subject\.judgement\.decision, )?)'([a-z-]+)'/g),
  ])
  .map(([, code = '']) => code)
  // The first is an error of the schema library, the others are kinds of documents.
  .filter((code) => !['custom', 'rule', 'baseline'].includes(code));

it('every finding has a severity', () => {
  expect(used.length).toBeGreaterThan(20);
  expect([...new Set(used)].filter((code) => !Object.hasOwn(findingCodes, code))).toEqual([]);
});

it.each(['of-tomorrow', 'constructor'])(
  'a code of another version, such as %s, is a warning and cannot be accepted',
  (code) => {
    expect([severityOf(code), isAcceptable(code)]).toEqual(['warning', false]);
  },
);
