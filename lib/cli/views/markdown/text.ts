import { visible } from '../../../core/model/visible-text.ts';

/**
 * Markdown of comments on GitHub and GitLab. Names, tags and messages are untrusted text: none may become markup, an HTML
 * element, a formula, a mention or a link to an issue.
 */

/** Keeps `@name` from being a mention and `#12` from being an issue; an entity, so that the source has no invisible character. */
const separator = '&#8203;';

/** Characters of one cell. Longer texts are cut after a word, so that no number is read without its end. */
const maxLength = 300;
const partOfWord = /\s+\S{0,40}$/;

const cut = (text: string): string => {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .replace(partOfWord, '')}…`;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', $: '&#36;' };

const escaped = (special: string): string => {
  if (/^[@#:w]/.test(special)) return `${special}${separator}`;
  return entities[special] ?? `\\${special}`;
};

export const markdownText = (text: string): string =>
  cut(visible(text).trim()).replaceAll(/[&<>$\\`*_[\]|~@#]|:\/\/|\bwww\./g, escaped);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table of untrusted texts. */
export interface MarkdownTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What to say of the rows that do not fit. */
  readonly more: (rows: number) => string;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Room for the sentence about the rows that do not fit. */
export const roomForMore = 200;

/** As many rows as fit, and how many do not; nothing without rows, or if not even one fits. */
export const tableWithin = ({ head, rows, more }: MarkdownTable, mostBytes: number): string => {
  const lines = [row(head), `|${head.map(() => '---|').join('')}`];
  let bytes = bytesOf(lines.join('\n')) + roomForMore;
  const shown: string[] = [];
  for (const cells of rows) {
    const line = row(cells.map(markdownText));
    bytes += bytesOf(line) + 1;
    if (bytes > mostBytes) break;
    shown.push(line);
  }
  if (shown.length === 0) return '';
  const left = rows.length - shown.length;
  return [...lines, ...shown, ...(left === 0 ? [] : ['', more(left)])].join('\n');
};
