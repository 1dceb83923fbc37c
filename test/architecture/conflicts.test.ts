import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../files-below.ts';

const root = join(import.meta.dirname, '..', '..');

/** A conflict that is caught, or handled by its type. */
const caught = /instanceof StoreConflict/;

/** The one place for objects, adapters that make or repeat conflicts, secrets, and readings that a later one overtook. */
const places = [
  'lib/aws/proven-conditions.ts',
  'lib/local/directory-store.ts',
  'lib/local/secret-file.ts',
  'lib/run/inventory/take-reading.ts',
  'lib/run/publish/end-events.ts',
  'lib/run/store/conditions.ts',
  'lib/run/token/create-token.ts',
  'lib/run/token/stored-tokens.ts',
];

it('a conflict between two writers of an object is handled by one function, so no caller writes its own loop', () => {
  const found = filesBelow('lib', 'functions')
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => caught.test(readFileSync(join(root, file), 'utf8')));
  expect(found.filter((file) => !places.includes(file))).toEqual([]);
});
