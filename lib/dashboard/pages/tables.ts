import { grouped } from '../../core/model/visible-text.ts';
import { html, type Markup } from '../pictures/html.ts';

/** A column: its name, or more. */
export type Column =
  | string
  | {
      readonly name: string;
      /** Numbers stand at the right. */
      readonly isNumber?: boolean;
      /** Address that sorts by the column, and whether the table is sorted by it now. */
      readonly sort?: {
        readonly href: string;
        readonly isCurrent: boolean;
        readonly order: 'ascending' | 'descending';
      };
    };

/** A column of numbers. */
export const numeric = (name: string): Column => ({ name, isNumber: true });

type Cell = Markup | string;

const factsOf = (column: Column) => (typeof column === 'string' ? { name: column } : column);

const headOf = (column: Column): Markup => {
  const { name, isNumber, sort } = factsOf(column);
  const sorted = sort?.isCurrent ? html` aria-sort="${sort.order}"` : '';
  const mark = sort?.isCurrent ? html` <span aria-hidden="true">${sort.order === 'ascending' ? '↑' : '↓'}</span>` : '';
  const text =
    sort === undefined
      ? html`${name}`
      : html`<a class="sort" href="${sort.href}"${sort.isCurrent ? html` aria-current="true"` : ''}>${name}${mark}</a>`;
  return html`<th scope="col"${isNumber ? html` class="number"` : ''}${sorted}>${text}</th>`;
};

/**
 * A table with its name for screen readers; none without rows. Columns without any value are left out. In a stack each row
 * is a block on a narrow screen, and each value says its column; a file must be small and has no such names.
 */
export const table = (
  caption: string,
  allColumns: readonly Column[],
  allRows: readonly (readonly Cell[])[],
  look: 'stack' | 'plain' = 'stack',
): Markup | string => {
  if (allRows.length === 0) return '';
  // An empty column takes room from the others.
  const kept = allColumns.flatMap((_, at) => (allRows.some((cells) => String(cells[at] ?? '') !== '') ? [at] : []));
  const columns = kept.map((index) => allColumns[index] ?? '');
  const rows = allRows.map((cells) => kept.map((index) => cells[index] ?? ''));
  const facts = columns.map(factsOf);
  // Made once, not for every row.
  const starts = facts.map(({ name, isNumber }) => {
    const label = look === 'stack' ? html` data-label="${name}"` : '';
    return html`<td${label}${isNumber ? html` class="number"` : ''}>`;
  });
  const shown = (cell: Cell, index: number): Cell =>
    facts[index]?.isNumber && typeof cell === 'string' ? grouped(cell) : cell;
  const rowOf = (cells: readonly Cell[]) =>
    html`<tr>${cells.map((cell, index) => html`${starts[index]}${shown(cell, index)}</td>`)}</tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${look}"><caption>${caption}</caption><thead><tr>${columns.map(headOf)}</tr></thead><tbody>${rows.map(rowOf)}</tbody></table></div>`;
};

/** A number with a sign, a unit's `%` or an end of a scale, a range behind it, or another number that follows; or none. */
const amount = String.raw`(?:–|never|[<>≥+-]{0,2}[\d,]+(?:\.\d+)?(?: ?%)?)`;
const isAmount = (cell: string): boolean => new RegExp(String.raw`^${amount}(?: \(.*\)| → ${amount})?$`).test(cell);

/** A table of texts in a file; a column of numbers stands at the right. */
export const plainTable = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]) => {
  const isOfNumbers = (index: number) => rows.every(({ [index]: cell = '' }) => cell === '' || isAmount(cell));
  const columns = head.map((name, index) => ({ name, isNumber: isOfNumbers(index) }));
  return table(caption, columns, rows, 'plain');
};
