import Table from 'cli-table3';

/** Rows that are drawn together: drawing takes time that grows with the square of their number. */
const blockRows = 100;

const narrowestLastColumn = 24;

/** No lines between rows: tables here are long. */
const compact = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
const withoutTop = { top: '', 'top-left': '', 'top-mid': '', 'top-right': '' };
const withoutBottom = { bottom: '', 'bottom-left': '', 'bottom-mid': '', 'bottom-right': '' };

type Text = string | number;

/** A table with its cells twice: as they are shown, perhaps in colour, and as plain text, which is measured. */
export interface DrawnTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Text[])[];
  readonly plain: readonly (readonly string[])[];
}

const longest = (rows: readonly (readonly string[])[], column: number): number =>
  rows.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0);

/**
 * Column widths that let a table fit the terminal: the last column, which holds the sentences, wraps. Undefined where
 * nothing has to give, and one block finds its widths by itself.
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
 * Draws a table, in blocks that look like one.
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
