import Table from 'cli-table3';

/** Rows per block: the time to draw a block grows with the square of its rows. */
const blockRows = 100;

const narrowestLastColumn = 24;

/** Long tables read better without lines between rows. */
const compact = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
const withoutTop = { top: '', 'top-left': '', 'top-mid': '', 'top-right': '' };
const withoutBottom = { bottom: '', 'bottom-left': '', 'bottom-mid': '', 'bottom-right': '' };

type Text = string | number;

/** A table with its cells twice: as displayed, possibly in colour, and as plain text for measuring. */
export interface DrawnTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Text[])[];
  readonly plain: readonly (readonly string[])[];
}

const longest = (rows: readonly (readonly string[])[], column: number): number =>
  rows.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0);

/**
 * Column widths that fit the table to the terminal: the last column, which contains sentences, wraps. Undefined if the
 * table fits and consists of one block, which determines its own widths.
 */
const widthsOf = (plain: DrawnTable['plain'], columns: number | undefined): number[] | undefined => {
  const natural = (plain[0] ?? []).map((_, column) => longest(plain, column) + 2);
  const borders = natural.length + 1;
  const others = natural.slice(0, -1).reduce((sum, width) => sum + width, 0);
  const fits = columns === undefined || others + (natural.at(-1) ?? 0) + borders <= columns;
  if (!fits) return [...natural.slice(0, -1), Math.max(narrowestLastColumn, columns - others - borders)];
  return plain.length - 1 > blockRows ? natural : undefined;
};

/**
 * Draws a table in blocks that look like one table.
 * @param columns width of the terminal; undefined for a file or a pipe
 */
export const drawTable = ({ head, rows, plain }: DrawnTable, columns: number | undefined): string => {
  const colWidths = widthsOf(plain, columns);
  const last = Math.max(0, Math.ceil(rows.length / blockRows) - 1);
  const drawBlock = (_: unknown, place: number): string => {
    const table = new Table({
      head: place === 0 ? [...head] : [],
      style: { head: [], border: [] },
      chars: { ...compact, ...(place === 0 ? {} : withoutTop), ...(place === last ? {} : withoutBottom) },
      colWidths: [...(colWidths ?? [])],
      wordWrap: true,
    });
    table.push(...rows.slice(place * blockRows, (place + 1) * blockRows).map((row) => [...row]));
    return table.toString();
  };
  return Array.from({ length: last + 1 }, drawBlock).join('\n');
};
