import { cents } from '../../core/model/money.ts';
import { grouped } from '../../core/model/visible-text.ts';
import { protectionLabels, protections } from '../../core/service/protection.ts';
import type { Fleet } from '../facts/fleet.ts';
import { pageOf, type ServiceRow, type Sort, sorts, type Wanted } from '../facts/service-rows.ts';
import { diskLegend } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { diskCells, fleetText } from './disks.ts';
import { choice, field, filters } from './filters.ts';
import { inAddress, serviceCell } from './layout.ts';
import { chip, toneOf } from './parts.ts';
import { type Column, table } from './tables.ts';

const addressOf = (wanted: Wanted, change: Partial<Wanted>): string => {
  const all = Object.entries({ ...wanted, ...change }).filter(
    ([name, value]) => value !== '' && !(name === 'page' && value === 1) && !(name === 'sort' && value === sorts[0]),
  );
  const query = new URLSearchParams(Object.fromEntries(all.map(([name, value]) => [name, String(value)]))).toString();
  return query === '' ? '/services' : `/services?${query}`;
};

/** A column of the list, by the name that an address gives it. */
interface ServiceColumn {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly sort?: Sort;
  /** Whether it stands there only if it is asked for. */
  readonly isExtra?: boolean;
  readonly cell: (row: ServiceRow) => Markup | string;
}

const ofDisk = (index: number) => (row: ServiceRow) => diskCells(row.disk)[index] ?? '';
const isNumber = true;

const columnsByName: Readonly<Record<string, ServiceColumn>> = {
  service: { head: 'service', sort: 'name', cell: ({ project, service }) => serviceCell(project, service) },
  disk: { head: 'disk', cell: ofDisk(0) },
  use: { head: 'used %', isNumber, sort: 'use', cell: ofDisk(1) },
  size: { head: 'size GB', isNumber, sort: 'size', cell: ofDisk(2) },
  limit: { head: 'limit GB', isNumber, sort: 'limit', cell: ofDisk(3) },
  by: { head: 'limited by', cell: ofDisk(4) },
  days: { head: 'days left', isNumber, sort: 'days', cell: ofDisk(5) },
  findings: { head: 'findings', cell: (row) => codes(row) },
  state: { head: 'state', isExtra: true, cell: (row) => stateChip(row) },
  cost: { head: 'a month', isNumber, sort: 'cost', cell: (row) => cost(row) },
  owner: { head: 'owner', cell: ({ owner }) => html`<span class="name">${owner}</span>` },
  rule: { head: 'rule', isExtra: true, cell: ({ decision }) => html`<span class="name">${decision.rule}</span>` },
};

const serviceColumns = new Map(Object.entries(columnsByName));

/** The columns that are asked for, or the usual ones; what is no column counts as not asked for. */
const columnsFor = ({ columns }: Wanted): ServiceColumn[] => {
  const asked = columns.split(',').flatMap((name) => serviceColumns.get(name.trim()) ?? []);
  return asked.length > 0 ? asked : [...serviceColumns.values()].filter(({ isExtra }) => !isExtra);
};

const headsOf = (wanted: Wanted): Column[] =>
  columnsFor(wanted).map(({ head: name, isNumber: isRight = false, sort }) => {
    if (sort === undefined) return name;
    const order = sort === 'name' || sort === 'days' ? 'ascending' : 'descending';
    const href = addressOf(wanted, { sort, page: 1 });
    return { name, isNumber: isRight, sort: { href, isCurrent: wanted.sort === sort, order } };
  });

const sortLabels: Readonly<Record<Sort, string>> = {
  name: 'project and name',
  use: 'used %',
  size: 'largest disk',
  limit: 'largest limit',
  days: 'fewest days left',
  cost: 'highest cost',
};

const distinct = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => name !== '').sort();

const filtersOf = (rows: readonly ServiceRow[], wanted: Wanted): Markup =>
  filters('/services', [
    field('Search', 'search', wanted.search, { hint: 'project or service' }),
    field('Project', 'project', wanted.project, { names: distinct(rows.map(({ project }) => project)) }),
    choice(
      'State',
      'state',
      [['', 'all'], ...protections.map((protection) => [protection, protectionLabels[protection]] as const)],
      wanted.state,
    ),
    field('Rule', 'rule', wanted.rule, { names: distinct(rows.map(({ decision }) => decision.rule)) }),
    field('Owner', 'owner', wanted.owner, { names: distinct(rows.map(({ owner }) => owner)) }),
    field('Tag', 'tag', wanted.tag, { hint: 'env=prod' }),
    choice(
      'Sort',
      'sort',
      sorts.map((sort) => [sort, sortLabels[sort]] as const),
      wanted.sort,
    ),
    field('Columns', 'columns', wanted.columns, { hint: [...serviceColumns.keys()].join(',') }),
  ]);

const pager = (wanted: Wanted, page: number, pages: number, name: string): Markup | string => {
  if (pages <= 1) return '';
  const link = (to: number, text: string) =>
    to < 1 || to > pages ? html`<span>${text}</span>` : html`<a href="${addressOf(wanted, { page: to })}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages of services, ${name}">${link(page - 1, 'Previous')} <span>page ${grouped(page)} of ${grouped(pages)}</span> ${link(page + 1, 'Next')}</nav>`;
};

/** The state of a service as a chip. */
export const stateChip = ({ protection }: ServiceRow): Markup =>
  protection === null
    ? chip('impossible', 'unknown')
    : chip(toneOf[protection], protectionLabels[protection], protection === 'eligibleNotYet' ? 'alert' : '');

const cost = ({ share }: ServiceRow): Markup | string =>
  share?.monthly == null ? '' : html`${grouped(cents(share.monthly))} <small>${share.currency}</small>`;

/** The first finding, and how many others there are; the page of the service has all. */
const codes = ({ findings }: ServiceRow): Markup | string => {
  const [first, ...others] = new Set(findings.map(({ code }) => code));
  if (first === undefined) return '';
  return html`<a href="/findings?code=${inAddress(first)}">${first}</a>${others.length === 0 ? '' : ` +${others.length}`}`;
};

/** Services, a hundred a page. */
export const services = (rows: readonly ServiceRow[], wanted: Wanted, fleet: Fleet): Markup => {
  const shown = pageOf(rows, wanted);
  const columns = columnsFor(wanted);
  const cells = shown.rows.map((row) => columns.map(({ cell }) => cell(row)));
  const found = html`<span>${grouped(shown.total)} of ${grouped(rows.length)} services</span>`;
  const unread = fleet.withoutReading.find(({ project }) => rows.some((row) => row.project === project));
  const missing = unread && html`<p class="warning">Some owners and tags cannot be read: ${unread.message}</p>`;
  const none = shown.total === 0 ? html`<p class="empty">No service matches. <a href="/services">Show all</a></p>` : '';
  const below = shown.pages > 1 ? pager(wanted, shown.page, shown.pages, 'below') : '';
  return html`<section class="card">${filtersOf(rows, wanted)}<div class="found">${found} ${pager(wanted, shown.page, shown.pages, 'above')}</div>${missing}${none}${table('Services', headsOf(wanted), cells)}${below}${diskLegend()}${fleetText(fleet)}</section>`;
};
