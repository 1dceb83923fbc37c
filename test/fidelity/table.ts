import { type Coverage, coverageOf } from './coverage.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

/** The table as a page: requirements of the sources, their tests and their implementation. */

/** Path of the generated page. */
export const page = 'docs/internals/fidelity.md';

const titles: Readonly<Record<string, string>> = {
  '§0': 'Preamble',
  '§1': '§1 The service',
  '§2': '§2 Resources and their fields',
  '§3': '§3 States and transitions',
  '§4': '§4 Endpoints',
  '§5': '§5 Authentication',
  '§6': '§6 Events',
  '§7': '§7 Errors',
  '§8': '§8 Limits',
  '§9': '§9 Versioning',
  'pf 2.13': 'Errors in public sources (pf 2.13)',
  'pf 2.14': 'Requirements of client programs (pf 2.14)',
};

/** A cell: a bar or a line break would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const linksTo = (paths: readonly string[], short: (path: string) => string): string =>
  paths.map((path) => `[${short(path)}](../../${path})`).join('<br>');

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

/** The whole page, from the marks in tests and code. */
export const fidelityPage = (): string => {
  const coverage = coverageOf(rows);
  const shown = rows.filter(({ assumed, notApplicable }) => assumed === undefined && notApplicable === undefined);
  const chosen = rows.filter(({ assumed }) => assumed !== undefined);
  const chapters = Object.entries(titles).flatMap(([chapter, title]) => [
    `## ${title}`,
    '',
    '| Row | Requirement, in our words | Tests | Implementation |',
    '|---|---|---|---|',
    ...rows.filter((row) => chapterOf(row) === chapter).map((row) => lineOf(row, coverage)),
    '',
  ]);
  return [
    '# Fidelity',
    '',
    'Every requirement of the [specification](sources/specification.md), sentence by sentence and row by row, and of two sections of the',
    '[platform facts](sources/platform-facts.md), with its tests and its implementation.',
    '`npm run fidelity` generates this page from the marks in tests and code; do not edit it. A mark is the id of a row. It is',
    'in the name of a test or in a comment directly above the test, and in a comment of the implementation. Where the',
    'specification shows nothing, [assumptions.md](assumptions.md) lists the choice. Five sentences cannot be seen by a client of the',
    'embedded platform; [each has its reason](../embedded-platform.md#what-it-cannot-show).',
    '',
    `${shown.length} rows are requirements with tests, ${chosen.length} are choices, ${rows.length - shown.length - chosen.length} do not apply here.`,
    '',
    ...chapters,
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
};
