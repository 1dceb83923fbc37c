import { bytesOf, type MarkdownTable, tableWithin } from './text.ts';

/** A table of a comment under a title, which readers may have to unfold. */
interface CommentTable extends MarkdownTable {
  readonly title: string;
  /** Its share of the comment; it gets more where others leave room. */
  readonly mostBytes: number;
  readonly folded?: boolean;
}

/** Part of a comment: trusted lines, or a table. */
export type CommentSection = string | CommentTable;

/** A comment on GitHub has at most 65,536 characters; this leaves room for text around it. */
const mostCommentBytes = 60_000;

const framed = (title: string, body: string, folded: boolean): string =>
  folded ? `<details><summary>${title}</summary>\n\n${body}\n\n</details>` : `**${title}**\n\n${body}`;

const tableText = (table: CommentTable, room: number): string => {
  const { title, folded = false } = table;
  const body = tableWithin(table, room - bytesOf(framed(title, '', folded)));
  return body === '' ? '' : framed(title, body, folded);
};

/** What a table takes to say how many rows it has. */
const leastOf = ({ rows, more, title, folded = false }: CommentTable): number =>
  rows.length === 0 ? 0 : bytesOf(framed(title, more(rows.length), folded));

/**
 * The tables in order. Each has room for the number of its rows; then each gets its share, and then what all shares leave, as a
 * share ends within a row.
 */
const tableTexts = (tables: readonly CommentTable[], room: number): Map<CommentTable, string> => {
  const taken = new Map(tables.map((table) => [table, leastOf(table)]));
  const texts = new Map<CommentTable, string>();
  let left = [...taken.values()].reduce((sum, bytes) => sum - bytes, room);
  const give = (table: CommentTable, most: number): void => {
    const before = taken.get(table) ?? 0;
    const text = tableText(table, before + Math.max(0, Math.min(most, left)));
    left -= bytesOf(text) - before;
    taken.set(table, bytesOf(text));
    texts.set(table, text);
  };
  for (const table of tables) give(table, table.mostBytes - leastOf(table));
  for (const table of tables) give(table, left);
  return texts;
};

/** The parts in order, of which tables get shorter so that the whole fits. Text parts must be short. */
export const commentOf = (parts: readonly CommentSection[]): string => {
  const texts = parts.map((part) => (typeof part === 'string' ? part : ''));
  // Blank lines between parts, and every text part, have their room before any table.
  const room = mostCommentBytes - bytesOf(`${texts.join('\n\n')}\n`);
  const tables = tableTexts(
    parts.filter((part) => typeof part !== 'string'),
    room,
  );
  const written = parts.map((part) => (typeof part === 'string' ? part : (tables.get(part) ?? '')));
  return `${written.filter((text) => text !== '').join('\n\n')}\n`;
};
