import { bytesOf, type MarkdownTable, roomForMore, tableWithin } from './text.ts';

/** Part of a comment: trusted lines, or a table under a title, which readers may have to unfold. */
export type Part =
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

/** Bytes around a table: title or summary, and blank lines. */
const around = 200;

const framed = (title: string, body: string, folded: boolean): string =>
  folded ? `<details><summary>${title}</summary>\n\n${body}\n\n</details>` : `**${title}**\n\n${body}`;

type TablePart = Extract<Part, { readonly kind: 'table' }>;

const tableText = ({ table, title, folded }: TablePart, room: number): string => {
  const body = tableWithin(table, room - around);
  return body === '' ? '' : framed(title, body, folded === true);
};

/** What a table takes to show all of its rows, at most the whole room. */
const needOf = (part: TablePart, room: number): number => {
  const text = tableText(part, room);
  return text === '' ? 0 : Math.min(room, bytesOf(text) + around + roomForMore);
};

/**
 * The bytes of each table: its own share in the order of the comment, then what is left in equal parts for those that need
 * more.
 */
const sharesOf = (tables: readonly TablePart[], room: number): Map<TablePart, number> => {
  const needs = new Map(tables.map((table) => [table, needOf(table, room)]));
  const shares = new Map<TablePart, number>();
  let left = room;
  for (const [table, need] of needs) {
    const share = Math.min(need, table.mostBytes, left);
    shares.set(table, share);
    left -= share;
  }
  const missing = [...needs]
    .map(([table, need]) => ({ table, bytes: need - (shares.get(table) ?? 0) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => a.bytes - b.bytes);
  for (const [at, { table, bytes }] of missing.entries()) {
    const more = Math.min(bytes, Math.floor(left / (missing.length - at)));
    shares.set(table, (shares.get(table) ?? 0) + more);
    left -= more;
  }
  return shares;
};

/** The parts in order, of which tables get shorter so that the whole fits. Text parts must be short. */
export const commentOf = (parts: readonly Part[]): string => {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  // Blank lines between parts, and every text part, have their room before any table.
  const room = mostCommentBytes - bytesOf(texts.join('\n\n')) - 2 * parts.length;
  const shares = sharesOf(
    parts.filter((part) => part.kind === 'table'),
    room,
  );
  const written = parts.map((part) => (part.kind === 'text' ? part.text : tableText(part, shares.get(part) ?? 0)));
  return `${written.filter((text) => text !== '').join('\n\n')}\n`;
};
