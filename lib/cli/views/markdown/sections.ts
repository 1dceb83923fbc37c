import { bytesOf, type MarkdownTable, tableWithin } from './text.ts';

/** A table of a comment under a title, which readers may have to unfold. */
export interface CommentTable extends MarkdownTable {
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
 * The bytes of each table: first the number of its rows, then its own share in the order of the comment, then an equal part of
 * the unused bytes for each table that needs more.
 */
const sharesOf = (tables: readonly CommentTable[], room: number): Map<CommentTable, number> => {
  const needs = new Map(tables.map((table) => [table, bytesOf(tableText(table, room))]));
  const shares = new Map(tables.map((table) => [table, leastOf(table)]));
  let left = [...shares.values()].reduce((sum, bytes) => sum - bytes, room);
  const give = (table: CommentTable, bytes: number): void => {
    const more = Math.max(0, Math.min(bytes, left));
    shares.set(table, (shares.get(table) ?? 0) + more);
    left -= more;
  };
  const missing = (table: CommentTable): number => (needs.get(table) ?? 0) - (shares.get(table) ?? 0);
  for (const table of tables) give(table, Math.min(missing(table), table.mostBytes - leastOf(table)));
  const larger = tables.filter((table) => missing(table) > 0).sort((a, b) => missing(a) - missing(b));
  for (const [at, table] of larger.entries())
    give(table, Math.min(missing(table), Math.floor(left / (larger.length - at))));
  return shares;
};

/** The tables in order. A share ends within a row; the unused rest of all shares is for the first rows that fit into it. */
const tableTexts = (tables: readonly CommentTable[], room: number): Map<CommentTable, string> => {
  const shares = sharesOf(tables, room);
  const texts = new Map(tables.map((table) => [table, tableText(table, shares.get(table) ?? 0)]));
  let left = [...texts.values()].reduce((sum, text) => sum - bytesOf(text), room);
  for (const [table, before] of texts) {
    const text = tableText(table, bytesOf(before) + left);
    left -= bytesOf(text) - bytesOf(before);
    texts.set(table, text);
  }
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
