import type { BudgetResult } from '../../../core/budget/result.ts';
import { counted, grouped } from '../../../core/model/visible-text.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { inForceOf } from '../../facts/money.ts';
import { budgetLegend } from '../../pictures/bars.ts';
import { type GrowthPicture, growthLegend, growthPicture } from '../../pictures/growth.ts';
import { html, type Markup } from '../../pictures/html.ts';
import { documentInFile } from '../layout.ts';
import { attentionPart, budgetPart, coveragePart } from '../parts.ts';
import { plainTable } from '../tables.ts';
import type { ReportDocument, ReportSection } from './section.ts';

/** Rows of one table: more of them no person reads, and each needs a line of the page. */
const mostRows = 200;
/** Budgets with a bar; the table below has all. */
const mostBars = 50;

/** What the pictures show: the report, and the growth of the services nearest to their maximum. */
export interface ReportPictures {
  readonly report: ReportObject;
  readonly growth: readonly GrowthPicture[];
}

/** The order of readers: money, growth, findings; all other tables stay as they are. */
const first = ['Budgets', 'Forecast', 'Findings'];

const above = ({ title }: ReportSection, { report, growth }: ReportPictures): Markup | string => {
  if (title === 'Forecast') {
    const figures = growth.map(
      (picture) => html`<figure><figcaption>${picture.name}</figcaption>${growthPicture(picture, 'small')}</figure>`,
    );
    return growth.length === 0 ? '' : html`<div class="figures">${figures}</div>${growthLegend(growth)}`;
  }
  const budgets = report.plan?.budgets ?? [];
  if (title !== 'Budgets') return '';
  const inForce = inForceOf(report);
  const part = (budget: BudgetResult) =>
    html`<div class="budget"><h3>${budget.name}</h3>${budgetPart(budget, inForce.get(budget.name))}</div>`;
  return html`${budgetLegend()}${budgets.slice(0, mostBars).map(part)}`;
};

const rowsOf = ({ title, head, rows }: ReportSection): Markup => {
  const cut =
    rows.length > mostRows
      ? html`<p class="cut">The first ${mostRows} of ${rows.length} rows. <code>headroom report --format json</code> has all of them.</p>`
      : '';
  return html`${cut}${plainTable(title, head, rows.slice(0, mostRows))}`;
};

/** A row a service is for programs and for the pages: on paper it is eleven sheets that no person reads. */
const servicesNote = ({ title, rows }: ReportSection): Markup =>
  html`<section class="card"><h2>${title}</h2><p class="cut">${grouped(counted(rows.length, 'service'))}: <code>headroom report --format csv</code> has all of them.</p></section>`;

const sectionOf = (section: ReportSection): Markup => {
  const { title, above = '' } = section;
  if (title === 'Services') return servicesNote(section);
  return html`<section class="card"><h2>${title}</h2>${above}${rowsOf(section)}</section>`;
};

/** The report of a run with its pictures, and what needs a person before them. */
export const pictured = (document: ReportDocument, pictures: ReportPictures): ReportDocument => {
  const { report } = pictures;
  const lead = html`<section class="card"><h2>Needs a person</h2>${attentionPart(report)}</section><section class="card"><h2>Coverage</h2>${coveragePart(report, 'without links')}</section>`;
  const sections = document.sections.map((section) => ({ ...section, above: above(section, pictures) }));
  return { ...document, lead, sections };
};

/**
 * A report in one file, which loads nothing and runs nothing.
 * @param style the style of the pages
 */
export const reportPage = (
  { title, about: name = 'Run', lead = html``, facts, sections }: ReportDocument,
  style: string,
): string => {
  const list = facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`);
  const about = facts.length === 0 ? '' : html`<section class="card"><h2>${name}</h2><dl>${list}</dl></section>`;
  const before = first.flatMap((name) => sections.filter((section) => section.title === name));
  const after = sections.filter((section) => !before.includes(section));
  const content = html`${lead}${before.map(sectionOf)}${about}${after.map(sectionOf)}`;
  return documentInFile(title, style, content);
};
