import type { styleText } from 'node:util';

/** A line or a table cell, with an optional style. */
export type Cell = string | number | { readonly text: string; readonly style: Parameters<typeof styleText>[0] };

export type Rows = readonly (readonly Cell[])[];

/** Who reads a table: a program, a person who wants every row and column, or a person at a terminal. */
export type Reader = 'program' | 'details' | 'terminal';

/** A column of a table, described once for every reader. */
export interface Column<Row> {
  readonly name: string;
  /**
   * Its cell; for a program without marks.
   * @param alike the rows that stand in this one, as at a terminal
   */
  readonly cell: (row: Row, reader: Reader, alike: readonly Row[]) => Cell;
  /** Who sees it; absent: every reader. */
  readonly readers?: readonly Reader[];
}

/**
 * Money with its currency at a terminal, elsewhere with a column for the currency.
 * @param amountOf perhaps with a `+`, or `?` where it is unknown: programs read a number, or nothing
 */
export const moneyColumns = <Row>(
  name: string,
  amountOf: (row: Row, reader: Reader, alike: readonly Row[]) => string,
  currencyOf: (row: Row) => string | undefined,
): readonly Column<Row>[] => [
  {
    name,
    cell: (row, reader, alike) => {
      const amount = amountOf(row, reader, alike);
      if (reader === 'program') return amount.replace(/^[+?]/, '');
      return reader === 'terminal' && /\d/.test(amount) ? `${amount} ${currencyOf(row) ?? ''}`.trim() : amount;
    },
  },
  { name: 'currency', cell: (row) => currencyOf(row) ?? '', readers: notTerminal },
];

/** Readers of every row and column. */
export const notTerminal: readonly Reader[] = ['program', 'details'];

const columnsFor = <Row>(columns: readonly Column<Row>[], reader: Reader): readonly Column<Row>[] =>
  columns.filter(({ readers }) => readers?.includes(reader) ?? true);

export const headFor = <Row>(columns: readonly Column<Row>[], reader: Reader): string[] =>
  columnsFor(columns, reader).map(({ name }) => name);

/** Which rows stand in one at a terminal; absent: none. */
type Grouping<Row> = ((rows: readonly Row[]) => readonly (readonly Row[])[]) | undefined;

const rowsFor = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  reader: Reader,
  groupsOf: Grouping<Row>,
): Cell[][] => {
  const shown = columnsFor(columns, reader);
  const groups = (reader === 'terminal' ? groupsOf?.(rows) : undefined) ?? rows.map((row) => [row]);
  return groups.map((group) => group.slice(0, 1).flatMap((row) => shown.map(({ cell }) => cell(row, reader, group))));
};

/** Shows the table of a reader. */
export const showRows = <Row>(
  show: (head: readonly string[], rows: Rows) => void,
  reader: Reader,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  groupsOf?: Grouping<Row>,
): void => show(headFor(columns, reader), rowsFor(columns, rows, reader, groupsOf));

export const cellText = (cell: Cell): string => (typeof cell === 'object' ? cell.text : String(cell));

/** The table as texts: of a program, or with the groups of a terminal. */
export const textTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], groupsOf?: Grouping<Row>) => {
  const reader = groupsOf === undefined ? 'program' : 'terminal';
  return {
    head: headFor(columns, reader),
    rows: rowsFor(columns, rows, reader, groupsOf).map((row) => row.map(cellText)),
  };
};
