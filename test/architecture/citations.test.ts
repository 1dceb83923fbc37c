import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rows } from '../fidelity/rows.ts';
import { filesBelow } from '../files-below.ts';
import { citationsIn, formlessIn } from './citations.ts';

const root = join(import.meta.dirname, '..', '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Tests of the readers of citations contain some that name nothing. */
const invented = [
  'test/architecture/citations.test.ts',
  'test/architecture/citations.ts',
  'test/fidelity/marks.test.ts',
];

const files = [
  ...filesBelow('lib', 'functions', 'bin', 'test', 'docs'),
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
].filter((path) => /\.(?:ts|mjs|cjs|md)$/.test(path) && !invented.includes(path));

/** Headings of docs/internals/sources begin with the citation that names them. */
const headings = files
  .filter((path) => path.startsWith('docs/internals/sources/'))
  .flatMap((path) => textOf(path).match(/^##+ .+$/gm) ?? [])
  .flatMap((heading) => citationsIn(heading).slice(0, 1));

/** Rules that are rows of another page: sentences of the specification, and invariants of the design. */
const sentences = rows.map(({ id }) => id).flatMap((id) => (id.startsWith('§') ? citationsIn(id) : []));
const invariants = [...textOf('docs/internals/simulation.md').matchAll(/^\| (\d+) /gm)].map(
  ([, row]) => `design §12.${row}`,
);
const known = new Set([...headings, ...sentences, ...invariants]);

describe('a citation', () => {
  it.each([
    ['as §2.4 rule 9 says', ['spec.md §2.4']],
    ['(spec.md §1.3, §4.1; pf 1.1)', ['spec.md §1.3', 'spec.md §4.1', 'pf 1.1']],
    ['(pf 2.10, 2.14), 3 of them', ['pf 2.10', 'pf 2.14']],
    ['pf 2.13 409 only one', ['pf 2.13']],
    ['(design §7, §12.3; §4.2)', ['design §7', 'design §12.3', 'spec.md §4.2']],
    ['/**\n * One (scale\n * §4).\n */', ['scale §4']],
    ['the JSON of a plan (interface.md §3)', ['interface.md §3']],
    ['GB, 2.4 of them, and § alone', []],
  ])('is read from %j', (text, cited) => {
    expect(citationsIn(text)).toEqual(cited);
    expect(formlessIn(text)).toEqual([]);
  });

  it.each([
    'platform-facts §2.4',
    'design.md §8',
    'the names of spec.md',
    'interface.md',
    'spec §1.1',
    'house, part 4',
  ])('has one form, and not this: %s', (text) => {
    expect(formlessIn(`as ${text}.`)).toHaveLength(1);
  });

  it('in code, tests and documents has that form, and names a section of docs/internals/sources', () => {
    const wrong = files.flatMap((path) => {
      const text = textOf(path);
      const unknown = citationsIn(text).filter((section) => !known.has(section));
      return [...formlessIn(text), ...unknown].map((found) => `${path}: ${found}`);
    });
    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThan(1000);
  });
});

describe('a section of docs/internals/sources', () => {
  it('stands there once', () => {
    expect(headings.filter((section, index) => headings.indexOf(section) !== index)).toEqual([]);
    expect(invariants).toHaveLength(12);
  });

  it('is cited by code, a test or another document, itself or a part of it', () => {
    const elsewhere = files.filter(
      (path) => !path.startsWith('docs/internals/sources/') && path !== 'docs/internals/fidelity.md',
    );
    const cited = [...new Set(elsewhere.flatMap((path) => citationsIn(textOf(path))))];
    const isCited = (section: string) => cited.some((one) => one === section || one.startsWith(`${section}.`));
    expect(headings.filter((section) => !isCited(section))).toEqual([]);
  });
});
