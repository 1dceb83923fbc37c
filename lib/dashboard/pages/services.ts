import type { Sample } from '../../core/forecast/growth.ts';
import { cents } from '../../core/model/money.ts';
import { grouped } from '../../core/model/visible-text.ts';
import { protectionLabels, protections } from '../../core/service/protection.ts';
import { type ForecastCoverage, isPartlyUnknown } from '../facts/forecast-coverage.ts';
import { type pageOf, type ServiceRow, type Sort, sorts, stateText, type Wanted } from '../facts/service-rows.ts';
import { html, type Markup } from '../pictures/html.ts';
import { daysLeft, sparkline } from '../pictures/sparkline.ts';
import { inAddress, serviceCell } from './layout.ts';
import { chip, forecastText, toneOf } from './parts.ts';
import { type Column, table } from './tables.ts';

const addressOf = (wanted: Wanted, change: Partial<Wanted>): string => {
  const all = Object.entries({ ...wanted, ...change }).filter(
    ([name, value]) => value !== '' && !(name === 'page' && value === 1) && !(name === 'sort' && value === 'name'),
  );
  const query = new URLSearchParams(Object.fromEntries(all.map(([name, value]) => [name, String(value)]))).toString();
  return query === '' ? '/services' : `/services?${query}`;
};

const columnsOf = (wanted: Wanted): Column[] => {
  const sorted = (name: string, sort: Sort, order: 'ascending' | 'descending', isNumber = false): Column => {
    const href = addressOf(wanted, { sort, page: 1 });
    return { name, isNumber, sort: { href, isCurrent: wanted.sort === sort, order } };
  };
  return [
    sorted('service', 'name', 'ascending'),
    'use',
    'state',
    sorted('maximum GB', 'maximum', 'descending', true),
    sorted('a month', 'cost', 'descending', true),
    sorted('days left', 'days', 'ascending'),
    'rule, owner',
    'findings',
  ];
};

const option = (value: string, label: string, selected: string): Markup =>
  html`<option value="${value}"${value === selected ? html` selected` : ''}>${label}</option>`;

/** Names that a list of choices offers; with more of them it is a field. */
const mostChoices = 500;

const choice = (label: string, name: string, names: readonly string[], value: string): Markup =>
  names.length > mostChoices
    ? html`<label>${label} <input name="${name}" value="${value}"></label>`
    : html`<label>${label} <select name="${name}">${option('', 'all', value)}${names.map((one) => option(one, one, value))}</select></label>`;

const sortLabels: Readonly<Record<Sort, string>> = {
  name: 'project and name',
  days: 'days left',
  maximum: 'largest maximum',
  cost: 'highest cost',
};

/** Search, filter and order; a plain form, so that it works without scripts. */
const filters = (rows: readonly ServiceRow[], wanted: Wanted): Markup => {
  const projects = [...new Set(rows.map(({ project }) => project))];
  const rules = [...new Set(rows.map(({ decision }) => decision.rule))].filter((rule) => rule !== '').sort();
  return html`<form class="filters" method="get" action="/services"><label>Search <input type="search" name="search" value="${wanted.search}" placeholder="project or service"></label>${choice('Project', 'project', projects, wanted.project)}<label>State <select name="state">${option('', 'all', wanted.state)}${protections.map((state) => option(state, protectionLabels[state], wanted.state))}</select></label>${choice('Rule', 'rule', rules, wanted.rule)}<label>Owner <input name="owner" value="${wanted.owner}" placeholder="orders"></label><label>Tag <input name="tag" value="${wanted.tag}" placeholder="env=prod"></label><label>Sort <select name="sort">${sorts.map((sort) => option(sort, sortLabels[sort], wanted.sort))}</select></label><button>Show</button></form>`;
};

const pager = (wanted: Wanted, page: number, pages: number, name: string): Markup => {
  const link = (to: number, text: string) =>
    to < 1 || to > pages ? html`<span>${text}</span>` : html`<a href="${addressOf(wanted, { page: to })}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages of services, ${name}">${link(page - 1, 'Previous')} <span>page ${grouped(page)} of ${grouped(pages)}</span> ${link(page + 1, 'Next')}</nav>`;
};

/** The state of a service as a chip. */
export const stateChip = (row: ServiceRow): Markup =>
  chip(
    row.protection === null ? 'impossible' : toneOf[row.protection],
    stateText(row),
    row.protection === 'eligibleNotYet' ? 'alert' : '',
  );

const cost = ({ share }: ServiceRow): Markup | string =>
  share?.monthly == null ? '' : html`${grouped(cents(share.monthly))} <small>${share.currency}</small>`;

const codes = ({ findings }: ServiceRow): Markup =>
  html`${[...new Set(findings.map(({ code }) => code))].map((code) => html`<a href="/findings?code=${inAddress(code)}">${code}</a> `)}`;

/** Without a tag that names one, the owner is the rule, which is there already. */
const ruleAndOwner = ({ decision: { rule } }: ServiceRow, owner: string): Markup =>
  html`<span class="name">${rule}${owner === rule ? '' : html`<small>${owner}</small>`}</span>`;

/** What a row shows besides the report. */
interface Beside {
  readonly samplesOf: (row: ServiceRow) => readonly Sample[];
  readonly ownerOf: (row: ServiceRow) => string;
  /** Why owners and tags are missing; null: they are there. */
  readonly problem: string | null;
  /** Undefined without a report. */
  readonly coverage: ForecastCoverage | undefined;
}

/** Services, fifty a page. */
export const services = (
  rows: readonly ServiceRow[],
  wanted: Wanted,
  shown: ReturnType<typeof pageOf>,
  { samplesOf, ownerOf, problem, coverage }: Beside,
): Markup => {
  const cells = shown.rows.map((row) => [
    serviceCell(row.project, row.service),
    sparkline(row.service, samplesOf(row)),
    stateChip(row),
    String(row.maximumGb ?? ''),
    cost(row),
    row.isReached ? html`<b class="warning">reached</b>` : daysLeft(row.soonestDays, row.days),
    ruleAndOwner(row, ownerOf(row)),
    codes(row),
  ]);
  const found = html`<span>${grouped(shown.total)} of ${grouped(rows.length)} services</span>`;
  const missing = problem === null ? '' : html`<p class="warning">Some owners and tags cannot be read: ${problem}</p>`;
  const unknown =
    coverage === undefined || !isPartlyUnknown(coverage) ? '' : html`<p class="note">${forecastText(coverage)}</p>`;
  const none = shown.total === 0 ? html`<p class="empty">No service matches. <a href="/services">Show all</a></p>` : '';
  return html`<section class="card">${filters(rows, wanted)}<div class="found">${found} ${pager(wanted, shown.page, shown.pages, 'above')}</div>${missing}${unknown}${none}${table('Services', columnsOf(wanted), cells)}${shown.pages > 1 ? pager(wanted, shown.page, shown.pages, 'below') : ''}</section>`;
};
