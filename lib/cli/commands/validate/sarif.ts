import { pathToFileURL } from 'node:url';
import { version } from '../../../contract/version.ts';
import type { PolicyCheck } from '../../../documents/policy-check.ts';

/** What a check finds, by rule: its level, and what the rule says of itself. */
const rules = [
  { id: 'invalid-policy', level: 'error', text: 'The document is invalid: no run can use it.' },
  { id: 'likely-mistake', level: 'warning', text: 'The document is valid, but this is most likely a mistake.' },
  { id: 'consequence', level: 'note', text: 'The document is valid; know this before it is applied.' },
] as const;

type Rule = (typeof rules)[number];

/** The place that begins a line of a check (interface.md §1); a line that only counts the others has none. */
const placed = /^(.+?):([1-9]\d*):([1-9]\d*) (.+)$/s;

/** A relative path stays one, because a code host reads it from the root of the repository. */
const uriOf = (file: string): string =>
  file.startsWith('/')
    ? pathToFileURL(file).href
    : file.replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');

const resultOf = (line: string, { id, level }: Rule, file: string) => {
  const [, path = file, row, column, text = line] = placed.exec(line) ?? [];
  const region = row === undefined ? {} : { region: { startLine: Number(row), startColumn: Number(column) } };
  return {
    ruleId: id,
    ruleIndex: rules.findIndex((rule) => rule.id === id),
    level,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) }, ...region } }],
  };
};

/** Problems of a policy document as SARIF 2.1.0, which code hosts show beside the lines of a pull request. */
export const sarifOf = (file: string, { errors, warnings, notes }: PolicyCheck) => {
  const found: readonly (readonly string[])[] = [errors, warnings, notes];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'headroom validate',
            semanticVersion: version,
            rules: rules.map(({ id, level, text }) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: rules.flatMap((rule, at) => (found[at] ?? []).map((line) => resultOf(line, rule, file))),
      },
    ],
  };
};
