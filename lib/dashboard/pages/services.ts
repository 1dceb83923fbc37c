import type { Sample } from '../../core/forecast/growth.ts';
import { cents } from '../../core/model/money.ts';
import { protectionLabels, protections } from '../../core/service/protection.ts';
import { type pageOf, type ServiceRow, sorts, stateText, type Wanted } from '../facts/service-rows.ts';
import { sparkline } from '../pictures/growth.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table } from './layout.ts';

const head = ['project', 'service', 'use', 'state', 'maximum GB', 'a month', 'days left', 'rule', 'findings'];

const daysText = ({ days, soonestDays }: ServiceRow): string => {
  if (days !== null) return `${days} (${soonestDays ?? days})`;
  return soonestDays === null ? '' : `> 365 (${soonestDays})`;
};

const option = (value: string, label: string, selected: string): Markup =>
  html`<option value="${value}"${value === selected ? html` selected` : ''}>${label}</option>`;

/** Search, filter and order; a plain form, so that it works without scripts. */
const filters = (rows: readonly ServiceRow[], wanted: Wanted): Markup => {
  const projects = [...new Set(rows.map(({ project }) => project))];
  const rules = [...new Set(rows.map(({ decision }) => decision.rule))].sort();
  const projectField =
    projects.length > 500
      ? html`<input name="project" value="${wanted.project}">`
      : html`<select name="project">${option('', 'all', wanted.project)}${projects.map((name) => option(name, name, wanted.project))}</select>`;
  return html`<form class="filters" method="get" action="/services"><label>Search <input type="search" name="search" value="${wanted.search}"></label><label>Project ${projectField}</label><label>State <select name="state">${option('', 'all', wanted.state)}${protections.map((state) => option(state, protectionLabels[state], wanted.state))}</select></label><label>Rule <select name="rule">${option('', 'all', wanted.rule)}${rules.filter((rule) => rule !== '').map((rule) => option(rule, rule, wanted.rule))}</select></label><label>Tag <input name="tag" value="${wanted.tag}" placeholder="owner=orders"></label><label>Sort <select name="sort">${sorts.map((sort) => option(sort, sort, wanted.sort))}</select></label><button>Show</button></form>`;
};

const queryOf = (wanted: Wanted, page: number): string =>
  new URLSearchParams(Object.entries({ ...wanted, page: String(page) }).filter(([, value]) => value !== '')).toString();

const pager = (wanted: Wanted, page: number, pages: number): Markup => {
  const link = (to: number, text: string) =>
    to < 1 || to > pages ? html`<span>${text}</span>` : html`<a href="/services?${queryOf(wanted, to)}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages of services">${link(page - 1, 'Previous')} <span>page ${page} of ${pages}</span> ${link(page + 1, 'Next')}</nav>`;
};

/** Services, fifty a page. */
export const services = (
  rows: readonly ServiceRow[],
  wanted: Wanted,
  shown: ReturnType<typeof pageOf>,
  samplesOf: (row: ServiceRow) => readonly Sample[],
): Markup => {
  const cells = shown.rows.map((row) => [
    row.project,
    serviceLink(row.project, row.service),
    sparkline(row.service, samplesOf(row)),
    stateText(row),
    String(row.maximumGb ?? ''),
    row.share?.monthly == null
      ? ''
      : html`<span class="amount">${cents(row.share.monthly)} ${row.share.currency}</span>`,
    daysText(row),
    row.decision.rule,
    row.findings.map(({ code }) => code).join(' '),
  ]);
  return html`${filters(rows, wanted)}<p>${shown.total} of ${rows.length} services</p>${pager(wanted, shown.page, shown.pages)}${table('Services', head, cells)}${pager(wanted, shown.page, shown.pages)}`;
};
