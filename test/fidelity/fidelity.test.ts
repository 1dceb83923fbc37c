import { describe, expect, it } from 'vitest';
import { coverageOf, filesBelow, sourceOf } from './coverage.ts';
import { rows } from './rows.ts';
import { fidelityPage, page } from './table.ts';

const coverage = coverageOf(rows);
const demanded = rows.filter(({ assumed, notApplicable }) => assumed === undefined && notApplicable === undefined);

/** Assumptions that a text names. */
const assumptionsIn = (text: string): string[] => text.match(/\bA-\d+\b/g) ?? [];
const listed = [...sourceOf('docs/internals/assumptions.md').matchAll(/^\|(A-\d+)\|/gm)].map(([, id = '']) => id);
const code = ['lib', 'functions', 'bin'].flatMap((folder) => filesBelow(folder, '.ts'));

describe('every row of the specification', () => {
  it('exists once', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    // Option names are the names of §2.4 without a space.
    expect(ids.filter((id) => /^§2\.4 [a-z0-9_.]+$/.test(id))).toHaveLength(95);
  });

  it('that is a requirement has a test with its id in its name, or in a comment directly above it', () => {
    expect(demanded.filter(({ id }) => coverage.tests.get(id)?.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('that is a requirement has an implementation with its id in a comment', () => {
    expect(demanded.filter(({ id }) => coverage.implementations.get(id)?.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('that is not shown names assumptions that are listed', () => {
    const named = rows.flatMap(({ assumed = [] }) => assumed);
    expect(named.filter((id) => !listed.includes(id))).toEqual([]);
  });
});

it('every mark names a row; a section without a name is followed by no word (write "the maximum (§2.1)")', () => {
  expect(coverage.unknown).toEqual([]);
});

describe('every assumption', () => {
  it('that code or a test names is listed in docs/internals/assumptions.md', () => {
    const files = [...code, ...filesBelow('test', '.ts')];
    const unlisted = files.flatMap((path) =>
      assumptionsIn(sourceOf(path))
        .filter((id) => !listed.includes(id))
        .map((id) => `${path}: ${id}`),
    );
    expect(unlisted).toEqual([]);
  });

  it('that is listed is listed once and marked in lib', () => {
    expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
    const marked = new Set(filesBelow('lib', '.ts').flatMap((path) => assumptionsIn(sourceOf(path))));
    expect(listed.filter((id) => !marked.has(id))).toEqual([]);
  });
});

it(`${page} is up to date with tests and code (npm run fidelity)`, () => {
  expect(sourceOf(page)).toBe(fidelityPage());
});
