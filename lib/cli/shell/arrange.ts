import { UsageError } from './usage-error.ts';

/** Order and number of the rows that a user asks for. */
export interface Arrangement {
  /** Name of a column; with a leading `-` in descending order. */
  readonly sort?: string;
  readonly limit?: number;
}

/** Whether a cell says nothing. */
const isMissing = (cell: string): boolean => cell === '' || cell === 'unknown';

/**
 * Compares numbers as numbers, and other texts with the numbers in them; empty and unknown cells come last. Made for each sorting,
 * because a collator takes longer than anything else that a command loads.
 */
const comparison = () => {
  const collator = new Intl.Collator('en', { numeric: true });
  return (a: string, b: string): number => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
    const [first, second] = [Number(a), Number(b)];
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

/**
 * Sorts and cuts the rows of a table.
 * @returns the rows, and the number of rows that the limit leaves out
 * @throws UsageError if the table has no such column
 */
export const arranged = <C>(
  head: readonly string[],
  rows: readonly (readonly C[])[],
  textOf: (cell: C) => string,
  { sort, limit = rows.length }: Arrangement,
): { readonly rows: readonly (readonly C[])[]; readonly more: number } => {
  const more = Math.max(0, rows.length - limit);
  if (sort === undefined) return { rows: rows.slice(0, limit), more };
  const isDescending = sort.startsWith('-');
  const column = sortedColumn(head, sort);
  const cellOf = (row: readonly C[]): string => {
    const cell = row[column];
    return cell === undefined ? '' : textOf(cell);
  };
  const compare = comparison();
  const sorted = rows.toSorted((a, b) => {
    const [first, second] = [cellOf(a), cellOf(b)];
    const order = compare(first, second);
    return isDescending && !isMissing(first) && !isMissing(second) ? -order : order;
  });
  return { rows: sorted.slice(0, limit), more };
};
