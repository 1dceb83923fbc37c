import { cents } from '../../core/model/money.ts';
import { grouped } from '../../core/model/visible-text.ts';
import { protectionLabels, protections } from '../../core/service/protection.ts';
import type { Fleet } from '../facts/fleet.ts';
import { type pageOf, type ServiceRow, type Sort, sorts, type Wanted } from '../facts/service-rows.ts';
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

const columnsOf = (wanted: Wanted): Column[] => {
  const sorted = (name: string, sort: Sort, isNumber = true): Column => {
    const href = addressOf(wanted, { sort, page: 1 });
    const order = sort === 'name' || sort === 'days' ? 'ascending' : 'descending';
    return { name, isNumber, sort: { href, isCurrent: wanted.sort === sort, order } };
  };
  return [
    sorted('service', 'name', false),
    'disk',
    sorted('used %', 'use'),
    sorted('size GB', 'size'),
    sorted('limit GB', 'limit'),
    'limited by',
    sorted('days left', 'days'),
    'findings',
    'state',
    sorted('a month', 'cost'),
    'rule, owner',
  ];
};

const sortLabels: Readonly<Record<Sort, string>> = {
  urgency: 'full, then fills up first',
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
    field('Owner', 'owner', wanted.owner, { names: distinct(rows.map(({ disk }) => disk?.owner ?? '')) }),
    field('Tag', 'tag', wanted.tag, { hint: 'env=prod' }),
    choice(
      'Sort',
      'sort',
      sorts.map((sort) => [sort, sortLabels[sort]] as const),
      wanted.sort,
    ),
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

/** Without a tag that names one, the owner is the rule, which is there already. */
const ruleAndOwner = ({ decision: { rule } }: ServiceRow, owner: string): Markup =>
  html`<span class="name">${rule}${owner === rule ? '' : html` <small>${owner}</small>`}</span>`;

/** What a row shows besides the report. */
interface RowFacts {
  readonly ownerOf: (row: ServiceRow) => string;
  /** Why owners and tags are missing; null: they are there. */
  readonly problem: string | null;
  readonly fleet: Fleet;
}

/** Services, a hundred a page. */
export const services = (
  rows: readonly ServiceRow[],
  wanted: Wanted,
  shown: ReturnType<typeof pageOf>,
  { ownerOf, problem, fleet }: RowFacts,
): Markup => {
  const cells = shown.rows.map((row) => [
    serviceCell(row.project, row.service),
    ...diskCells(row.disk),
    codes(row),
    stateChip(row),
    cost(row),
    ruleAndOwner(row, ownerOf(row)),
  ]);
  const found = html`<span>${grouped(shown.total)} of ${grouped(rows.length)} services</span>`;
  const missing = problem === null ? '' : html`<p class="warning">Some owners and tags cannot be read: ${problem}</p>`;
  const none = shown.total === 0 ? html`<p class="empty">No service matches. <a href="/services">Show all</a></p>` : '';
  const below = shown.pages > 1 ? pager(wanted, shown.page, shown.pages, 'below') : '';
  return html`<section class="card">${filtersOf(rows, wanted)}<div class="found">${found} ${pager(wanted, shown.page, shown.pages, 'above')}</div>${missing}${none}${table('Services', columnsOf(wanted), cells)}${below}${diskLegend()}${fleetText(fleet)}</section>`;
};
