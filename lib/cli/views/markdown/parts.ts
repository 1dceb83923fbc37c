import { bytesOf, type MarkdownTable, tableWithin } from './text.ts';

/** Part of a comment: trusted lines, or a table under a title, which readers may have to unfold. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly table: MarkdownTable;
      readonly mostBytes: number;
      readonly folded?: boolean;
    };

/** A comment on GitHub has at most 65,536 characters; this leaves room for text around it. */
export const mostCommentBytes = 60_000;

/** Bytes around a table: title or summary, and blank lines. */
const around = 200;

const framed = (title: string, body: string, folded: boolean): string =>
  folded ? `<details><summary>${title}</summary>\n\n${body}\n\n</details>` : `**${title}**\n\n${body}`;

const textOf = (part: Part, room: number): string => {
  if (part.kind === 'text') return part.text;
  const body = tableWithin(part.table, Math.min(part.mostBytes, room) - around);
  return body === '' ? '' : framed(part.title, body, part.folded === true);
};

/** The parts in order, of which tables get shorter so that the whole fits. Text parts must be short. */
export const commentOf = (parts: readonly Part[]): string => {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  // Blank lines between parts, and every text part, have their room before any table.
  let room = mostCommentBytes - bytesOf(texts.join('\n\n')) - 2 * parts.length;
  const written: string[] = [];
  for (const part of parts) {
    const text = textOf(part, room);
    if (part.kind === 'table') room -= bytesOf(text);
    if (text !== '') written.push(text);
  }
  return `${written.join('\n\n')}\n`;
};
