import { type Coverage, coverageOf } from './coverage.ts';
import { optionRows } from './option-rows.ts';
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

const linksTo = (tests: readonly string[]): string =>
  tests.map((path) => `[${path.replace(/^test\//, '').replace(/\.test\.ts$/, '')}](../../${path})`).join('<br>');

const evidenceOf = (row: Row, { tests }: Coverage): string => {
  if (row.notApplicable !== undefined) return `not applicable: ${cell(row.notApplicable)}`;
  const chosen = (row.assumed ?? []).map((assumption) => `[${assumption}](assumptions.md)`).join(',');
  return chosen === '' ? linksTo(tests.get(row.id) ?? []) : `chosen: ${chosen}`;
};

/** Below its heading an id needs no name of the other page. */
const shortId = (id: string): string => id.replace(/^pf 2\.1[34] /, '');

const lineOf = (row: Row, coverage: Coverage): string =>
  `|${cell(shortId(row.id))}|${cell(row.says)}|${evidenceOf(row, coverage)}|`;

const chapterOf = ({ id }: Row): string => /^(?:§\d+|pf 2\.1[34])/.exec(id)?.[0] ?? '';

const isOption = (row: Row): boolean => optionRows.includes(row);

/** All search options in one line: what each is stands in the file that defines it, and their tests walk them all. */
const lineOfOptions = (coverage: Coverage): string => {
  const tests = [...new Set(optionRows.flatMap(({ id }) => coverage.tests.get(id) ?? []))].toSorted();
  const says = `The ${optionRows.length} search options, each with its type and meaning (\`lib/wire/search-options/options.json\`).`;
  return `|§2.4 names|${says}|${linksTo(tests)}|`;
};

/** The whole page, from the marks in tests and code. */
export const fidelityPage = (): string => {
  const coverage = coverageOf(rows);
  const shown = rows.filter(({ assumed, notApplicable }) => assumed === undefined && notApplicable === undefined);
  const chosen = rows.filter(({ assumed }) => assumed !== undefined);
  const chapters = Object.entries(titles).flatMap(([chapter, title]) => [
    `## ${title}`,
    '',
    '|row|requirement|tests|',
    '|---|---|---|',
    ...(chapter === '§2' ? [lineOfOptions(coverage)] : []),
    ...rows.filter((row) => chapterOf(row) === chapter && !isOption(row)).map((row) => lineOf(row, coverage)),
    '',
  ]);
  return [
    '# Fidelity',
    '',
    'Every requirement of the [specification](sources/specification.md), in our words, and of two sections of the',
    '[platform facts](sources/platform-facts.md), with its tests. `npm run fidelity` writes this page from marks; do not edit it.',
    'A mark is the id of a row in the name of a test, in a comment directly above it, and in a comment of the code:',
    '`git grep §1.4 lib` finds the implementation. Where the specification shows nothing, [assumptions](assumptions.md) has the choice.',
    '',
    `${shown.length} rows are requirements with tests, ${chosen.length} are choices, ${rows.length - shown.length - chosen.length} do not apply here.`,
    '',
    ...chapters,
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
};
