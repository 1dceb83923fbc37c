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

/** An empty column takes room from the others. */
const hasText = (rows: readonly (readonly Cell[])[], place: number): boolean =>
  rows.some((cells) => String(cells[place] ?? '') !== '');

/**
 * A table with its name for screen readers; none without rows. Columns without any value are left out. On a narrow screen
 * each row is a block, and each value says its column.
 */
export const table = (
  caption: string,
  allColumns: readonly Column[],
  allRows: readonly (readonly Cell[])[],
): Markup | string => {
  if (allRows.length === 0) return '';
  const kept = allColumns.flatMap((_, place) => (hasText(allRows, place) ? [place] : []));
  const columns = kept.map((place) => allColumns[place] ?? '');
  const rows = allRows.map((cells) => kept.map((place) => cells[place] ?? ''));
  const facts = columns.map(factsOf);
  // Made once, not for every row.
  const starts = facts.map(
    ({ name, isNumber }) => html`<td data-label="${name}"${isNumber ? html` class="number"` : ''}>`,
  );
  const shown = (cell: Cell, place: number): Cell =>
    facts[place]?.isNumber && typeof cell === 'string' ? grouped(cell) : cell;
  const rowOf = (cells: readonly Cell[]) =>
    html`<tr>${cells.map((cell, place) => html`${starts[place]}${shown(cell, place)}</td>`)}</tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="stack"><caption>${caption}</caption><thead><tr>${columns.map(headOf)}</tr></thead><tbody>${rows.map(rowOf)}</tbody></table></div>`;
};

/** A number with a sign, a unit's `%` or an end of a scale, a range behind it, or another number that follows; or none. */
const amount = String.raw`(?:–|never|[<>≥+-]{0,2}[\d,]+(?:\.\d+)?(?: ?%)?)`;
const isAmount = (cell: string): boolean => new RegExp(String.raw`^${amount}(?: \(.*\)| → ${amount})?$`).test(cell);

/** The same in a file, where it must be small: without a name next to each value. A column of numbers stands at the right. */
export const plainTable = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup => {
  const kept = head.flatMap((name, place) => (hasText(rows, place) ? [{ name, place }] : []));
  const columns = kept.map(({ name, place }) => {
    const isNumber = rows.every((cells) => (cells[place] ?? '') === '' || isAmount(cells[place] ?? ''));
    return { name, place, isNumber, attributes: isNumber ? html` class="number"` : '' };
  });
  const headOfColumn = ({ name, attributes }: (typeof columns)[number]) =>
    html`<th scope="col"${attributes}>${name}</th>`;
  const rowOf = (cells: readonly string[]) =>
    html`<tr>${columns.map(({ place, isNumber, attributes }) => {
      const cell = cells[place] ?? '';
      return html`<td${attributes}>${isNumber ? grouped(cell) : cell}</td>`;
    })}</tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${columns.map(headOfColumn)}</tr></thead><tbody>${rows.map(rowOf)}</tbody></table></div>`;
};

/** Rows that a reader sees before unfolding the others. */
const firstRows = 30;

/**
 * A long table in two parts, of which a reader unfolds the second.
 * @param tableOf shows a part of the rows
 */
export const unfolding = <Row>(
  rows: readonly Row[],
  tableOf: (part: readonly Row[], isFirst: boolean) => Markup | string,
): Markup => {
  const others = rows.slice(firstRows);
  const more = html`<details><summary>${grouped(others.length)} more</summary>${tableOf(others, false)}</details>`;
  return html`${tableOf(rows.slice(0, firstRows), true)}${others.length > 0 && more}`;
};
