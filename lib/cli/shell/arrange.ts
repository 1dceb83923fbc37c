import { UsageError } from './usage-error.ts';

/** Order and number of the rows that a user asks for. */
export interface Arrangement {
  /** Name of a column; with a leading `-` in descending order. */
  readonly sort?: string;
  readonly limit?: number;
}

/** Whether a cell says nothing. */
const isMissing = (cell: string): boolean => ['', '?', 'unknown'].includes(cell);

/** A number, or an amount with its currency; NaN for another text. */
const numberIn = (cell: string): number => Number(cell.replace(/ [A-Z]{3}$/, ''));

/**
 * Compares numbers as numbers, and other texts with the numbers in them; empty and unknown cells come last. Made for each sorting,
 * because a collator takes longer than anything else that a command loads.
 */
const comparison = () => {
  const collator = new Intl.Collator('en', { numeric: true });
  return (a: string, b: string): number => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
    const [first, second] = [numberIn(a), numberIn(b)];
    return Number.isNaN(first) || Number.isNaN(second) ? collator.compare(a, b) : first - second;
  };
};

/**
 * The place of the column that `--sort` names, with or without its `-`.
 * @throws UsageError if the table has no such column
 */
export const sortedColumn = (head: readonly string[], sort: string): number => {
  const name = sort.replace(/^-/, '');
  const column = head.findIndex((other) => other.toLowerCase() === name.toLowerCase());
  if (column >= 0) return column;
  throw new UsageError(`--sort ${name}: no such column; the columns are ${head.join(', ')}`);
};

/** @throws UsageError for an arrangement of a JSON document that is not one list */
export const assertWhole = ({ sort, limit }: Arrangement): void => {
  if (sort === undefined && limit === undefined) return;
  throw new UsageError('use --sort and --limit with a table, csv or markdown: this JSON document is whole');
};

/**
 * Sorts and cuts the rows of a table.
 * @param textAt what a row says in the column of this place
 * @returns the rows, and the number of rows that the limit leaves out
 * @throws UsageError if the table has no such column
 */
export const arranged = <Row>(
  head: readonly string[],
  rows: readonly Row[],
  textAt: (row: Row, column: number) => string,
  { sort, limit = rows.length }: Arrangement,
): { readonly rows: readonly Row[]; readonly more: number } => {
  const more = Math.max(0, rows.length - limit);
  if (sort === undefined) return { rows: rows.slice(0, limit), more };
  const isDescending = sort.startsWith('-');
  const column = sortedColumn(head, sort);
  const compare = comparison();
  const sorted = rows.toSorted((a, b) => {
    const [first, second] = [textAt(a, column), textAt(b, column)];
    const order = compare(first, second);
    return isDescending && !isMissing(first) && !isMissing(second) ? -order : order;
  });
  return { rows: sorted.slice(0, limit), more };
};
