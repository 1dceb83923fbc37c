import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedOptions } from '../../lib/wire/search-options/options.ts';
import { type Marks, marksReader, mayHoldMarks } from './marks.ts';
import { type Piece, piecesWith } from './read-source.ts';
import type { Row } from './row.ts';

/** Root of the checkout. */
export const root = join(import.meta.dirname, '../..');

/** The marked files of each row, as sorted paths below the checkout. */
export interface Coverage {
  readonly tests: ReadonlyMap<string, readonly string[]>;
  readonly implementations: ReadonlyMap<string, readonly string[]>;
  /** Marks that name no row, with their file, which may be a helper of tests. */
  readonly unknown: readonly string[];
}

/** Sorted paths of the files below a folder with this ending, the same on every machine. */
export const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(end))
    .sort();

export const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/**
 * Whether a piece of a test file is a name, or a comment directly above one: of a test, of a group of tests, or of the
 * first cell of a row or the key of a table that tests are made from.
 */
const namesTest = ({ kind, before, after }: Piece): boolean => {
  if (kind === 'comment') return /^(?:test|it|describe)\b/.test(after);
  return /\b(?:test|it|describe)(?:\.\w+)*\($|\)\s*\($|\[$/.test(before) || after.startsWith(':');
};

/** Last part of an option's id, which its source must contain. */
const ownName = (id: string): string => /(\w+)$/.exec(id)?.[1] ?? id;

/** The rows that one file marks. */
interface FileMarks {
  readonly path: string;
  readonly rows: ReadonlySet<string>;
  readonly unknown: readonly string[];
}

/** Whether a pattern marks a row: in code only if the file contains the option's name. */
const believes = (isTest: boolean, source: string, id: string): boolean =>
  isTest || new RegExp(`\\b${ownName(id)}\\b`).test(source);

const fileReader =
  (read: (text: string) => Marks) =>
  (path: string, isTest: boolean): FileMarks => {
    const source = sourceOf(path);
    const pieces = piecesWith(mayHoldMarks, source);
    const counted = pieces.filter((piece) => (isTest ? namesTest(piece) : piece.kind === 'comment'));
    const marks = counted.map(({ content }) => read(content));
    const byPattern = marks.flatMap((mark) => [...mark.byPattern]).filter((id) => believes(isTest, source, id));
    return {
      path,
      rows: new Set([...marks.flatMap((mark) => [...mark.rows]), ...byPattern]),
      unknown: pieces.flatMap(({ content }) => read(content).unknown.map((mark) => `${path}: ${mark}`)),
    };
  };

/** The file of the search options marks no row: each of its options is the row of that name. */
const optionsFile: FileMarks = {
  path: 'lib/wire/search-options/options.json',
  rows: new Set(namedOptions('documented').map(({ path }) => `§2.4 ${path.join('.')}`)),
  unknown: [],
};

const pathsByRow = (rows: readonly Row[], files: readonly FileMarks[]): Map<string, string[]> =>
  new Map(rows.map(({ id }) => [id, files.filter((file) => file.rows.has(id)).map(({ path }) => path)]));

/** Finds the marks of all rows in tests and code. */
export const coverageOf = (rows: readonly Row[]): Coverage => {
  const fileMarks = fileReader(marksReader(rows));
  const filesOfTests = filesBelow('test', '.ts')
    .filter((path) => !/^test\/(?:fidelity\/|architecture\/citations)/.test(path))
    .map((path) => fileMarks(path, true));
  const tests = filesOfTests.filter(({ path }) => path.endsWith('.test.ts'));
  const code = [...filesBelow('functions', '.ts'), ...filesBelow('lib', '.ts')].map((path) => fileMarks(path, false));
  return {
    tests: pathsByRow(rows, tests),
    implementations: pathsByRow(rows, [...code, optionsFile]),
    unknown: [...filesOfTests, ...code].flatMap((file) => file.unknown),
  };
};
