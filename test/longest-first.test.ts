import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longest, placeOf } from './longest-first.ts';

it('the files that take longest exist, and come before all others', () => {
  const paths = longest.map((name) => join(import.meta.dirname, name));
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const others = [join(import.meta.dirname, 'docs.test.ts'), join(import.meta.dirname, 'core', 'cost.test.ts')];
  const sorted = [...others, ...paths.toReversed()].toSorted((a, b) => placeOf(a) - placeOf(b));
  expect(sorted).toEqual([...paths, ...others]);
});
