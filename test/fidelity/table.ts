import { type Coverage, coverageOf } from './coverage.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

/** The table as a page: what the sources demand, which tests show it, which files do it. */

/** Where the page is. */
export const page = 'docs/fidelity.md';

const titles: Readonly<Record<string, string>> = {
  '§0': 'Preamble',
  '§1': '§1 What the service does',
  '§2': '§2 Resources and their fields',
  '§3': '§3 States and transitions',
  '§4': '§4 Endpoints',
  '§5': '§5 Authentication',
  '§6': '§6 Events',
  '§7': '§7 Errors',
  '§8': '§8 Limits',
  '§9': '§9 Versioning',
  'pf 2.13': 'Errors that public sources show (pf 2.13)',
  'pf 2.14': 'What client programs read (pf 2.14)',
};

/** A cell: a bar or a line break would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const linksTo = (paths: readonly string[], short: (path: string) => string): string =>
  paths.map((path) => `[${short(path)}](../${path})`).join('<br>');

const testCell = (row: Row, tests: readonly string[]): string => {
  if (row.notApplicable !== undefined) return `not applicable: ${cell(row.notApplicable)}`;
  const chosen = (row.assumed ?? []).map((assumption) => `[${assumption}](assumptions.md)`).join(', ');
  const shown = linksTo(tests, (path) => path.replace(/^test\//, '').replace(/\.test\.ts$/, ''));
  return [...(chosen === '' ? [] : [`not shown; chosen: ${chosen}`]), ...(shown === '' ? [] : [shown])].join('<br>');
};

const lineOf = (row: Row, { tests, implementations }: Coverage): string => {
  const files = linksTo(implementations.get(row.id) ?? [], (path) => path);
  return `| ${cell(row.id)} | ${cell(row.says)} | ${testCell(row, tests.get(row.id) ?? [])} | ${files} |`;
};

const chapterOf = ({ id }: Row): string => /^(?:§\d+|pf 2\.1[34])/.exec(id)?.[0] ?? '';

/** The whole page, from what stands in tests and code now. */
export const fidelityPage = (): string => {
  const coverage = coverageOf(rows);
  const shown = rows.filter(({ assumed, notApplicable }) => assumed === undefined && notApplicable === undefined);
  const chosen = rows.filter(({ assumed }) => assumed !== undefined);
  const chapters = Object.entries(titles).flatMap(([chapter, title]) => [
    `## ${title}`,
    '',
    '| Row | Says, in our words | Tests | Implementation |',
    '|---|---|---|---|',
    ...rows.filter((row) => chapterOf(row) === chapter).map((row) => lineOf(row, coverage)),
    '',
  ]);
  return [
    '# Fidelity',
    '',
    'What the specification demands, sentence by sentence and row by row, with the tests that show it and the files that do',
    'it. Made by `npm run fidelity` from the marks in tests and code; do not edit it. A mark is the id of a row: in the name',
    'of a test or directly above it, and in a comment of the file that does it. What the specification does not show and',
    'had to be chosen is in [assumptions.md](assumptions.md).',
    '',
    `${shown.length} rows are demanded and tested, ${chosen.length} are not shown and were chosen, ${rows.length - shown.length - chosen.length} ask for nothing here.`,
    '',
    ...chapters,
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
};
