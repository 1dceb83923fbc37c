import { bytesOf, type MarkdownTable, tableWithin } from './text.ts';

/** Part of a comment: trusted lines, or a table under a title, which readers may have to unfold. */
export type CommentSection =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly table: MarkdownTable;
      /** Its share of the comment; it gets more where others leave room. */
      readonly mostBytes: number;
      readonly folded?: boolean;
    };

/** A comment on GitHub has at most 65,536 characters; this leaves room for text around it. */
const mostCommentBytes = 60_000;

const framed = (title: string, body: string, folded: boolean): string =>
  folded ? `<details><summary>${title}</summary>\n\n${body}\n\n</details>` : `**${title}**\n\n${body}`;

type TableSection = Extract<CommentSection, { readonly kind: 'table' }>;

const tableText = ({ table, title, folded }: TableSection, room: number): string => {
  const body = tableWithin(table, room - bytesOf(framed(title, '', folded === true)));
  return body === '' ? '' : framed(title, body, folded === true);
};

/** What a table takes to say how many rows it has. */
const leastOf = ({ table: { rows, more }, title, folded }: TableSection): number =>
  rows.length === 0 ? 0 : bytesOf(framed(title, more(rows.length), folded === true));

/**
 * The bytes of each table: first the number of its rows, then its own share in the order of the comment, then an equal part of
 * the unused bytes for each table that needs more.
 */
const sharesOf = (tables: readonly TableSection[], room: number): Map<TableSection, number> => {
  const needs = new Map(tables.map((table) => [table, bytesOf(tableText(table, room))]));
  const shares = new Map(tables.map((table) => [table, leastOf(table)]));
  let left = [...shares.values()].reduce((sum, bytes) => sum - bytes, room);
  const give = (table: TableSection, bytes: number): void => {
    const more = Math.max(0, Math.min(bytes, left));
    shares.set(table, (shares.get(table) ?? 0) + more);
    left -= more;
  };
  const missing = (table: TableSection): number => (needs.get(table) ?? 0) - (shares.get(table) ?? 0);
  for (const table of tables) give(table, Math.min(missing(table), table.mostBytes - leastOf(table)));
  const larger = tables.filter((table) => missing(table) > 0).sort((a, b) => missing(a) - missing(b));
  for (const [at, table] of larger.entries())
    give(table, Math.min(missing(table), Math.floor(left / (larger.length - at))));
  return shares;
};

/** The tables in order. A share ends within a row; the unused rest of all shares is for the first rows that fit into it. */
const tableTexts = (tables: readonly TableSection[], room: number): Map<TableSection, string> => {
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
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  // Blank lines between parts, and every text part, have their room before any table.
  const room = mostCommentBytes - bytesOf(`${texts.join('\n\n')}\n`);
  const tables = tableTexts(
    parts.filter((part) => part.kind === 'table'),
    room,
  );
  const written = parts.map((part) => (part.kind === 'text' ? part.text : (tables.get(part) ?? '')));
  return `${written.filter((text) => text !== '').join('\n\n')}\n`;
};
