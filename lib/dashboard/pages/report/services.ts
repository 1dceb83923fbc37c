import { isFindingCode, severityOf } from '../../../core/model/findings/findings.ts';
import { counted, grouped } from '../../../core/model/visible-text.ts';
import { html, type Markup } from '../../pictures/html.ts';
import type { ReportSection } from './section.ts';

/** Rows of the table; the CSV has all. */
const mostServices = 100;

/** Columns of numbers. Columns without a place in the table are in the details of a row. */
const numbers = ['actual maximum GB', 'maximum GB', 'a month'] as const;
/** Columns that have a cell of their own form. */
const formed = ['project', 'service', 'actual', 'findings', 'days to maximum', 'days at the soonest'] as const;
const own: readonly string[] = [...numbers, ...formed];

type Cells = ReadonlyMap<string, string>;

const cellsOf = (head: readonly string[], row: readonly string[]): Cells =>
  new Map(head.map((name, at) => [name, row[at] ?? '']));

const cell = (cells: Cells, name: string): string => cells.get(name) ?? '';

const codesOf = (cells: Cells): string[] => cell(cells, 'findings').split(' ').filter(Boolean);

/** Days until the maximum, with the earliest day of the confidence range. */
const daysText = (cells: Cells): string => {
  const [expected, soonest] = [cell(cells, 'days to maximum'), cell(cells, 'days at the soonest')];
  if (soonest === '' || soonest === expected) return expected;
  return expected === '' ? `at the soonest ${soonest}` : `${expected} (at the soonest ${soonest})`;
};

/** How urgently a person has to look at a service, from 0 to 2: 0 is the most urgent; undefined: not at all. */
const urgency = (cells: Cells): number | undefined => {
  const severities = codesOf(cells).filter(isFindingCode).map(severityOf);
  const result = cell(cells, 'changes');
  if (severities.includes('error') || result.startsWith('failed')) return 0;
  if (severities.includes('warning') || result.startsWith('unconfirmed')) return 1;
  return daysText(cells) === '' ? undefined : 2;
};

const nameCell = (cells: Cells): Markup =>
  html`<span class="name">${cell(cells, 'service')}<small>${cell(cells, 'project')}</small></span>`;

const findingsCell = (cells: Cells): Markup =>
  html`${codesOf(cells).map((code) => html`<span class="code">${code}</span> `)}`;

const detailsCell = (cells: Cells): Markup => {
  const hidden = [...cells].filter(([name, value]) => value !== '' && !own.includes(name));
  return html`<details class="why"><summary>why</summary><dl>${hidden.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
};

const rowOf = (cells: Cells): Markup =>
  html`<tr><td>${nameCell(cells)}</td><td>${cell(cells, 'actual')}</td>${numbers.map((name) => html`<td class="number">${grouped(cell(cells, name))}</td>`)}<td>${daysText(cells)}</td><td>${findingsCell(cells)}</td><td>${detailsCell(cells)}</td></tr>`;

const note = (all: number, urgent: number, isSorted: boolean): Markup | string => {
  if (all <= mostServices) return '';
  const order = isSorted || urgent === 0 ? '' : ` The ${urgent} that need a person come first.`;
  return html`<p class="cut">${mostServices} of ${grouped(counted(all, 'service'))}.${order} <code>headroom report --format csv</code> has all of them.</p>`;
};

/** The services of a report in the chosen order; by default services that need a person come first. */
export const reportServices = ({ title, head, rows, isSorted = false }: ReportSection): Markup => {
  const services = rows.map((row) => cellsOf(head, row));
  const ranked = services.map((cells) => ({ cells, urgency: urgency(cells) }));
  const last = 3;
  const ordered = isSorted ? ranked : ranked.toSorted((a, b) => (a.urgency ?? last) - (b.urgency ?? last));
  const urgent = ranked.filter((row) => row.urgency !== undefined).length;
  return html`${note(rows.length, urgent, isSorted)}<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="services"><caption>${title}</caption><thead><tr><th scope="col">service</th><th scope="col">actual</th>${numbers.map((name) => html`<th scope="col" class="number">${name}</th>`)}<th scope="col">days to maximum</th><th scope="col">findings</th><th scope="col">details</th></tr></thead><tbody>${ordered.slice(0, mostServices).map(({ cells }) => rowOf(cells))}</tbody></table></div>`;
};
