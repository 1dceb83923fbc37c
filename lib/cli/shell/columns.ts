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

/** Readers of every row and column. */
export const notTerminal: readonly Reader[] = ['program', 'details'];

const columnsFor = <Row>(columns: readonly Column<Row>[], reader: Reader): readonly Column<Row>[] =>
  columns.filter(({ readers }) => readers?.includes(reader) ?? true);

export const headFor = <Row>(columns: readonly Column<Row>[], reader: Reader): string[] =>
  columnsFor(columns, reader).map(({ name }) => name);

/**
 * Shows the table of a reader.
 * @param groupsOf which rows stand in one at a terminal; absent: none
 */
export const showRows = <Row>(
  show: (head: readonly string[], rows: Rows) => void,
  reader: Reader,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  groupsOf?: (rows: readonly Row[]) => readonly (readonly Row[])[],
): void => {
  const shown = columnsFor(columns, reader);
  const groups = (reader === 'terminal' ? groupsOf?.(rows) : undefined) ?? rows.map((row) => [row]);
  const rowOf = (group: readonly Row[]) =>
    group.slice(0, 1).flatMap((row) => shown.map(({ cell }) => cell(row, reader, group)));
  show(headFor(columns, reader), groups.map(rowOf));
};

/** The table of a program as texts. */
export const textTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => {
  const shown = columnsFor(columns, 'program');
  const textOf = (cell: Cell): string => (typeof cell === 'object' ? cell.text : String(cell));
  return {
    head: headFor(columns, 'program'),
    rows: rows.map((row) => shown.map(({ cell }) => textOf(cell(row, 'program', [row])))),
  };
};
