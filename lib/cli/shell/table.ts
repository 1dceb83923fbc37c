import Table from 'cli-table3';
import { gap, indentation, layoutOf, type PlainRows, wrapped } from './layout.ts';

/** Rows per block: the time to draw a block grows with the square of its rows. */
const blockRows = 100;

/** Long tables read better without lines between rows. */
const compact = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
const withoutTop = { top: '', 'top-left': '', 'top-mid': '', 'top-right': '' };
const withoutBottom = { bottom: '', 'bottom-left': '', 'bottom-mid': '', 'bottom-right': '' };
const frameless = { ...compact, ...withoutTop, ...withoutBottom, left: '', right: '', middle: '' };

type Text = string | number;

/** A table with its cells twice: as displayed, possibly in colour, and as plain text for measuring. */
interface DrawnTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Text[])[];
  readonly plain: PlainRows;
}

/** Draws blocks of rows that look like one table. */
const inBlocks = (
  { rows }: Pick<DrawnTable, 'rows'>,
  size: number,
  draw: (rows: DrawnTable['rows'], at: number, last: number) => string,
) => {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  return Array.from({ length: last + 1 }, (_, at) => draw(rows.slice(at * size, (at + 1) * size), at, last)).join('\n');
};

/** Natural widths with padding; undefined if the table is one block, which determines its own widths. */
const framedWidths = (plain: PlainRows): number[] | undefined =>
  plain.length - 1 > blockRows
    ? (plain[0] ?? []).map((_, at) => plain.reduce((most, row) => Math.max(most, (row[at] ?? '').length), 0) + 2)
    : undefined;

/** A frame and columns of natural width: a file or a pipe has no width, and `│` separates columns for scripts. */
const framed = ({ head, rows, plain }: DrawnTable): string => {
  const colWidths = framedWidths(plain);
  return inBlocks({ rows }, blockRows, (block, at, last) => {
    const table = new Table({
      head: at === 0 ? [...head] : [],
      style: { head: [], border: [] },
      chars: { ...compact, ...(at === 0 ? {} : withoutTop), ...(at === last ? {} : withoutBottom) },
      colWidths: [...(colWidths ?? [])],
    });
    table.push(...block.map((row) => [...row]));
    return table.toString();
  });
};

const withoutTrailingSpaces = (text: string): string => text.replaceAll(/ +$/gm, '');

/** Columns of these widths without a frame; sentences wrap in their column. */
const columnBlock = (head: readonly string[], rows: DrawnTable['rows'], widths: readonly number[]): string => {
  const table = new Table({
    head: head.slice(0, widths.length),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
    chars: frameless,
    colWidths: widths.map((width) => width + gap),
    wordWrap: true,
  });
  table.push(...rows.map((row) => row.slice(0, widths.length)));
  return withoutTrailingSpaces(table.toString());
};

/** The sentence of the last column below each row. */
const withNotes = ({ head, rows, plain }: DrawnTable, widths: readonly number[], columns: number): string =>
  inBlocks({ rows }, 1, (block, at) => {
    const sentence = plain[at + 1]?.[widths.length] ?? '';
    const note = sentence === '' ? [] : wrapped(`${' '.repeat(indentation)}${sentence}`, columns);
    return [columnBlock(at === 0 ? head : [], block, widths), ...note].join('\n');
  });

const indented = (text: string): string => text.replaceAll(/^/gm, ' '.repeat(indentation));

/** The first cell of each row above the others. */
const withTitles = ({ head: [name = '', ...names], rows }: DrawnTable, widths: readonly number[]): string =>
  [
    name,
    indented(columnBlock(names, [], widths)),
    ...rows.flatMap(([title = '', ...cells]) => [String(title), indented(columnBlock([], [cells], widths))]),
  ].join('\n');

/** Each row as a list of its cells without the empty ones, for a terminal too narrow for the columns. */
const stacked = ({ head, rows, plain: [names = [], ...texts] }: DrawnTable, columns: number): string => {
  const margin = names.reduce((most, name) => Math.max(most, name.length), 0) + gap;
  const listed = rows.map((row, index) =>
    row
      .flatMap((cell, at) => {
        const name = `${head[at] ?? ''}${' '.repeat(margin - (names[at] ?? '').length)}`;
        const text = texts[index]?.[at] ?? '';
        if (text === '') return [];
        if (margin + text.length <= columns) return [`${name}${cell}`];
        const [first = '', ...more] = wrapped(`${' '.repeat(margin)}${text}`, columns);
        return [`${name}${first.slice(margin)}`, ...more];
      })
      .join('\n'),
  );
  return listed.join('\n\n');
};

/** @param columns width of the terminal; undefined for a file or a pipe */
export const drawTable = (table: DrawnTable, columns: number | undefined): string => {
  if (columns === undefined) return framed(table);
  const layout = layoutOf(table.plain, columns);
  if (layout.kind === 'stacked') return stacked(table, columns);
  const { kind, widths } = layout;
  if (kind === 'notes') return withNotes(table, widths, columns);
  if (kind === 'titles') return withTitles(table, widths);
  return inBlocks(table, blockRows, (block, at) => columnBlock(at === 0 ? table.head : [], block, widths));
};
