import { visible } from '../../../core/model/visible-text.ts';
import { markdown } from '../../shell/plain-tables.ts';

/**
 * Markdown of comments on GitHub and GitLab. Names, tags and messages are untrusted text: none may become markup, an HTML
 * element, a formula, a mention or a link to an issue.
 */

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

export const markdownText = (text: string): string => markdown(cut(visible(text).trim()));

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table of untrusted texts. */
export interface MarkdownTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What to say of the rows that do not fit. */
  readonly more: (rows: number) => string;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The first lines that fit; the last of them may end where the room does. */
const linesWithin = (lines: Iterable<string>, mostBytes: number): string[] => {
  const fitting: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += bytesOf(line) + 1;
    if (bytes > mostBytes) break;
    fitting.push(line);
  }
  return fitting;
};

/** Lazy, because most rows of a large plan do not fit. */
function* linesOf(rows: MarkdownTable['rows']): Generator<string> {
  for (const cells of rows) yield row(cells.map(markdownText));
}

/**
 * As many rows as fit, and how many do not; the number alone if not even one fits, and nothing without rows or without room for
 * the number.
 */
export const tableWithin = ({ head, rows, more }: MarkdownTable, mostBytes: number): string => {
  if (rows.length === 0) return '';
  const top = [row(head), `|${head.map(() => '---|').join('')}`];
  const room = mostBytes - bytesOf(top.join('\n'));
  const fitting = linesWithin(linesOf(rows), room);
  if (fitting.length === rows.length) return [...top, ...fitting].join('\n');
  const shown = linesWithin(fitting, room - bytesOf(`\n\n${more(rows.length)}`));
  const left = more(rows.length - shown.length);
  if (shown.length > 0) return [...top, ...shown, '', left].join('\n');
  return bytesOf(left) > mostBytes ? '' : left;
};
