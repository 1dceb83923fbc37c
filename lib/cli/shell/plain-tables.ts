import { visible } from '../../core/model/visible-text.ts';

/** Names, tags and messages are untrusted text: none may become markup or a formula. */

type Rows = readonly (readonly string[])[];

/** Keeps `@name` from being a mention and `#12` from being an issue, which a backslash does not. */
const separator = '&#8203;';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', $: '&#36;' };

const escaped = (special: string): string => {
  if (/^[@#:w]/.test(special)) return `${special}${separator}`;
  return entities[special] ?? `\\${special}`;
};

/** Escapes what becomes Markdown, HTML, a formula, a mention, a link or a reference to an issue on GitHub and GitLab. */
export const markdown = (text: string): string =>
  visible(text)
    .trim()
    .replaceAll(/[&<>$\\`*_[\]|~@#]|:\/\/|\bwww\./g, escaped);

const markdownRow = (cells: readonly string[]): string => `| ${cells.map(markdown).join(' | ')} |`;

export const markdownTable = (head: readonly string[], rows: Rows): string =>
  [markdownRow(head), `|${head.map(() => '---|').join('')}`, ...rows.map(markdownRow)].join('\n');

/** Spreadsheets read a cell with such a first character as a formula (OWASP, "CSV Injection"). */
const formula = /^[=+\-@]/;

/** The same after a semicolon: spreadsheets of many countries separate cells by it, whatever is quoted. */
const formulaAfterSemicolon = /(;\s*)(?=[=+\-@])/g;

/** A number remains one, also a negative one. */
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

const csvCell = (text: string): string => {
  const plain = visible(text).trim();
  const first = formula.test(plain) && !isNumber(plain) ? `'${plain}` : plain;
  const safe = first.replaceAll(formulaAfterSemicolon, "$1'");
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One table (RFC 4180). */
export const csvText = (rows: Rows): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
