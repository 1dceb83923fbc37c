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

/** A table with its name for screen readers. On a narrow screen each row is a block, and each value says its column. */
export const table = (caption: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Markup => {
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

/** The same in a file, where it must be small: without the names beside the values. */
export const plainTable = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
